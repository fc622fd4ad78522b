import { findOneTimeEvent } from '#db/orders/order-events.ts'
import { readOrderContent } from '#db/orders/order-content.ts'
import { findRefundedParts } from '#db/orders/refunded-units.ts'
import { findShipments } from '#db/orders/shipments.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { findLineProgress } from '#db/refunds/fulfilment-status.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { sumReceived } from '#domain/checkout/payment.ts'
import { openUnits } from '#domain/orders/fulfilment.ts'
import { chooseAll, offerRefund, priceChoice } from '#domain/refunds/refund-price.ts'
import { leftToRefund } from '#domain/refunds/refund.ts'
import type { Shop } from '#operations/shop.ts'
import { refundOrder, type RefundOutcome } from './refund-order.ts'
import type { RefundRequest } from './refund-request.ts'

/**
 * Refunds all that is left of an order: its items and its shipping where they make up the whole of it, else the sum.
 * What was not sent returns to stock. The same refundId is refunded once.
 */
export async function refundEverything(
  shop: Shop,
  request: Omit<RefundRequest, 'amount' | 'restock'>,
): Promise<RefundOutcome> {
  const { db } = shop.database
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('number', '=', request.number)
    .executeTakeFirst()
  if (!order) return { kind: 'unknown-order' }
  const made = await findOneTimeEvent(db, order.id, { kind: 'refund-asked', name: request.refundId })
  if (made) return { kind: 'requested' }
  const [content, refunded, shipments, payments, refunds, progress] = await Promise.all([
    readOrderContent(db, order.id),
    findRefundedParts(db, order.id),
    findShipments(db, order.id),
    findPayments(db, order.id),
    findRefunds(db, order.id),
    findLineProgress(db, order.id),
  ])
  const left = leftToRefund(sumReceived(payments), refunds)
  const offer = offerRefund({ ...content, shipments }, refunded, left)
  const all = chooseAll(offer)
  const price = priceChoice(offer, all)
  const isCovered = price.kind === 'priced' && price.whole === left
  const restock = openUnits(progress).map((units) => ({ ...units, sent: 0 }))
  return refundOrder(shop, { ...request, amount: isCovered ? all : left, restock })
}
