import { LANGUAGE, plural } from './language.ts'

/** The waiting room of a drop. */

const numbers = /* @__PURE__ */ new Intl.NumberFormat(LANGUAGE)
export const number = (count: number) => numbers.format(count)

export const description = (drop: string) => `The waiting room of ${drop}.`
export const heading = 'Waiting room'
/** `time`: `Friday, December 4 at 6:00 p.m.` */
export const opens = (time: string) => `Opens ${time}`
export const comeBack = 'Come back then. Who is first in the room has no better chance.'
export const draws = (time: string) => `Places are drawn ${time}`
export const fair =
  'Everyone who is here at the start gets a place by lot: it does not matter who came first. Whoever comes later queues behind.'
export const enter = 'Enter the waiting room'
export const enterLate = 'Join the queue'
export const leaveEmpty = 'Leave this empty'
export const inside = "You're in"
export const kept = 'This browser keeps your place, also when you close the page or lose the network.'
export const arrived = (count: number) =>
  plural(count, { one: '1 person is here', other: `${number(count)} people are here` })

export const place = 'Your place'
export const ahead = (count: number) =>
  count === 0
    ? "You're next"
    : plural(count, { one: '1 ahead of you', other: `${number(count)} ahead of you` })
export const queue = (count: number) =>
  count === 0
    ? 'Nobody is waiting'
    : plural(count, { one: '1 person is waiting', other: `${number(count)} people are waiting` })
export const servedOf = (served: number) => `Served up to place ${number(served)}`
/** How long it likely takes. */
export const wait = (minutes: number) => {
  if (minutes < 1) return 'Less than a minute'
  if (minutes < 90) return plural(minutes, { one: 'About a minute', other: `About ${minutes} minutes` })
  const hours = Math.round(minutes / 60)
  return plural(hours, { one: 'About an hour', other: `About ${hours} hours` })
}
/** For who is next: turns end when they are used, or when their time is over. */
export const waitForTurn = 'As soon as somebody has finished.'
export const waitUnknown = "We can't say how long it takes right now."
export const paused = 'Paused for a moment. Your place is kept.'
export const held =
  "Everything left is in somebody's checkout. What is not paid for goes to the next in line, so it may be worth the wait."
export const soldOut = 'Sold out'
export const soldOutNext = 'Thank you for waiting. Everything is sold.'
export const closed = 'The waiting room is closed'
export const closedNext = 'Whatever is left is sold without waiting.'

export const yourTurn = "It's your turn"
export const takeWithin = (minutes: number) => {
  const long = plural(minutes, { one: 'a minute', other: `${minutes} minutes` })
  return `Take it within ${long}, or it goes to the next in line. Once you take it, you have ${long} to order.`
}
export const takeTurn = 'Take your turn'
export const turnUntil = (time: string) => `Your turn lasts until ${time}`
/** Before a clock that counts down. */
export const turnLeft = 'Your turn ends in'
export const turnNext = 'Choose your pieces and pay. One order per turn.'
export const toTheDrop = 'To the drop'
export const toTheShop = 'To the shop'
export const passed = 'Your turn has passed'
export const passedNext = 'You can queue again, behind everyone who waits.'
export const unreachable = "We can't reach the shop. Your place is kept, and this page tries again by itself."
export const lookAgain = 'Look again'

export const proof = 'How places are drawn'
export const proofNext =
  'A secret number decides the order. Its SHA-256 is shown before the start and the number itself after, so that anybody can check every place.'
export const commitment = 'SHA-256 of the number'
export const seed = 'The number'
export const seedLater = 'Shown at the start'
export const present = 'Present at the start'
export const arrival = 'Your arrival'

export const isOpen = 'The waiting room is open'
export const roomOpens = (time: string) => `The waiting room opens ${time}`
/** On a page with pieces of a drop. */
export const soldInTurn = 'Sold in turn, through the waiting room.'
export const toTheRoom = 'To the waiting room'
