import { findDisputes } from '#db/refunds/disputes.ts'
import { moveOrder } from '#db/orders/move-order.ts'
import { isAfterLast, recordEvent } from '#db/orders/order-events.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { findPayments, findReceived, movePayment } from '#db/checkout/payments.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { Tx } from '#db/engine/transact.ts'
import { receivedBy, stateByMoney } from '#domain/checkout/payment.ts'
import { isDisputed } from '#domain/refunds/dispute.ts'
import type { Cents } from '#domain/money.ts'
import { mayBecome, type OrderState } from '#domain/orders/order.ts'
import { isRefundWaiting, overRefund, returnedSoFar, standingState } from '#domain/refunds/refund.ts'
import { flagForReview } from '#operations/flag-for-review.ts'

/** An order that is locked until the transaction ends. */
export interface LockedOrder {
  id: string
  state: OrderState
  isPaid: boolean
  isFulfilled: boolean
}

/** Money that has gone. `id`: of the refund or dispute. `amount`: without what staff had noted before. */
interface Gone {
  id: string
  amount: number
  now: number
}

/** How the money of an order stands. */
interface Restated {
  received: Cents
  returned: Cents
  isWhole: boolean
  standing: OrderState
}

/** Locks an order whose money is about to change. */
export async function lockOrderForMoney(tx: Tx, id: string): Promise<LockedOrder> {
  const { state, paid_at, fulfilled_at } = await lockingOrders(tx)
    .select(['state', 'paid_at', 'fulfilled_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, state, isPaid: paid_at !== null, isFulfilled: fulfilled_at !== null }
}

/**
 * Brings payment and order in line with the money that has gone. What a person must look at stays so until they have,
 * unless the last of the money was what they were waiting for.
 */
export async function syncOrderWithPayments(tx: Tx, order: LockedOrder, gone: Gone): Promise<void> {
  const { now } = gone
  const restated = await syncPayments(tx, order, now)
  const { isWhole, standing } = restated
  if (await flagOverRefund(tx, order, restated, gone)) return
  if (order.state === 'cancelled') return
  if (order.state === 'needs-attention' && (!isWhole || (await isForAPerson(tx, order.id)))) return
  if (mayBecome(order.state, standing)) await moveOrder(tx, order, standing, now)
}

/** Brings the payments alone in line, and answers how the order stands by its money. */
export async function syncPayments(tx: Tx, order: LockedOrder, now: number): Promise<Restated> {
  const payments = await findPayments(tx, order.id)
  const refunds = await findRefunds(tx, order.id)
  for (const payment of payments) {
    const own = refunds.filter(({ paymentId }) => paymentId === payment.id)
    const state = stateByMoney(payment, {
      returned: returnedSoFar(own),
      isWaiting: isRefundWaiting(own),
      // One that was set aside stands once a person has said so, which makes its order paid.
      isAccepted: order.isPaid || payment.received === payment.amount,
    })
    if (state !== payment.state) await movePayment(tx, payment, state, now)
  }
  const received = receivedBy(payments)
  const returned = returnedSoFar(refunds)
  const isWhole = returned >= received
  const standing = standingState({ received, refunds, isFulfilled: order.isFulfilled })
  return { received, returned, isWhole, standing }
}

/**
 * When more has gone than came, and more than before, the order is brought to a person, and the owner is told the sums.
 */
export async function flagOverRefund(
  tx: Tx,
  order: LockedOrder,
  { received, returned }: Pick<Restated, 'received' | 'returned'>,
  { id, amount, now }: Gone,
): Promise<boolean> {
  if (returned <= received || amount <= 0) return false
  await recordEvent(tx, order.id, now, 'over-refunded', { received, returned })
  const payload = { received, returned }
  await flagForReview(tx, order, { kind: 'over-refunded-alert', about: id, payload, now })
  return true
}

/** Whether more went back than came, now or when somebody looked last, or a bank has a say in the money. */
async function isForAPerson(tx: Tx, orderId: string): Promise<boolean> {
  const received = await findReceived(tx, orderId)
  return (
    overRefund(received, await findRefunds(tx, orderId)) > 0 ||
    isDisputed(await findDisputes(tx, orderId)) ||
    (await isAfterLast(tx, orderId, { kinds: ['over-refunded', 'dispute-lost'], last: 'resolved' }))
  )
}
