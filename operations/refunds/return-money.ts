import { recordEvent } from '#db/orders/order-events.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { insertCompletedRefund, type NewRefund } from '#db/refunds/refunds.ts'
import type { Tx } from '#db/engine/transact.ts'
import { GATEWAY_KINDS, type Payment } from '#domain/checkout/payment.ts'
import type { OrderState } from '#domain/orders/order.ts'
import { paymentsInTurn } from '#domain/refunds/counted-money.ts'
import { shareId } from '#domain/refunds/refund-shares.ts'
import { shareRefund } from '#domain/refunds/refund.ts'
import { creditCustomer, creditGiftCard } from '#operations/gift-cards/credit-gift-card.ts'
import type { ChangingOrder } from '#operations/change-as-staff.ts'
import { requestRefund } from '#operations/request-refund.ts'
import { syncOrderWithPayments } from './sync-order-with-payments.ts'

/**
 * Returns money of an order: what was paid at the gateway through the outbox, what gift cards paid to them, and what
 * was paid outside the shop as a manual refund, which is recorded at once because staff give it back themselves. Each
 * payment refunds what is left of it, up to the amount; the first row has the refund's own id. `state`: the order's
 * state by now. `strayFirst`: money that covers nothing of the order goes back before the rest. `asCredit`: all of it
 * becomes store credit of the customer. Write everything else that is about the refund's row before the order is read
 * again: its state may change here. Returns the state.
 */
export async function returnMoney(
  tx: Tx,
  refund: Omit<NewRefund, 'paymentId'>,
  { id, email, state, paidAt, payments, refunds }: Omit<ChangingOrder, 'state'> & { state: OrderState },
  { strayFirst = false, asCredit = false } = {},
): Promise<OrderState> {
  const { now, by } = refund
  const shares = shareRefund(refund.amount, paymentsInTurn(payments, refunds, strayFirst), refunds)
  let current = state
  for (const [at, share] of shares.entries()) {
    const payment = payments.find((one) => one.id === share.paymentId)
    const row = { ...refund, ...share, id: shareId(refund.id, at) }
    const isAtGateway = payment === undefined || GATEWAY_KINDS.includes(payment.kind)
    if (isAtGateway && !asCredit) {
      await requestRefund(tx, row)
      continue
    }
    const { amount } = share
    const giftCardId = asCredit ? null : (payment?.giftCardId ?? null)
    if (asCredit || (payment && giftCardId)) await returnToCard(tx, row, asCredit ? email : payment!)
    else {
      await insertCompletedRefund(tx, { ...row, source: 'by-hand', gatewayName: null })
      await recordEvent(tx, id, now, 'returned-by-hand', { amount, method: payment!.gateway }, by)
    }
    const order = { id, state: current, isPaid: paidAt !== null }
    current = await syncOrderWithPayments(tx, order, { id: row.id, amount, now })
    if (state === 'cancelled') continue
    const payload = { orderId: id, refundId: row.id, id: `order-refunded-${row.id}` }
    await enqueue(tx, [{ kind: 'order-refunded', payload, dedupeKey: `order-refunded:${row.id}` }], now)
  }
  return current
}

/** Returns money to the gift card that paid, or to the store credit of this email address. */
export async function returnToCard(tx: Tx, refund: NewRefund, to: Payment | string): Promise<void> {
  const { id: refundId, orderId, amount, reason, by, now: at } = refund
  const method = typeof to === 'string' || to.gateway === 'store-credit' ? 'store-credit' : 'gift-card'
  await insertCompletedRefund(tx, { ...refund, source: method, gatewayName: null })
  const credit = { kind: 'refund', amount, refundId, reason, by, at } as const
  if (typeof to === 'string') await creditCustomer(tx, to, credit)
  else await creditGiftCard(tx, to.giftCardId!, credit)
  const what = typeof to === 'string' ? '' : `•••• ${to.reference}`
  await recordEvent(tx, orderId, at, 'returned-to-gift-card', { amount, method, what }, by)
}
