import { findPayments } from '#db/checkout/payments.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { enqueue, type OutboxTask } from '#db/outbox/outbox.ts'
import {
  correctRefund,
  insertCompletedRefund,
  insertFailedExternalRefund,
  offsetManualRefunds,
} from '#db/refunds/refunds.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { cents, type Cents } from '#domain/money.ts'
import { refundMayBecome, type RefundSource, type RefundState } from '#domain/refunds/refund.ts'
import type { GatewayRefund } from '#providers/payments/payment-gateway.ts'
import { flagUnshippedRefund } from './flag-unshipped-refund.ts'
import type { RefundTask } from '#operations/request-refund.ts'
import { flagForReview } from '#operations/flag-for-review.ts'
import {
  lockOrderForMoney,
  syncOrderWithPayments,
  syncPayments,
  type LockedOrder,
} from './sync-order-with-payments.ts'
import type { Shop } from '#operations/shop.ts'

/** What is known of a refund now. `id`: the gateway's name for it; null when it has refused. */
export type RefundNews = Pick<GatewayRefund, 'state' | 'failure'> & { id: string | null }

interface LockedRefund {
  paymentId: string
  source: RefundSource
  /** The gateway's name for the payment that it returns. */
  intentId: string | null
  state: RefundState
  isTaken: boolean
  amount: Cents
  gatewayRefundId: string | null
  createdAt: number
}

/**
 * Writes into the order what became of a refund. The gateway's answer, its webhooks and the reconciler all come here,
 * as often and in whatever order they like: what leads nowhere new changes nothing.
 */
export async function recordRefund(shop: Shop, task: RefundTask, news: RefundNews): Promise<void> {
  await transact(shop.database, async (tx) => {
    const { order, refund } = await lockRefund(tx, task)
    // A refusal to make it says nothing about what the gateway has made already.
    if (news.id === null && (refund.state === 'done' || refund.gatewayRefundId !== null)) return
    if (news.state === 'pending') return takeOn(shop, tx, task, refund, news)
    const state = news.state === 'succeeded' ? 'done' : 'failed'
    if (!refundMayBecome(refund, state)) return
    // What was noted by hand after this was asked for was noted while nobody knew of it: it may be the same money.
    const now = shop.now()
    const gone = { orderId: order.id, paymentId: refund.paymentId, amount: refund.amount }
    const noted = state === 'done' ? await offsetManualRefunds(tx, gone, now, refund.createdAt) : 0
    await tx
      .updateTable('refunds')
      .set({
        state,
        gateway_refund_id: news.id ?? refund.gatewayRefundId,
        failure: news.failure,
        ...(state === 'done' && { done_at: now }),
      })
      .where('id', '=', task.refundId)
      .execute()
    await (state === 'done'
      ? finish(tx, task, order, { ...refund, noted, now })
      : fail(shop, tx, task, order, refund, news))
  })
}

/**
 * Writes down money that somebody returned at the gateway itself, once, and what becomes of it later. What staff have
 * noted as returned by hand before the gateway tells is taken off their note. One that has failed is kept as well, so
 * that older news of it counts for nothing. False when it was of a payment that is not in the order's books.
 */
export async function recordExternalRefund(
  shop: Shop,
  orderId: string,
  refund: GatewayRefund,
): Promise<boolean> {
  const known = await transact(shop.database, (tx) => findOrInsertExternal(shop, tx, orderId, refund))
  if (known.kind === 'known') await recordRefund(shop, { orderId, refundId: known.refundId }, refund)
  return known.kind !== 'not-in-the-books'
}

type Foreign = { kind: 'known'; refundId: string } | { kind: 'new' | 'not-in-the-books' }

async function findOrInsertExternal(
  shop: Shop,
  tx: Tx,
  orderId: string,
  { id, intentId, amount, state, failure }: GatewayRefund,
): Promise<Foreign> {
  const order = await lockOrderForMoney(tx, orderId)
  const payment = (await findPayments(tx, orderId)).find((paid) => paid.intentId === intentId)
  if (!payment) return { kind: 'not-in-the-books' }
  const refunds = tx.selectFrom('refunds').select('id').where('order_id', '=', orderId)
  const known = await refunds.where('gateway_refund_id', '=', id).executeTakeFirst()
  if (known) return { kind: 'known', refundId: known.id }
  const [reason, now] = ['Refunded at the gateway', shop.now()]
  const money = { id, orderId, paymentId: payment.id, source: 'gateway', amount } as const
  const foreign = { ...money, reason, by: 'gateway', gatewayName: id, now }
  if (state === 'failed') await insertFailedExternalRefund(tx, { ...foreign, failure })
  if (state !== 'succeeded') return { kind: 'new' }
  const noted = await offsetManualRefunds(tx, money, now)
  await insertCompletedRefund(tx, foreign)
  const task = { orderId, refundId: id }
  await finish(tx, task, order, { intentId, amount, noted, now })
  // Who noted all of it has seen the order.
  if (noted < amount) await flagUnshippedRefund(tx, task, now)
  return { kind: 'new' }
}

