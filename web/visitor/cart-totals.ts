import type { CartLine } from '#domain/cart.ts'
import { priceCart, type CartTotals } from '#domain/pricing.ts'

/** What the lines of a cart come to. */
export function cartTotals(lines: readonly CartLine[]): CartTotals {
  return priceCart(lines.map(({ product, quantity }) => ({ price: product.price, quantity })))
}
