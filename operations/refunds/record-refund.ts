import { findPayments } from '#db/checkout/payments.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { restoreGiftCards, voidGiftCards } from '#db/gift-cards/void-gift-cards.ts'
import { findRefundedParts, settleRefundedUnits } from '#db/orders/refunded-units.ts'
import { enqueue, type OutboxTask } from '#db/outbox/outbox.ts'
import { updateFulfilment } from '#db/refunds/fulfilment-status.ts'
import {
  changeRefund,
  correctRefund,
  findRefunds,
  insertCompletedRefund,
  insertFailedExternalRefund,
  offsetManualRefunds,
} from '#db/refunds/refunds.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { PaymentKind } from '#domain/checkout/payment.ts'
import { toRefundId, type OrderId, type PaymentId, type RefundId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import { refundMayBecome, type RefundSource, type RefundState } from '#domain/refunds/refund.ts'
import type { GatewayRefund } from '#providers/payments/payment-gateway.ts'
import { flagUnshippedRefund } from './flag-unshipped-refund.ts'
import type { RefundTask } from '#operations/request-refund.ts'
import { syncOrderState } from '#operations/sync-order-state.ts'
import { flagForReview } from '#operations/flag-for-review.ts'
import {
  lockOrderForMoney,
  syncOrderWithPayments,
  syncPayments,
  type LockedOrder,
} from './sync-order-with-payments.ts'
import type { Shop } from '#operations/shop.ts'

/** The current state of a refund. `id`: its id at the gateway; null when it was refused. */
export type RefundUpdate = Pick<GatewayRefund, 'state' | 'failure'> & { id: string | null }

interface LockedRefund {
  paymentId: PaymentId
  source: RefundSource
  /** Of the payment that is refunded. */
  kind: PaymentKind
  /** The gateway's id of the refunded payment. */
  intentId: string | null
  state: RefundState
  isTaken: boolean
  amount: Cents
  gatewayRefundId: string | null
  createdAt: number
}

/**
 * Records the state of a refund on its order. The gateway's answer, its webhooks and the reconciler all call it, any
 * number of times and in any order: an event that allows no transition changes nothing.
 */
export async function recordRefund(shop: Shop, task: RefundTask, update: RefundUpdate): Promise<void> {
  await transact(shop.database, async (tx) => {
    const { order, refund } = await lockRefund(tx, task)
    // A refused request says nothing about a refund that the gateway has already made.
    if (update.id === null && (refund.state === 'done' || refund.gatewayRefundId !== null)) return
    if (update.state === 'pending') return recordPending(shop, tx, order, { ...refund, ...task }, update)
    const state = update.state === 'succeeded' ? 'done' : 'failed'
    if (!refundMayBecome(refund, state)) return
    // A manual refund recorded after this one was requested may be the same money.
    const now = shop.now()
    const returned = { orderId: order.id, paymentId: refund.paymentId, amount: refund.amount }
    if (state === 'failed') await settleRefundedUnits(tx, order.id)
    const noted = state === 'done' ? await offsetManualRefunds(tx, returned, now, refund.createdAt) : 0
    await changeRefund(tx, task, {
      state,
      gateway_refund_id: update.id ?? refund.gatewayRefundId,
      failure: update.failure,
      ...(state === 'done' && { done_at: now }),
    })
    await (state === 'done'
      ? recordDone(tx, task, order, { ...refund, noted, isLateLink: isLateLink(refund), now })
      : recordFailed(shop, tx, task, order, refund, update))
  })
}

/**
 * Records an external refund once, and its later states. What staff recorded as a manual refund before the event is
 * offset. A failed one is stored too, so that older events of it change nothing. False when the order does not have the
 * payment.
 */
export async function recordExternalRefund(
  shop: Shop,
  orderId: OrderId,
  refund: GatewayRefund,
): Promise<boolean> {
  const known = await transact(shop.database, (tx) => findOrInsertExternal(shop, tx, orderId, refund))
  if (known.kind === 'known') await recordRefund(shop, { orderId, refundId: known.refundId }, refund)
  return known.kind !== 'unknown-payment'
}

type ExternalRefund = { kind: 'known'; refundId: RefundId } | { kind: 'new' | 'unknown-payment' }

async function findOrInsertExternal(
  shop: Shop,
  tx: Tx,
  orderId: OrderId,
  { id, intentId, amount, state, failure }: GatewayRefund,
): Promise<ExternalRefund> {
  const order = await lockOrderForMoney(tx, orderId)
  const payment = (await findPayments(tx, orderId)).find((paid) => paid.intentId === intentId)
  if (!payment) return { kind: 'unknown-payment' }
  const refunds = tx.selectFrom('refunds').select('id').where('order_id', '=', orderId)
  const known = await refunds.where('gateway_refund_id', '=', id).executeTakeFirst()
  if (known) return { kind: 'known', refundId: known.id }
  const now = shop.now()
  const money = { id: toRefundId(id), orderId, paymentId: payment.id, source: 'gateway', amount } as const
  const external = { ...money, cause: 'gateway', by: 'gateway', gatewayName: id, now } as const
  if (state === 'failed') await insertFailedExternalRefund(tx, { ...external, failure })
  if (state !== 'succeeded') return { kind: 'new' }
  const noted = await offsetManualRefunds(tx, money, now)
  await insertCompletedRefund(tx, external)
  const task = { orderId, refundId: money.id }
  await recordDone(tx, task, order, { intentId, amount, noted, isLateLink: false, now })
  // When all of it had been recorded by staff, they have seen the order.
  if (noted < amount) await flagUnshippedRefund(tx, task, now)
  return { kind: 'new' }
}

/** Records that the gateway never answered: the refund is unconfirmed, and the order is flagged for review. */
export async function giveUpRefund(shop: Shop, tx: Tx, task: RefundTask, failure: string): Promise<void> {
  const { order, refund } = await lockRefund(tx, task)
  if (refund.state !== 'asked' || refund.gatewayRefundId !== null) return
  const { refundId } = task
  await settleRefundedUnits(tx, order.id)
  await changeRefund(tx, task, { state: 'unconfirmed', failure })
  await updateFulfilment(tx, order.id)
  await recordEvent(tx, order.id, shop.now(), 'refund-unconfirmed', { failure })
  await flagForReview(tx, order, {
    kind: 'refund-failed-alert',
    about: `unconfirmed-${refundId}`,
    payload: { refundId },
    now: shop.now(),
  })
}

/** Locks an order, and reads one of its refunds. */
export async function lockRefund(tx: Tx, { orderId, refundId }: RefundTask) {
  const order = await lockOrderForMoney(tx, orderId)
  const row = await tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.state', 'refunds.amount_cents', 'gateway_refund_id as gatewayRefundId'])
    .select(['payment_id as paymentId', 'source', 'payments.intent_id as intentId'])
    .select(['refunds.created_at as createdAt', 'payments.kind'])
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow()
  const { state, amount_cents, ...columns } = row
  const refund: LockedRefund = {
    ...columns,
    state,
    isTaken: row.gatewayRefundId !== null,
    amount: cents(amount_cents),
  }
  return { order, refund }
}

function isLateLink({ kind, source }: Pick<LockedRefund, 'kind' | 'source'>): boolean {
  return kind === 'link' && source === 'late-payment'
}

/** The gateway has the refund, and its result is pending. */
async function recordPending(
  shop: Shop,
  tx: Tx,
  { id: orderId, state: orderState }: LockedOrder,
  refund: LockedRefund & RefundTask,
  { id }: RefundUpdate,
): Promise<void> {
  const { refundId, state, amount, isTaken } = refund
  const isAsked = state === 'asked' || refundMayBecome(refund, 'asked')
  if (!isAsked || isTaken) return
  await changeRefund(tx, { orderId, refundId }, { state: 'asked', gateway_refund_id: id, failure: '' })
  await recordEvent(tx, orderId, shop.now(), 'refund-pending', { amount }, 'gateway')
  if (state === 'asked') return
  // Its units counted as not refunded in the meantime.
  await voidGiftCards(tx, orderId, (await findRefundedParts(tx, orderId)).units, shop.now())
  const refunds = await findRefunds(tx, orderId)
  const order = { id: orderId, state: orderState, payments: await findPayments(tx, orderId), refunds }
  await syncOrderState(tx, order, shop.now())
}

/** The money was returned. `noted`: how much of it staff had already recorded. */
async function recordDone(
  tx: Tx,
  task: RefundTask,
  order: LockedOrder,
  {
    intentId,
    amount,
    noted,
    isLateLink,
    now,
  }: Pick<LockedRefund, 'intentId' | 'amount'> & { noted: number; isLateLink: boolean; now: number },
): Promise<void> {
  await recordEvent(tx, order.id, now, 'money-returned', { intentId, amount }, 'gateway')
  // It may have counted as failed.
  await voidGiftCards(tx, order.id, (await findRefundedParts(tx, order.id)).units, now)
  await syncOrderWithPayments(tx, order, { id: task.refundId, amount: amount - noted, now })
  // If it refunds a payment by link that arrived too late, the customer got an email when the payment arrived.
  if (order.state === 'cancelled' || order.state === 'refunded' || isLateLink) return
  const payload = { ...task, id: `order-refunded-${task.refundId}` }
  const mail: OutboxTask = { kind: 'order-refunded', payload, dedupeKey: `order-refunded:${task.refundId}` }
  await enqueue(tx, [mail], now)
}

/** The refund failed or was sent back: the money is with the shop, and the order is flagged for review. */
async function recordFailed(
  shop: Shop,
  tx: Tx,
  { refundId }: RefundTask,
  order: LockedOrder,
  { state, amount, paymentId, source }: LockedRefund,
  { failure }: RefundUpdate,
): Promise<void> {
  const now = shop.now()
  const wasDone = state === 'done'
  const [kind, detail] = wasDone
    ? (['refund-came-back', { amount, failure }] as const)
    : (['refund-failed', { failure }] as const)
  await recordEvent(tx, order.id, now, kind, detail, 'gateway')
  if (wasDone) {
    const returned = { id: refundId, orderId: order.id, paymentId, source, amount }
    await correctRefund(tx, returned, { state: 'failed', cause: 'came-back', now })
  }
  await syncPayments(tx, order, now)
  if (order.state !== 'cancelled') {
    const { units } = await findRefundedParts(tx, order.id)
    await restoreGiftCards(tx, order.id, units, now)
  }
  const alert = wasDone ? 'refund-came-back-alert' : 'refund-failed-alert'
  await flagForReview(tx, order, { kind: alert, about: refundId, payload: { refundId }, now })
}
