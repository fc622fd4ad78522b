import type { CartLine } from '#domain/checkout/cart.ts'
import { BASE_CURRENCY, type CurrencyCode } from '#domain/currency.ts'
import { cents, decimalDollars, formatCad, type Cents } from '#domain/money.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import * as words from '#words/en/cart.ts'
import { nothingToPay, tooLittle } from '#words/en/checkout/refusals.ts'

/** The name of a line in a sentence: `Street Tee (Size: M)`. */
export function lineName({ product, selectedSize }: CartLine): string {
  return words.lineName(product.name, selectedSize)
}

/** A total in the visitor's currency. Canadian dollars are named: `$145.36 CAD`. */
export function totalWords(total: Cents, currency: CurrencyCode, formatPrice: FormatPrice): string {
  const amount = formatPrice(total)
  return currency === BASE_CURRENCY ? `${amount} ${BASE_CURRENCY}` : amount
}

/** The charge where another currency is displayed (spec 2); null where the total shows it. */
export function chargeNote(total: Cents, currency: CurrencyCode): string | null {
  return currency === BASE_CURRENCY ? null : words.charged(decimalDollars(total))
}

/** Why a card cannot be charged this total; null where it can. Both in CAD cents. */
export function chargeProblem(total: number, leastCharge: number): string | null {
  if (total === 0) return nothingToPay
  return total < leastCharge ? tooLittle(formatCad(cents(leastCharge))) : null
}
