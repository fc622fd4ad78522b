import { enqueue } from '#db/outbox/outbox.ts'
import { insertRefund, type NewRefund } from '#db/refunds/refunds.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Payment } from '#domain/checkout/payment.ts'
import { toRefundId, type OrderId, type RefundId } from '#domain/ids.ts'
import { shareRefund, type Refund } from '#domain/refunds/refund.ts'

/** One refund of one order. */
export interface RefundTask {
  orderId: OrderId
  refundId: RefundId
}

/**
 * Requests a refund across several payments: each refunds what is left of it, up to the amount. The first row has the
 * refund's own id.
 */
export async function requestRefunds(
  tx: Tx,
  refund: Omit<NewRefund, 'paymentId'>,
  { payments, refunds }: { payments: readonly Payment[]; refunds: readonly Refund[] },
): Promise<void> {
  for (const [at, share] of shareRefund(refund.amount, payments, refunds).entries()) {
    const id = at === 0 ? refund.id : toRefundId(`${refund.id}-${at + 1}`)
    await requestRefund(tx, { ...refund, ...share, id })
  }
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
