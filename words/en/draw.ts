import { LANGUAGE, plural } from './language.ts'

/** The draw of a drop: its page, and that of an entry. */

const numbers = /* @__PURE__ */ new Intl.NumberFormat(LANGUAGE)
export const number = (count: number) => numbers.format(count)

export const description = (drop: string) => `The draw of ${drop}: how to enter, and how winners are drawn.`
export const heading = 'Draw'
/** `time`: `Friday, December 4 at 6:00 p.m.` */
export const opens = (time: string) => `Entries open ${time}`
export const open = 'The draw is open'
export const closes = (time: string) =>
  `It closes ${time}, and winners are drawn. When you enter makes no difference.`
export const drawing = 'The draw is closed'
export const drawingNext =
  'Winners are being drawn. We email everyone who entered. What a winner does not pay in time goes to the next in line.'
export const over = 'The draw is over'
export const overNext = 'Everyone who entered has an email. Whatever is left is sold to whoever comes.'
export const cancelled = 'The draw is cancelled'
export const cancelledNext = 'No winners are drawn.'
export const pieces = (count: number) => plural(count, { one: '1 piece', other: `${number(count)} pieces` })
export const entries = (count: number) =>
  plural(count, { one: '1 entry so far', other: `${number(count)} entries so far` })

export const how = 'How it works'
export const steps = (hours: number, most: number, checksCard: boolean) => [
  `Enter for one product in one size${most === 1 ? '' : `, up to ${most} pieces`}. Confirm by the link that we email you. You can take your entry back until the draw closes.`,
  checksCard
    ? 'One entry per person: the same email address, delivery address, browser or card counts once. Your bank is asked whether the card is good. It is not charged, and we do not keep it: whoever wins pays by the link, with any card.'
    : 'One entry per person: the same email address, delivery address or browser counts once.',
  `Each size has its own line, in an order by lot. If you win, we hold your pieces and email you a link: you have ${plural(hours, { one: 'an hour', other: `${hours} hours` })} to pay, at the price of the shop with delivery. Nothing is charged by entering.`,
  'If fewer are left than you asked for, you can have those.',
]

export const enter = 'Enter the draw'
export const yourPieces = 'Your pieces'
export const piece = 'Product and size'
export const choice = (name: string, size: string) => `${name}, ${size}`
export const choosePiece = 'Choose a product and a size.'
export const quantity = 'Pieces'
export const notHere = "We don't ship there. Choose another country."
export const leaveEmpty = 'Leave this empty'
export const fix = 'Nothing was entered yet. Correct what is marked, and try again.'
export const tooMany = 'Too many entries came from your network. Wait a few minutes and try again.'
/** The card that some draws check. */
export const card = 'Your card'
export const cardNext =
  'This draw checks a card, and each card enters once. Nothing is charged by entering, and we do not keep the card.'
export const cardWithout =
  'Your card goes straight to the payment service, which needs a script: turn on JavaScript to enter this draw.'
export const cardLoading = 'The card entry is not ready yet. Wait a moment and try again.'
export const cardChecking = 'Your card is being checked…'
export const cardChecked = 'Your card is checked. Nothing was charged.'
export const otherCard = 'Use another card'
export const cardMissing = 'Enter a card: this draw checks it, without a charge.'
export const cardRefused = 'The check of this card cannot be used. Enter the card again, or another one.'
export const noCheck =
  'Cards cannot be checked right now. Nothing was entered or charged. What you typed is still here: try again in a few minutes.'
export const closedNow = 'The draw has closed meanwhile.'
export const sent = 'Check your email'
export const sentNext =
  'Open the link that we sent you and confirm: only then does your entry take part. If nothing arrives, look in your spam folder, and enter again.'

export const proof = 'How winners are drawn'
export const proofNext =
  'A secret number decides the order of the entries. Its SHA-256 is shown before the draw and the number itself after, so that anybody can check every place.'
export const proofSteps = [
  'Let n be the number of entries and x the number of yours less 1. Let b be the smallest whole number from 1 with 4^b at least n.',
  'Split x: l is x / 2^b, rounded down, and r is x mod 2^b. For i from 0 to 11, f is the first four bytes of the SHA-256 of the 32 bytes of the secret number, i as one byte and r as four, the most significant first. Then (l, r) becomes (r, l XOR (f mod 2^b)). Then x is l · 2^b + r.',
  'While x is n or more, repeat the step before. Your place is x + 1. Entries of your size with lower places come before you.',
]
export const commitment = 'SHA-256 of the number'
export const seed = 'The number'
export const seedLater = 'Shown when the draw closes'
export const present = 'Entries'

/** On the page of a drop, and of its products. */
export const isOpen = (time: string) => `Drawn by lot. Enter until ${time}`
export const opensAt = (time: string) => `Drawn by lot. Entries open ${time}`
export const isClosed = 'Drawn by lot. Winners are being drawn.'
export const byLot = 'Drawn by lot.'
export const toTheDraw = 'To the draw'
export const toTheDrop = 'To the drop'

/** The page of an entry. */
export const entryHeading = {
  unconfirmed: 'One last step',
  entered: "You're in",
  won: "You've won",
  paid: "It's yours",
  lapsed: 'Not paid in time',
  lost: 'Not this time',
  cancelled: 'The draw is cancelled',
}
export const entryText = {
  /** `to`: `Ada Prairie, 12 Elm St, Saskatoon SK S7N 1B4, Canada` */
  unconfirmed: (what: string, time: string, to: string) =>
    `Confirm your entry for ${what} by ${time}, or it takes no part. What you win is sent to ${to}. If that isn't you, don't confirm.`,
  entered: (what: string, time: string) => `Winners of ${what} are drawn ${time}, and you take part.`,
  won: (what: string) => `We hold your pieces of ${what}. The link to pay is in the email that we sent you.`,
  paid: (what: string) => `You won and paid ${what}.`,
  lapsed: (what: string) => `You won ${what}, and it went to the next in line.`,
  lost: (what: string) => `There were not enough pieces of ${what} for everyone.`,
  cancelled: () => 'No winners are drawn.',
}
export const entryNumber = (count: number) => `Your entry has the number ${number(count)}.`
export const inLine = 'The draw goes on while winners pay: you may still win.'
export const what = (quantity: number, name: string, size: string) => `${quantity} x ${name}, ${size}`
export const confirm = 'Confirm your entry'
export const withdraw = 'Take your entry back'
export const known = "You're in already"
export const knownNext = (checksCard: boolean) =>
  checksCard
    ? 'There is an entry with the same email address, delivery address, browser or card, and each person has one. This one takes no part.'
    : 'There is an entry with the same email address, delivery address or browser, and each person has one. This one takes no part.'
export const unknown = "This link doesn't work"
export const unknownNext =
  'The entry is gone, or the link was cut off. Copy the whole link from the email and try again.'
export const toTheShop = 'To the shop'
