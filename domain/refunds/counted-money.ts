import type { Payment } from '#domain/checkout/payment.ts'
import { addCents, cents, type Cents } from '#domain/money.ts'
import { leftToRefund, returnedSoFar, type Refund } from './refund.ts'

type PaidSum = Pick<Payment, 'id' | 'kind' | 'amount' | 'received'>
type RefundOfPayment = Pick<Refund, 'paymentId' | 'source' | 'amount' | 'state'>

/**
 * Whether a payment by link covers nothing of its order, so that all of it should be returned to the customer: it
 * arrived after its balance was settled (even if its refund has failed), or its amount is not the requested one and
 * staff did not count it towards the balance.
 */
function isStray({ id, kind, amount, received }: PaidSum, refunds: readonly RefundOfPayment[]): boolean {
  if (kind !== 'link') return false
  return received !== amount || refunds.some((one) => one.paymentId === id && one.source === 'late-payment')
}

/**
 * What is left of the money that was owed for an order. A payment that arrived too late was never owed, whatever became
 * of its refund.
 */
export function leftOfOwed(payments: readonly PaidSum[], refunds: readonly RefundOfPayment[]): Cents {
  const late = new Set(
    refunds.filter(({ source }) => source === 'late-payment').map(({ paymentId }) => paymentId),
  )
  const owed = payments.filter(({ id }) => !late.has(id))
  return leftToRefund(
    addCents(owed.map(({ received }) => received)),
    refunds.filter(({ paymentId }) => !late.has(paymentId)),
  )
}

/**
 * The payments of an order in the sequence in which a refund takes them: gift cards last, otherwise the oldest first. A
 * refund of another sum first takes the payments that cover nothing of the order (`strayFirst`); a refund of items, of
 * shipping or of what a change made cheaper takes them last, because they did not pay for it.
 */
export function paymentsInTurn<P extends PaidSum>(
  payments: readonly P[],
  refunds: readonly RefundOfPayment[],
  strayFirst: boolean,
): P[] {
  const [stray, covering] = [true, false].map((wanted) =>
    payments
      .filter((payment) => isStray(payment, refunds) === wanted)
      .toSorted((one, other) => Number(one.kind === 'gift-card') - Number(other.kind === 'gift-card')),
  ) as [P[], P[]]
  return strayFirst ? [...stray, ...covering] : [...covering, ...stray]
}

/**
 * The money that decides the state of an order. A payment that covers nothing of it counts only with what the shop
 * still has of it, so that returning it makes no order partially refunded, and an order whose own money was returned is
 * not refunded before the rest is too. One that came too late does not count while its refund may be made.
 */
export function countedMoney<P extends PaidSum, R extends RefundOfPayment>(
  payments: readonly P[],
  refunds: readonly R[],
): { received: Cents; refunds: R[] } {
  const stray = new Set(payments.filter((payment) => isStray(payment, refunds)).map(({ id }) => id))
  const received = payments.map((payment) => {
    const own = refunds.filter(({ paymentId }) => paymentId === payment.id)
    if (!stray.has(payment.id)) return payment.received
    const isReturning = own.some(({ source, state }) => source === 'late-payment' && state !== 'failed')
    return isReturning ? cents(0) : cents(Math.max(0, payment.received - returnedSoFar(own)))
  })
  return { received: addCents(received), refunds: refunds.filter(({ paymentId }) => !stray.has(paymentId)) }
}
