import type { CartLine } from '#domain/checkout/cart.ts'
import { BASE_CURRENCY, type CurrencyCode } from '#domain/currency.ts'
import { decimalDollars, type Cents } from '#domain/money.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'

/** The name of a line in a sentence: `Street Tee (Size: M)`. */
export function lineName({ product, selectedSize }: CartLine): string {
  return `${product.name} (Size: ${selectedSize})`
}

/** What a change makes of the cart. `changed`: the line with a new quantity; null when one was removed. */
export function cartNews(changed: CartLine | null, subtotal: string, total: string | undefined): string {
  const sums = `Subtotal ${subtotal}${total === undefined ? '' : `, total ${total}`}.`
  return changed === null ? sums : `${lineName(changed)}: ${changed.quantity} in cart. ${sums}`
}

export const NOT_REMEMBERED =
  'This browser does not let the shop keep a cart. What you add is gone when you open another page. Allow site data for this shop to keep it.'

export const NEEDS_JAVASCRIPT =
  'Your cart is kept in this browser, and showing it needs JavaScript. Please turn JavaScript on and load the page again.'

/** Shown once when stored lines could not be read. */
export function droppedMessage(count: number): string {
  return count === 1
    ? 'One item in your cart could not be read and was removed.'
    : `${count} items in your cart could not be read and were removed.`
}

/** A total in the visitor's currency. Dollars say whose they are: `$145.36 CAD`. */
export function totalWords(total: Cents, currency: CurrencyCode, formatPrice: FormatPrice): string {
  const words = formatPrice(total)
  return currency === BASE_CURRENCY ? `${words} ${BASE_CURRENCY}` : words
}

/** The charge where another currency is displayed (spec 2); null where the total says it. */
export function chargeNote(total: Cents, currency: CurrencyCode): string | null {
  return currency === BASE_CURRENCY ? null : `You'll be charged C$${decimalDollars(total)} CAD`
}
