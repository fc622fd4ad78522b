import { orderShipping, type ChosenShipping } from '#domain/checkout/shipping/order-shipping.ts'
import type { DutyTerms } from '#domain/orders/order-shipping.ts'
import { isDelivered, type Delivery, type OrderLine } from '#domain/orders/order.ts'
import { findShippingMethod } from '#domain/refunds/reprice-order.ts'

type Terms = Parameters<typeof findShippingMethod>[1]

/**
 * How a changed order is sent. Null: as before; `none`: no method of its tariff serves the destination. An order that
 * was handed over stays handed over.
 */
export function shippingAfterChange(
  before: { delivery: Delivery; shipping_method: string; duty_terms: DutyTerms | null },
  lines: readonly OrderLine[],
  terms: Terms,
): ChosenShipping | null | 'none' {
  if (!isDelivered(before.delivery)) return null
  const method = findShippingMethod(lines, terms)
  if (method === 'none') return 'none'
  const chosen = orderShipping(terms.tariff, method, terms.to?.country ?? '')
  const { method: id, duty } = chosen.shipping
  const isSame = id === before.shipping_method && duty === before.duty_terms
  return method === null || isSame ? null : chosen
}
