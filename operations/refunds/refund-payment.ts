import * as v from 'valibot'
import { findDisputes } from '#db/refunds/disputes.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { toOrderId, toRefundId } from '#domain/ids.ts'
import { cents, formatCents } from '#domain/money.ts'
import { leftToRefund, maySendRefund } from '#domain/refunds/refund.ts'
import { GatewayError, type GatewayRefund } from '#providers/payments/payment-gateway.ts'
import type { RefundTask } from '#operations/request-refund.ts'
import { recordRefund } from './record-refund.ts'
import type { Shop } from '#operations/shop.ts'

/** The kind of an outbox task that returns money. */
export const REFUND = 'refund'

/** Tasks from before refunds had rows contain no refund id: it is the order's id. */
export const refundSchema = v.pipe(
  v.object({
    orderId: v.pipe(v.string(), v.transform(toOrderId)),
    refundId: v.optional(v.pipe(v.string(), v.transform(toRefundId))),
  }),
  v.transform(({ orderId, refundId = toRefundId(orderId) }): RefundTask => ({ orderId, refundId })),
)

/**
 * Makes one refund at the gateway, exactly once however often it is called, and records the result on the order. Throws
 * when the gateway cannot be reached, and the outbox retries. A refused refund is flagged for review; so is one that is
 * not sent because a dispute or another refund has overtaken it.
 */
export async function refundPayment(shop: Shop, task: RefundTask): Promise<void> {
  const { db } = shop.database
  const refund = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.amount_cents as amount', 'refunds.state', 'idempotency_key as idempotencyKey'])
    .select('payments.intent_id as intentId')
    .where('refunds.id', '=', task.refundId)
    .executeTakeFirstOrThrow()
  if (refund.state !== 'asked') return
  const refused = (failure: string) => recordRefund(shop, task, { state: 'failed', id: null, failure })
  const { intentId, idempotencyKey } = refund
  if (intentId === null) return refused('The shop does not know which payment this was.')
  const overtaken = await whyNotToSend(shop, task, intentId)
  if (overtaken !== null) {
    // An earlier attempt may have succeeded, and its answer been lost.
    const found = await shop.gateway.findRefund(intentId, idempotencyKey)
    return recordRefund(shop, task, found ?? { state: 'failed', id: null, failure: overtaken })
  }
  let made: GatewayRefund
  try {
    made = await shop.gateway.refund({ intentId, amount: cents(refund.amount), idempotencyKey })
  } catch (error) {
    if (!(error instanceof GatewayError) || error.temporary) throw error
    shop.log.error('The gateway refused a refund', error, { ...task })
    return refused(error.message)
  }
  await recordRefund(shop, task, made)
}

/** Why a requested refund must no longer be sent; null when it may. */
async function whyNotToSend(
  { database: { db } }: Shop,
  { orderId, refundId }: RefundTask,
  intentId: string,
): Promise<string | null> {
  const ofOrder = await findRefunds(db, orderId)
  const refund = ofOrder.find(({ id }) => id === refundId)
  const payment = (await findPayments(db, orderId)).find(({ id }) => id === refund?.paymentId)
  const disputes = (await findDisputes(db, orderId)).filter(
    (dispute) => dispute.currency === payment?.currency && (dispute.intentId ?? intentId) === intentId,
  )
  if (!refund || !payment) return null
  const { received } = payment
  const refunds = ofOrder.filter(({ paymentId }) => paymentId === payment.id)
  if (maySendRefund(refund, { received, refunds, disputes })) return null
  if (!maySendRefund(refund, { received, refunds, disputes: [] })) {
    const left = leftToRefund(
      received,
      refunds.filter(({ id }) => id !== refundId),
    )
    return `Not sent to the payment provider: only ${formatCents(left)} of ${formatCents(received)} is left to return.`
  }
  return 'Not sent to the payment provider: the payment was disputed after this refund was requested.'
}
