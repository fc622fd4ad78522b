/** The published test numbers that the built-in gateway accepts; other numbers never leave the browser. */
export const TEST_CARDS = [
  { number: '4242424242424242', does: 'pays' },
  { number: '4000000000000002', does: 'is declined' },
  { number: '4000000000009995', does: 'has insufficient funds' },
  { number: '4000000000000069', does: 'has expired' },
  { number: '4000000000000127', does: 'has a wrong security code' },
  { number: '4000002500003155', does: 'asks for a confirmation step' },
  { number: '4000000000003220', does: 'asks for a confirmation step' },
  { number: '4000000000000259', does: 'pays, and is disputed afterwards' },
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
    ...(number.length < 16 && { number: 'Enter the 16 digits of a test card.' }),
    ...(number.length === 16 && !known && { number: 'Only test cards work here. Do not type a real card.' }),
    ...expiryProblem(digits(card.expiry, 4), now),
    ...(card.cvc.length < 3 && { cvc: 'Enter the 3 or 4 digits of the security code.' }),
  }
}

function expiryProblem(expiry: string, now: Date): Partial<Record<CardField, string>> {
  const month = Number(expiry.slice(0, 2))
  if (expiry.length < 4 || month < 1 || month > 12) return { expiry: 'Enter the month and year as MM / YY.' }
  const months = (2000 + Number(expiry.slice(2))) * 12 + month
  const current = now.getFullYear() * 12 + now.getMonth() + 1
  return months < current ? { expiry: 'This date is in the past.' } : {}
}

function digits(text: string, most: number): string {
  return text.replace(/\D/g, '').slice(0, most)
}
