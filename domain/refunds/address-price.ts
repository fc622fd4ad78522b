import type { CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import type { PriceTerms } from '#domain/checkout/pricing.ts'
import type { Destination } from '#domain/places/place.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import type { SharedContent } from './order-parts.ts'
import type { RefundedParts } from './refund-price.ts'
import { isOfLine, repriceOrder, type Repriced } from './reprice-order.ts'

/**
 * Prices an order for another address. When both addresses have the same taxes and shipping, the order keeps its
 * prices, whatever the tariff is now.
 */
export function priceAtAddress(
  content: SharedContent,
  terms: {
    from: Destination | null
    to: Destination | null
    tariff: Tariff
    choices?: CheckoutChoices | undefined
    promote?: PriceTerms['promote']
    refunded: RefundedParts
    isHandedOver?: boolean
  },
): Repriced {
  return repriceOrder(content, {
    ...terms,
    lines: content.lines,
    changes: content.adjustments.filter(isOfLine),
  })
}
