import { enqueue } from '#db/outbox/outbox.ts'
import { insertRefund } from '#db/refunds/refunds.ts'
import type { Tx } from '#db/engine/transact.ts'

/** One refund of one order. */
export interface RefundTask {
  orderId: string
  refundId: string
}

/** Writes a refund down and sees to it that the gateway is asked, in one transaction with the reason for it. */
export async function requestRefund(tx: Tx, refund: Parameters<typeof insertRefund>[1]): Promise<void> {
  await insertRefund(tx, refund)
  const { id: refundId, orderId, now } = refund
  await enqueue(
    tx,
    [{ kind: 'refund', payload: { orderId, refundId }, dedupeKey: `refund:${refundId}` }],
    now,
  )
}
