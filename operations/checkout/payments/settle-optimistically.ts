import { findPendingOrder } from '#db/checkout/pending-orders.ts'
import { paymentWrite } from '#db/checkout/payments.ts'
import { writeAtomically } from '#db/engine/statements/write-together.ts'
import { usedHoldWrite } from '#db/orders/orders.ts'
import { isCovered } from '#domain/checkout/payment.ts'
import type { PaymentIntent } from '#providers/payments/payment-gateway.ts'
import { paidWrites } from '#operations/mark-paid.ts'
import type { Shop } from '#operations/shop.ts'
import { paidByCard, receivedColumns } from './received-payment.ts'

const underWay = new WeakMap<Shop, Map<string, Promise<string | null>>>()

/**
 * Settles the payment of a pending order that holds its units, which is the usual case. The order is read without a
 * lock, together with those of simultaneous requests, and the writes require that its version and its hold have not
 * changed. The shopper's return and the gateway's event often arrive at the same time: only one of them settles the
 * payment. Returns the number of the paid order; null, with nothing written, in any other case, which settle-payment.ts
 * decides with the order locked.
 */
export function settleOptimistically(shop: Shop, intent: PaymentIntent): Promise<string | null> {
  const ofShop = underWay.get(shop) ?? new Map<string, Promise<string | null>>()
  underWay.set(shop, ofShop)
  const known = ofShop.get(intent.id)
  if (known) return known
  const settling = settle(shop, intent).finally(() => ofShop.delete(intent.id))
  ofShop.set(intent.id, settling)
  return settling
}

async function settle(shop: Shop, intent: PaymentIntent): Promise<string | null> {
  const order = await findPendingOrder(shop.database, intent.orderId)
  if (order === null) return null
  const { payment, total } = order
  const isItsPayment = payment.intentId === null || payment.intentId === intent.id
  const covers = isCovered(total, [{ received: intent.amount, state: 'succeeded' }])
  if (!isItsPayment || !covers || payment.currency !== intent.currency) return null
  const isWritten = await writeAtomically(shop.database, (tx) => {
    const now = shop.now()
    return [
      ...paidWrites(tx, { ...paidByCard(intent), version: order.version }, now),
      usedHoldWrite(tx, order.id),
      paymentWrite(tx, payment, 'succeeded', now, receivedColumns(intent)),
    ]
  })
  return isWritten ? order.number : null
}
