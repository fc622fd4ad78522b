declare const unit: unique symbol

/** A whole number of Canadian cents. The only type of money that is added, stored or charged (spec 9). */
export type Cents = number & { readonly [unit]: 'CAD cents' }

/** The largest amount that a card gateway accepts in one charge: 999,999.99 dollars (Stripe: eight digits). */
export const LARGEST_CHARGE = 99_999_999 as Cents

/**
 * Brands a whole, safe, non-negative number of cents. Throws a RangeError for anything else: callers validate first.
 */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new RangeError(`Not a whole number of cents: ${amount}`)
  }
  return amount as Cents
}

/**
 * Converts dollars as typed, or as in the spec's records (`price (number, CAD)`), to cents. Rounds half away from zero
 * on the decimal digits, so that 1.005 becomes 101 cents although its binary value is below the half. Returns null when
 * the value is not a finite, non-negative amount.
 */
export function centsFromDollars(dollars: number): Cents | null {
  if (!Number.isFinite(dollars) || dollars < 0) return null
  const amount = Math.round(Number(`${dollars}e2`))
  return Number.isSafeInteger(amount) ? (amount as Cents) : null
}

/** Converts cents to dollars, for records and schemas in dollars. Never use it for sums. */
export function dollars(amount: Cents): number {
  return amount / 100
}

/**
 * `1234.50`: dollars with two decimals and no sign. For files and feeds that name the currency elsewhere, and for spec
 * formats that prefix `C$` (spec 2, 4 and 8).
 */
export function decimalDollars(amount: Cents): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}

/**
 * `C$1,234.50`: the format of CAD cents in orders, mails and the staff area. May be negative, `−C$12.50`, because a
 * day's refunds can exceed its sales. The formats of the spec have no comma (`decimalDollars`).
 */
export function formatCad(amount: number): string {
  const digits = decimalDollars(Math.abs(amount) as Cents).replaceAll(/\B(?=(\d{3})+\.)/g, ',')
  return `${amount < 0 ? '−' : ''}C$${digits}`
}
