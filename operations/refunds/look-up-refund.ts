import { incrementVersion } from '#db/orders/move-order.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { changeRefund } from '#db/refunds/refunds.ts'
import { transact } from '#db/engine/transact.ts'
import { flagForReview } from '#operations/flag-for-review.ts'
import type { RefundTask } from '#operations/request-refund.ts'
import { lockRefund, recordRefund } from './record-refund.ts'
import { syncPayments } from './sync-order-with-payments.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * Looks up an unconfirmed refund at the gateway. Only reads: the refund is never created here. Throws when the gateway
 * cannot answer.
 */
export async function lookUpRefund(shop: Shop, task: RefundTask): Promise<void> {
  const { db } = shop.database
  const { key, intentId } = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.idempotency_key as key', 'payments.intent_id as intentId'])
    .where('refunds.id', '=', task.refundId)
    .executeTakeFirstOrThrow()
  if (intentId === null) return
  const made = await shop.gateway.findRefund(intentId, key)
  await (made ? recordRefund(shop, task, made) : recordNeverMade(shop, task))
}

/** Nothing was refunded. Flags an order that still needs attention again; otherwise it is only added to the history. */
async function recordNeverMade(shop: Shop, task: RefundTask): Promise<void> {
  const { refundId } = task
  await transact(shop.database, async (tx) => {
    const { order, refund } = await lockRefund(tx, task)
    if (refund.state !== 'unconfirmed') return
    const now = shop.now()
    const failure = 'The payment provider never received it.'
    await changeRefund(tx, task, { state: 'failed', failure })
    await syncPayments(tx, order, now)
    await recordEvent(tx, order.id, now, 'refund-never-made', { amount: refund.amount }, 'gateway')
    if (order.state !== 'needs-attention') return incrementVersion(tx, order.id, now)
    await flagForReview(tx, order, {
      kind: 'refund-failed-alert',
      about: refundId,
      payload: { refundId },
      now,
    })
  })
}
