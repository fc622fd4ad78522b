import type { CartLine } from '#domain/checkout/cart.ts'
import { priceCart, type CartTotals, type PricedLine, type PriceTerms } from '#domain/checkout/pricing.ts'

/** The totals of a cart. `terms.tariff`: as the page got it from the server. */
export function cartTotals(lines: readonly CartLine[], terms: PriceTerms): CartTotals {
  return priceCart(pricedLines(lines), terms)
}

/** What pricing needs of cart lines. */
function pricedLines(lines: readonly CartLine[]): PricedLine[] {
  return lines.map(({ product, quantity }) => ({ ...product, quantity }))
}
