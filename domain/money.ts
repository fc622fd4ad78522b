import { charging } from './charged-currency.ts'

declare const unit: unique symbol

/** A whole number of cents. The only type of money that is added, stored or charged (spec 9). */
export type Cents = number & { readonly [unit]: 'cents' }

/** Like Cents, but may be negative, such as a discount. */
export type SignedCents = number & { readonly [unit]: 'cents' | 'cents below zero' }

/** The largest amount a card gateway takes in one charge: 999,999.99 dollars (eight digits). */
export const MAX_CHARGE = cents(99_999_999)

/**
 * Brands a whole, safe, non-negative number of cents. Throws a RangeError for anything else: callers validate first.
 */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new RangeError(`Not a whole number of cents: ${amount}`)
  }
  return amount as Cents
}

/** Brands a whole, safe number of cents that may be negative. Throws a RangeError for anything else. */
export function signedCents(amount: number): SignedCents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of cents: ${amount}`)
  return amount as SignedCents
}

/** The sum of these amounts. Throws a RangeError when it is negative. */
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
 * `1234.50`: dollars with two decimals and without a currency sign, for files and feeds that name the currency
 * elsewhere, and after the `C$` of a price that could not be converted and of the amount charged (spec 2, 4 and 8).
 * Negative amounts: `-12.50`.
 */
export function decimalDollars(amount: SignedCents): string {
  const size = Math.abs(amount)
  return `${amount < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`
}

/**
 * `C$1,234.50`: the format of cents in orders, mails and the staff area. May be negative, `−C$12.50`, because a day's
 * refunds can exceed its sales. The formats of the spec have no comma (`decimalDollars`).
 */
export function formatCents(amount: number): string {
  const digits = decimalDollars(cents(Math.abs(amount))).replaceAll(/\B(?=(\d{3})+\.)/g, ',')
  return `${amount < 0 ? '−' : ''}${charging.sign}${digits}`
}
