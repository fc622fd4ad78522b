import { enqueue } from '#db/outbox/outbox.ts'
import { insertRefund, type NewRefund } from '#db/refunds/refunds.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { OrderId, RefundId } from '#domain/ids.ts'

/** One refund of one order. */
export interface RefundTask {
  orderId: OrderId
  refundId: RefundId
}

/** Writes a refund and enqueues its gateway request, in the transaction of its reason. */
export async function requestRefund(tx: Tx, refund: NewRefund): Promise<void> {
  await insertRefund(tx, refund)
  const { id: refundId, orderId, now } = refund
  await enqueue(
    tx,
    [{ kind: 'refund', payload: { orderId, refundId }, dedupeKey: `refund:${refundId}` }],
    now,
  )
}
