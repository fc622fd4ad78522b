import type { CartLine } from '#domain/checkout/cart.ts'
import { priceCart, type CartTotals } from '#domain/checkout/pricing.ts'

export function cartTotals(lines: readonly CartLine[]): CartTotals {
  return priceCart(lines.map(({ product, quantity }) => ({ price: product.price, quantity })))
}