/**
 * Writes down that the gateway never answered: nobody here knows whether the money went back, and a person must look.
 */
export async function giveUpRefund(shop: Shop, tx: Tx, task: RefundTask, failure: string): Promise<void> {
  const { order, refund } = await lockRefund(tx, task)
  if (refund.state !== 'asked' || refund.gatewayRefundId !== null) return
  const { refundId } = task
  const state: RefundState = 'unconfirmed'
  await tx.updateTable('refunds').set({ state, failure }).where('id', '=', refundId).execute()
  await recordEvent(tx, order.id, shop.now(), 'refund-unconfirmed', { failure })
  await flagForReview(tx, order, {
    kind: 'refund-failed-alert',
    about: `unconfirmed-${refundId}`,
    payload: { refundId },
    now: shop.now(),
  })
}

/** Locks an order, and reads one refund of it. */
export async function lockRefund(tx: Tx, { orderId, refundId }: RefundTask) {
  const order = await lockOrderForMoney(tx, orderId)
  const row = await tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.state', 'refunds.amount_cents', 'gateway_refund_id as gatewayRefundId'])
    .select(['payment_id as paymentId', 'source', 'payments.intent_id as intentId'])
    .select('refunds.created_at as createdAt')
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow()
  const { state, amount_cents, ...said } = row
  const refund: LockedRefund = {
    ...said,
    state,
    isTaken: row.gatewayRefundId !== null,
    amount: cents(amount_cents),
  }
  return { order, refund }
}

/** The gateway has the refund, and does not know yet whether it succeeds. */
async function takeOn(
  shop: Shop,
  tx: Tx,
  { orderId, refundId }: RefundTask,
  refund: LockedRefund,
  { id }: RefundNews,
): Promise<void> {
  const { state, amount, isTaken } = refund
  const isAsked = state === 'asked' || refundMayBecome(refund, 'asked')
  if (!isAsked || isTaken) return
  await tx
    .updateTable('refunds')
    .set({ state: 'asked' satisfies RefundState, gateway_refund_id: id, failure: '' })
    .where('id', '=', refundId)
    .execute()
  await recordEvent(tx, orderId, shop.now(), 'refund-pending', { amount }, 'gateway')
}

/** The money has gone. `noted`: so much of it staff had written down before. */
async function finish(
  tx: Tx,
  task: RefundTask,
  order: LockedOrder,
  {
    intentId,
    amount,
    noted,
    now,
  }: Pick<LockedRefund, 'intentId' | 'amount'> & { noted: number; now: number },
): Promise<void> {
  await recordEvent(tx, order.id, now, 'money-returned', { intentId, amount }, 'gateway')
  await syncOrderWithPayments(tx, order, { id: task.refundId, amount: amount - noted, now })
  if (order.state === 'cancelled' || order.state === 'refunded') return
  const payload = { ...task, id: `order-refunded-${task.refundId}` }
  const mail: OutboxTask = { kind: 'order-refunded', payload, dedupeKey: `order-refunded:${task.refundId}` }
  await enqueue(tx, [mail], now)
}

/** The money is with the shop, or with the shop again: a person must see to it. */
async function fail(
  shop: Shop,
  tx: Tx,
  { refundId }: RefundTask,
  order: LockedOrder,
  { state, amount, paymentId, source }: LockedRefund,
  { failure }: RefundNews,
): Promise<void> {
  const now = shop.now()
  const wasDone = state === 'done'
  const [kind, detail] = wasDone
    ? (['refund-came-back', { amount, failure }] as const)
    : (['refund-failed', { failure }] as const)
  await recordEvent(tx, order.id, now, kind, detail, 'gateway')
  if (wasDone) {
    const returned = { id: refundId, orderId: order.id, paymentId, source, amount }
    await correctRefund(tx, returned, { state: 'failed', reason: 'Came back', now })
  }
  await syncPayments(tx, order, now)
  const alert = wasDone ? 'refund-came-back-alert' : 'refund-failed-alert'
  await flagForReview(tx, order, { kind: alert, about: refundId, payload: { refundId }, now })
}
