import { sql } from 'kysely'
import { recordOneTimeEvent } from '#db/orders/order-events.ts'
import { transact } from '#db/engine/transact.ts'
import { isRefundOverdue, REFUND_OVERDUE_MS, type RefundState } from '#domain/refunds/refund.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { flagForReview } from '#operations/flag-for-review.ts'
import type { RefundTask } from '#operations/request-refund.ts'
import { lookUpRefund } from './look-up-refund.ts'
import { lockRefund } from './record-refund.ts'
import type { Shop } from '#operations/shop.ts'

const BATCH_SIZE = 50

/**
 * Flags the orders of refunds that are still open after thirty days, when the shop stops querying the gateway: once for
 * each, with a mail to the owner, after a last query.
 */
export async function flagOverdueRefunds(shop: Shop): Promise<void> {
  const overdue = await shop.database.db
    .selectFrom('refunds')
    .select(['id as refundId', 'order_id as orderId'])
    .where('state', 'in', ['asked', 'unconfirmed'] satisfies RefundState[])
    .where('created_at', '<', shop.now() - REFUND_OVERDUE_MS)
    .where(
      sql<boolean>`not exists (select 1 from order_events where order_events.order_id = refunds.order_id
        and order_events.key = 'refund-overdue:' || refunds.id)`,
    )
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
  for (const task of overdue) {
    try {
      await lookUpRefund(shop, task)
    } catch (error) {
      shop.log.error('An overdue refund could not be looked up', error, { ...task })
      if (error instanceof GatewayError && error.temporary) return
    }
    await flag(shop, task)
  }
}

function flag(shop: Shop, task: RefundTask): Promise<void> {
  const { orderId, refundId } = task
  return transact(shop.database, async (tx) => {
    const { order, refund } = await lockRefund(tx, task)
    const now = shop.now()
    if (!isRefundOverdue(refund, now)) return
    const { amount } = refund
    if (
      !(await recordOneTimeEvent(tx, orderId, now, {
        kind: 'refund-overdue',
        name: refundId,
        detail: { amount },
      }))
    )
      return
    const about = { kind: 'refund-overdue-alert', about: refundId, payload: { refundId }, now } as const
    await flagForReview(tx, order, about)
  })
}
