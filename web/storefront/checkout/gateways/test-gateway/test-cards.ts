import * as words from '#words/en/checkout/test-gateway.ts'

/** The published test numbers that the built-in gateway accepts; other numbers never leave the browser. */
export const TEST_CARDS = [
  { number: '4242424242424242', does: words.pays },
  { number: '4000000000000002', does: words.isDeclined },
  { number: '4000000000009995', does: words.hasInsufficientFunds },
  { number: '4000000000000069', does: words.hasExpired },
  { number: '4000000000000127', does: words.hasWrongCode },
  { number: '4000002500003155', does: words.asksToConfirm },
  { number: '4000000000003220', does: words.asksToConfirm },
  { number: '4000000000009235', does: words.isDoubtful },
  { number: '4000000000000259', does: words.isDisputed },
] as const

/** The typed values of the card box, as displayed. */
export interface CardDraft {
  number: string
  expiry: string
  cvc: string
}

/** The fields of the card box. */
export type CardField = keyof CardDraft

/** Formats digits in groups of four: `4242 4242 4242 4242`. */
export function formatCardNumber(typed: string): string {
  return digits(typed, 16).replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Formats an expiry date: `04 / 30`. A month above 1 gets its zero, a four-digit year loses its century. */
export function formatExpiry(typed: string): string {
  const year = /^\s*(\d{1,2})\s*[/-]\s*20(\d{2})\s*$/.exec(typed)
  if (year?.[1] && year[2]) return `${year[1].padStart(2, '0')} / ${year[2]}`
  const single = /^\s*(\d)\s*[/-]/.exec(typed) ?? /^([2-9])$/.exec(typed)
  const all = digits(single ? `0${typed.trim()}` : typed, 4)
  return all.length > 2 || (single && all.length === 2) ? `${all.slice(0, 2)} / ${all.slice(2)}` : all
}

/** Up to four digits. */
export function formatCvc(typed: string): string {
  return digits(typed, 4)
}

/** Validation errors of the entry, by field. `now` decides whether the card has expired. */
export function checkCard(card: CardDraft, now: Date): Partial<Record<CardField, string>> {
  const number = digits(card.number, 16)
  const known = TEST_CARDS.some((test) => test.number === number)
  return {
    ...(number.length < 16 && { number: words.enterNumber }),
    ...(number.length === 16 && !known && { number: words.onlyTestCards }),
    ...expiryProblem(digits(card.expiry, 4), now),
    ...(card.cvc.length < 3 && { cvc: words.enterCvc }),
  }
}

function expiryProblem(expiry: string, now: Date): Partial<Record<CardField, string>> {
  const month = Number(expiry.slice(0, 2))
  if (expiry.length < 4 || month < 1 || month > 12) return { expiry: words.enterExpiry }
  const months = (2000 + Number(expiry.slice(2))) * 12 + month
  const current = now.getFullYear() * 12 + now.getMonth() + 1
  return months < current ? { expiry: words.past } : {}
}

function digits(text: string, most: number): string {
  return text.replace(/\D/g, '').slice(0, most)
}
