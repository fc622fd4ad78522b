declare const unit: unique symbol

/** A whole number of Canadian cents. The only type of money that is added, stored or charged (spec 9). */
export type Cents = number & { readonly [unit]: 'CAD cents' }

/** The same where it may lie below zero, as what a discount adds to a total does. */
export type SignedCents = number & { readonly [unit]: 'CAD cents' | 'CAD cents below zero' }

/** The largest amount a card gateway takes in one charge: 999,999.99 dollars (eight digits). */
export const LARGEST_CHARGE = cents(99_999_999)

/**
 * Brands a whole, safe, non-negative number of cents. Throws a RangeError for anything else: callers validate first.
 */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new RangeError(`Not a whole number of cents: ${amount}`)
  }
  return amount as Cents
}

/** Brands a whole, safe number of cents that may lie below zero. Throws a RangeError for anything else. */
export function signedCents(amount: number): SignedCents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of cents: ${amount}`)
  return amount as SignedCents
}

/** What these amounts come to. Throws a RangeError when that lies below zero. */
export function addCents(amounts: readonly SignedCents[]): Cents {
  return cents(amounts.reduce((sum, amount) => sum + amount, 0))
}

/**
 * Converts dollars as typed, or as in the spec's records (`price (number, CAD)`), to cents. Rounds half away from zero
 * on the decimal digits, so that 1.005 becomes 101 cents although its binary value is below the half. Returns null when
 * the value is not a finite, non-negative amount.
 */
export function centsFromDollars(dollars: number): Cents | null {
  if (!Number.isFinite(dollars) || dollars < 0) return null
  const amount = Math.round(Number(`${dollars}e2`))
  return Number.isSafeInteger(amount) ? cents(amount) : null
}

/** Converts cents to dollars, for records and schemas in dollars. Never use it for sums. */
export function dollars(amount: Cents): number {
  return amount / 100
}

/**
 * `1234.50`: dollars with two decimals and no sign of a currency, for files and feeds that name it elsewhere, and after
 * the `C$` of a price that could not be converted and of what is charged (spec 2, 4 and 8). Below zero: `-12.50`.
 */
export function decimalDollars(amount: SignedCents): string {
  const size = Math.abs(amount)
  return `${amount < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`
}

/**
 * `C$1,234.50`: the format of CAD cents in orders, mails and the staff area. May be negative, `−C$12.50`, because a
 * day's refunds can exceed its sales. The formats of the spec have no comma (`decimalDollars`).
 */
export function formatCad(amount: number): string {
  const digits = decimalDollars(cents(Math.abs(amount))).replaceAll(/\B(?=(\d{3})+\.)/g, ',')
  return `${amount < 0 ? '−' : ''}C$${digits}`
}
