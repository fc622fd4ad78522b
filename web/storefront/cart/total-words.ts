import type { CartLine } from '#domain/checkout/cart.ts'
import { BASE_CURRENCY, type CurrencyCode } from '#domain/currency.ts'
import { decimalDollars, type Cents } from '#domain/money.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import * as words from '#words/cart.ts'

/** The name of a line in a sentence: `Street Tee (Size: M)`. */
export function lineName({ product, selectedSize }: CartLine): string {
  return words.lineName(product.name, selectedSize)
}

/** A total in the visitor's currency. Dollars say whose they are: `$145.36 CAD`. */
export function totalWords(total: Cents, currency: CurrencyCode, formatPrice: FormatPrice): string {
  const amount = formatPrice(total)
  return currency === BASE_CURRENCY ? `${amount} ${BASE_CURRENCY}` : amount
}

/** The charge where another currency is displayed (spec 2); null where the total says it. */
export function chargeNote(total: Cents, currency: CurrencyCode): string | null {
  return currency === BASE_CURRENCY ? null : words.charged(decimalDollars(total))
}
