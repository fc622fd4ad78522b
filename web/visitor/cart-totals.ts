import type { CartLine } from '#domain/checkout/cart.ts'
import { priceCart, type CartTotals, type PriceTerms } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'

/** The totals of a cart at this shop's tariff. */
export function cartTotals(lines: readonly CartLine[], terms: Omit<PriceTerms, 'tariff'>): CartTotals {
  const priced = lines.map(({ product, quantity }) => ({ price: product.price, quantity }))
  return priceCart(priced, { ...terms, tariff: TARIFF })
}
