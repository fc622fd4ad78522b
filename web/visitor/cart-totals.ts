import type { CartLine } from '#domain/checkout/cart.ts'
import { priceCart, type CartTotals } from '#domain/checkout/pricing.ts'
import { TARIFF, type Destination } from '#domain/checkout/tariff.ts'

/** The totals of a cart at this shop's tariff; `destination` is null while it is unknown. */
export function cartTotals(lines: readonly CartLine[], destination: Destination | null): CartTotals {
  const priced = lines.map(({ product, quantity }) => ({ price: product.price, quantity }))
  return priceCart(priced, destination, TARIFF)
}
