import { findPayments, movePayment } from '#db/checkout/payments.ts'
import { transact } from '#db/engine/transact.ts'
import { isAnyBlocked } from '#db/orders/blocks.ts'
import { deleteHold, lockOrder } from '#db/orders/orders.ts'
import type { OrderId } from '#domain/ids.ts'
import { markPaid } from '#operations/mark-paid.ts'
import { findReviewReasons, keepForReview } from '#operations/checkout/review-order.ts'
import type { Shop } from '#operations/shop.ts'

/** Makes an order paid whose promotions and gift cards leave nothing to pay. It may run any number of times. */
export async function settleFreeOrder(shop: Shop, id: OrderId): Promise<void> {
  await transact(shop.database, async (tx) => {
    const [order, payments, isBlocking] = await Promise.all([
      lockOrder(tx, id),
      findPayments(tx, id),
      isAnyBlocked(tx, shop.now()),
    ])
    const payment = payments.find(({ kind }) => kind === 'card')
    if (!payment || order?.state !== 'pending' || payment.amount !== 0) return
    const now = shop.now()
    const how = { detail: { amount: 0 }, by: 'shopper' } as const
    const reasons = await findReviewReasons(shop, tx, { orderId: id }, isBlocking)
    await deleteHold(tx, id)
    await markPaid(tx, { id, how, tells: ['owner', 'customer'], state: order.state }, now)
    await movePayment(tx, payment, 'succeeded', now, {})
    if (reasons.length > 0) await keepForReview(tx, id, reasons, now)
  })
}
