import type { CartLine } from '#domain/checkout/cart.ts'
import type { GiftDetails } from '#domain/checkout/gift-details.ts'
import { priceCart, type CartTotals, type PricedLine, type PriceTerms } from '#domain/checkout/pricing.ts'

/** The totals of a cart. `terms.tariff`: as the page got it from the server. */
export function cartTotals(lines: readonly CartLine[], terms: PriceTerms): CartTotals {
  return priceCart(pricedLines(lines), terms)
}

/** The lines of a cart as requests name them. */
export function cartItems(lines: readonly CartLine[]) {
  return lines.map(({ product, selectedSize, quantity, gift }) => ({
    productId: product.id,
    size: selectedSize,
    quantity,
    ...(gift !== undefined && { gift: giftOf(gift) }),
  }))
}

/** For whom a gift card in the cart is; empty: for the customer. The server checks it. */
export function giftOf(stored: string): Partial<GiftDetails> {
  try {
    return stored === '' ? {} : (JSON.parse(stored) as Partial<GiftDetails>)
  } catch {
    return {}
  }
}

/** Whether a cart has nothing but gift cards, so that nothing is shipped. */
export function hasOnlyGifts(lines: readonly Pick<CartLine, 'gift'>[]): boolean {
  return lines.length > 0 && lines.every(({ gift }) => gift !== undefined)
}

/** Whether something of a cart is sold before it is made. */
export function hasPreorders(lines: readonly Pick<CartLine, 'product'>[]): boolean {
  return lines.some(({ product }) => product.preorder !== undefined)
}

/** What pricing needs of cart lines. */
function pricedLines(lines: readonly CartLine[]): PricedLine[] {
  return lines.map(({ product, quantity, gift }) => ({ ...product, quantity, giftCard: gift !== undefined }))
}
