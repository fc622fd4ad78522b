import { lockGiftCards } from '#db/gift-cards/gift-card-ledger.ts'
import { addStoreCredit, type CreditHolder } from '#db/gift-cards/store-credit.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { insertCompletedRefund, type NewRefund } from '#db/refunds/refunds.ts'
import type { Tx } from '#db/engine/transact.ts'
import { GATEWAY_KINDS, type Payment } from '#domain/checkout/payment.ts'
import type { GiftCardKind } from '#domain/gift-cards/gift-card.ts'
import type { OrderState } from '#domain/orders/order.ts'
import { paymentsInTurn } from '#domain/refunds/counted-money.ts'
import { shareId } from '#domain/refunds/refund-shares.ts'
import { shareRefund } from '#domain/refunds/refund.ts'
import type { ChangingOrder } from '#operations/change-as-staff.ts'
import { requestRefund } from '#operations/request-refund.ts'
import { syncOrderWithPayments } from './sync-order-with-payments.ts'

/**
 * Returns money of an order: what was paid at the gateway through the outbox, what gift cards paid to them, and what
 * was paid outside the shop as a manual refund, which is recorded at once because staff give it back themselves. Each
 * payment refunds what is left of it, up to the amount; the first row has the refund's own id. `state`: the order's
 * state by now. `strayFirst`: money that covers nothing of the order goes back before the rest. `creditOf`: whose store
 * credit gets it instead; what gift cards paid is still theirs. Write everything else that is about the refund's row
 * before the order is read again: its state may change here. Returns the state.
 */
export async function returnMoney(
  tx: Tx,
  refund: Omit<NewRefund, 'paymentId'>,
  { id, state, paidAt, payments, refunds }: Omit<ChangingOrder, 'state'> & { state: OrderState },
  { strayFirst = false, creditOf }: { strayFirst?: boolean; creditOf?: CreditHolder | undefined } = {},
): Promise<OrderState> {
  const { now, by } = refund
  const shares = shareRefund(refund.amount, paymentsInTurn(payments, refunds, strayFirst), refunds)
  let current = state
  for (const [at, share] of shares.entries()) {
    const payment = payments.find((one) => one.id === share.paymentId)
    const row = { ...refund, ...share, id: shareId(refund.id, at) }
    const { amount } = share
    if (payment?.giftCardId) await returnToCard(tx, row, payment)
    else if (creditOf) await returnAsCredit(tx, row, creditOf)
    else if (payment === undefined || GATEWAY_KINDS.includes(payment.kind)) {
      await requestRefund(tx, row)
      continue
    } else {
      await insertCompletedRefund(tx, { ...row, source: 'by-hand', gatewayName: null })
      await recordEvent(tx, id, now, 'returned-by-hand', { amount, method: payment.gateway }, by)
    }
    const order = { id, state: current, isPaid: paidAt !== null }
    current = await syncOrderWithPayments(tx, order, { id: row.id, amount, now })
    if (state === 'cancelled') continue
    const payload = { orderId: id, refundId: row.id, id: `order-refunded-${row.id}` }
    await enqueue(tx, [{ kind: 'order-refunded', payload, dedupeKey: `order-refunded:${row.id}` }], now)
  }
  return current
}

/** Returns money to the gift card or store credit that paid, also when it is disabled: the money is its holder's. */
export async function returnToCard(
  tx: Tx,
  refund: NewRefund,
  { gateway, giftCardId, reference }: Pick<Payment, 'gateway' | 'giftCardId' | 'reference'>,
): Promise<void> {
  const isCredit = gateway === ('store-credit' satisfies GiftCardKind)
  await insertCompletedRefund(tx, {
    ...refund,
    source: isCredit ? 'store-credit' : 'gift-card',
    gatewayName: null,
  })
  const locked = await lockGiftCards(tx, [giftCardId!])
  locked.add({ ...entryOf(refund), id: giftCardId! })
  await locked.write()
  if (isCredit) return recordCredited(tx, refund)
  const { orderId, amount, now, by } = refund
  await recordEvent(tx, orderId, now, 'returned-to-gift-card', { amount, what: `•••• ${reference}` }, by)
}

/** Returns money as store credit, whatever it was paid with. */
async function returnAsCredit(tx: Tx, refund: NewRefund, holder: CreditHolder): Promise<void> {
  await insertCompletedRefund(tx, { ...refund, source: 'store-credit', gatewayName: null })
  await addStoreCredit(tx, holder, entryOf(refund))
  await recordCredited(tx, refund)
}

/** Without the reason, which may name the customer: the ledger is kept when their data is deleted. */
function entryOf({ id: refundId, amount, by, now: at }: NewRefund) {
  return { kind: 'refund', amount, refundId, by, at } as const
}

async function recordCredited(tx: Tx, { orderId, amount, now, by }: NewRefund): Promise<void> {
  await recordEvent(tx, orderId, now, 'returned-to-store-credit', { amount }, by)
}
