import { hasEvent } from '#db/orders/order-events.ts'
import type { Tx } from '#db/engine/transact.ts'
import { isOpen } from '#domain/orders/fulfilment.ts'
import { flagForReview } from '#operations/flag-for-review.ts'
import type { RefundTask } from '#operations/request-refund.ts'

/**
 * Flags an unshipped order for review that was refunded in full at the gateway, because its units are still out of
 * stock. A cancelled order is not flagged: whether to restock was decided then.
 */
export async function flagUnshippedRefund(
  tx: Tx,
  { orderId, refundId }: RefundTask,
  now: number,
): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'state', 'paid_at', 'fulfilment'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const state = order.state
  if (state !== 'refunded' || order.paid_at === null || !isOpen(order.fulfilment)) return
  if (await hasEvent(tx, orderId, 'cancelled')) return
  const out = await tx
    .selectFrom('order_lines')
    .select('position')
    .where('order_id', '=', orderId)
    .whereRef('restocked', '<', 'quantity')
    .limit(1)
    .executeTakeFirst()
  if (!out) return
  const payload = { refundId }
  await flagForReview(tx, { id: orderId, state }, { kind: 'not-sent-alert', about: refundId, payload, now })
}
