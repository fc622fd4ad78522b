import { priceCart } from '#domain/checkout/pricing.ts'
import type { Destination, Tariff } from '#domain/checkout/tariff.ts'
import { cents } from '#domain/money.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import type { OrderLine } from '#domain/orders/order.ts'
import { chooseAll, offerRefund, priceChoice, type RefundedParts } from './refund-price.ts'

/** What an order costs at another address. `difference`: in whole CAD cents, below zero when it costs less. */
export interface AddressPrice {
  adjustments: readonly Adjustment[]
  difference: number
}

/**
 * Prices an order for another address. When both addresses have the same taxes and shipping, the order keeps its own,
 * whatever the tariff is now. What was refunded already is left out of the difference.
 */
export function priceAtAddress(
  { lines, adjustments }: { lines: readonly OrderLine[]; adjustments: readonly Adjustment[] },
  {
    from,
    to,
    tariff,
    refunded,
  }: { from: Destination; to: Destination; tariff: Tariff; refunded: RefundedParts },
): AddressPrice {
  const priced = lines.map(({ unitPrice, quantity }) => ({ price: unitPrice, quantity }))
  const adjustmentsAt = (destination: Destination) =>
    priceCart(priced, { destination, tariff }).adjustments.map(({ kind, label, amount }) => ({
      kind,
      label,
      amount,
    }))
  const after = adjustmentsAt(to)
  if (JSON.stringify(adjustmentsAt(from)) === JSON.stringify(after)) return { adjustments, difference: 0 }
  const cost = (of: readonly Adjustment[]) => {
    const offer = offerRefund({ lines, adjustments: of, shipments: [] }, refunded, cents(0))
    const all = priceChoice(offer, chooseAll(offer))
    return all.kind === 'priced' ? all.whole : 0
  }
  return { adjustments: after, difference: cost(after) - cost(adjustments) }
}
