import { findDisputes } from '#db/refunds/disputes.ts'
import { moveOrder } from '#db/orders/move-order.ts'
import { isAfterLast, recordEvent } from '#db/orders/order-events.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { findPayments, findReceived, movePayment } from '#db/checkout/payments.ts'
import { updateFulfilment } from '#db/refunds/fulfilment-status.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { Tx } from '#db/engine/transact.ts'
import { sumReceived, stateAfterRefund } from '#domain/checkout/payment.ts'
import type { OrderId } from '#domain/ids.ts'
import { isDisputed } from '#domain/refunds/dispute.ts'
import type { Cents } from '#domain/money.ts'
import { mayBecome, type OrderState } from '#domain/orders/order.ts'
import { countedMoney, leftOfOwed } from '#domain/refunds/counted-money.ts'
import { isRefundWaiting, overRefund, returnedSoFar, derivedState } from '#domain/refunds/refund.ts'
import { voidLinkOfRefundedOrder } from '#operations/payment-links/waive-balance.ts'
import { flagForReview } from '#operations/flag-for-review.ts'

/** An order that is locked until the transaction ends. */
export interface LockedOrder {
  id: OrderId
  state: OrderState
  isPaid: boolean
}

/** Returned money. `id`: of the refund or dispute. `amount`: without what staff had already recorded. */
interface ReturnedMoney {
  id: string
  amount: number
  now: number
}

/** The order's money after its payments were updated. */
interface OrderMoney {
  received: Cents
  returned: Cents
  isWhole: boolean
  /** What is left of what was owed for the order. */
  left: Cents
  derived: OrderState
}

/** Locks an order whose money is about to change. */
export async function lockOrderForMoney(tx: Tx, id: OrderId): Promise<LockedOrder> {
  const { state, paid_at } = await lockingOrders(tx)
    .select(['state', 'paid_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, state, isPaid: paid_at !== null }
}

/**
 * Updates payments and order state after money was returned. An order that needs attention stays so until staff resolve
 * it, unless it was only waiting for the last of the money. Returns the state of the order afterwards.
 */
export async function syncOrderWithPayments(
  tx: Tx,
  order: LockedOrder,
  returnedMoney: ReturnedMoney,
): Promise<OrderState> {
  const { now } = returnedMoney
  const orderMoney = await syncPayments(tx, order, now)
  const { isWhole, derived } = orderMoney
  if (await flagOverRefund(tx, order, orderMoney, returnedMoney)) return 'needs-attention'
  if (order.state === 'cancelled') return order.state
  if (order.state === 'needs-attention' && (!isWhole || (await needsReview(tx, order.id)))) return order.state
  if (!mayBecome(order.state, derived)) return order.state
  await moveOrder(tx, order, derived, now)
  return derived
}

/**
 * Updates only the payments, the payment link and what is still to be sent, and returns the state that the order's
 * money calls for.
 */
export async function syncPayments(tx: Tx, order: LockedOrder, now: number): Promise<OrderMoney> {
  const payments = await findPayments(tx, order.id)
  const refunds = await findRefunds(tx, order.id)
  for (const payment of payments) {
    const own = refunds.filter(({ paymentId }) => paymentId === payment.id)
    const state = stateAfterRefund(payment, {
      returned: returnedSoFar(own),
      isWaiting: isRefundWaiting(own),
      // Staff accept a payment that was set aside by making its order paid.
      isAccepted: order.isPaid || payment.received === payment.amount,
    })
    if (state !== payment.state) await movePayment(tx, payment, state, now)
  }
  const received = sumReceived(payments)
  const returned = returnedSoFar(refunds)
  const isWhole = returned >= received
  if (isWhole && received > 0) await voidLinkOfRefundedOrder(tx, order.id, now)
  const fulfilment = await updateFulfilment(tx, order.id)
  const derived = derivedState({ ...countedMoney(payments, refunds), fulfilment })
  return { received, returned, isWhole, left: leftOfOwed(payments, refunds), derived }
}

/**
 * When more was returned than received, and more than before, flags the order for review and mails the sums to the
 * owner.
 */
export async function flagOverRefund(
  tx: Tx,
  order: LockedOrder,
  { received, returned }: Pick<OrderMoney, 'received' | 'returned'>,
  { id, amount, now }: ReturnedMoney,
): Promise<boolean> {
  if (returned <= received || amount <= 0) return false
  await recordEvent(tx, order.id, now, 'over-refunded', { received, returned })
  const payload = { received, returned }
  await flagForReview(tx, order, { kind: 'over-refunded-alert', about: id, payload, now })
  return true
}

/**
 * Whether staff must still look: more was returned than received, now or since the last resolution, or there is a
 * dispute.
 */
async function needsReview(tx: Tx, orderId: OrderId): Promise<boolean> {
  const received = await findReceived(tx, orderId)
  return (
    overRefund(received, await findRefunds(tx, orderId)) > 0 ||
    isDisputed(await findDisputes(tx, orderId)) ||
    (await isAfterLast(tx, orderId, { kinds: ['over-refunded', 'dispute-lost'], last: 'resolved' }))
  )
}
