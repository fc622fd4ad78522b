import { randomUUID } from 'node:crypto'
import { moveOrder } from '#db/orders/move-order.ts'
import { isAfterLast, recordEvent } from '#db/orders/order-events.ts'
import { findPayments, movePayment } from '#db/checkout/payments.ts'
import { insertCompletedRefund } from '#db/refunds/refunds.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Payment } from '#domain/checkout/payment.ts'
import { toRefundId } from '#domain/ids.ts'
import { countedMoney, leftOfOwed } from '#domain/refunds/counted-money.ts'
import {
  isRefundWaiting,
  leftToRefund,
  overRefund,
  shareRefund,
  derivedState,
} from '#domain/refunds/refund.ts'
import {
  changeAsStaff,
  type ChangeRefusal,
  type ChangingOrder,
  type StaffChange,
} from '#operations/change-as-staff.ts'
import { acceptLinkPayment } from '#operations/payment-links/accept-link-payment.ts'
import { reviveVoidedLink, voidLinkOfRefundedOrder } from '#operations/payment-links/waive-balance.ts'
import { markPaid } from '#operations/mark-paid.ts'
import { returnToCard } from '#operations/refunds/return-money.ts'
import { reReserveStock } from '#operations/re-reserve-stock.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * The decision of staff. `stands`: the payment is valid and the order continues; a payment that was refunded before it
 * counted as paid stays refunded; one by link counts towards the balance. A balance that was not charged is due again
 * when the refund of the order's money came back. `returned`: the money was returned outside the shop; refused while a
 * refund is pending at the gateway. `written-off`: more was returned than received, and the loss is accepted; the only
 * outcome for such an order.
 */
export interface Resolution extends StaffChange {
  outcome: 'stands' | 'returned' | 'written-off'
  note: string
}

type Resolved = { kind: 'resolved'; soldOut: boolean }

/** Why an order cannot continue: its units are sold, or it was cancelled, and they may be sold at any time. */
type CannotContinue = { kind: 'sold-out' | 'was-cancelled' }

/** Whether there is a loss to write off decides which outcomes are allowed. */
type WrongOutcome = { kind: 'over-refunded' | 'nothing-to-write-off' }

/** Staff decide how an order that needs attention continues. */
export async function resolveAttention(
  shop: Shop,
  change: Resolution,
): Promise<{ kind: 'resolved' } | CannotContinue | WrongOutcome | ChangeRefusal> {
  const { by, outcome, note } = change
  const result = await changeAsStaff(
    shop,
    'resolve',
    change,
    async (tx, order): Promise<Resolved | CannotContinue | WrongOutcome | ChangeRefusal> => {
      const { id, paidAt, fulfilment, wasCancelled, received, payments, refunds } = order
      const now = shop.now()
      const loss = overRefund(received, refunds)
      if (loss > 0 && outcome !== 'written-off') return { kind: 'over-refunded' }
      const derivedWith = (all: readonly Payment[]) =>
        derivedState({ ...countedMoney(all, refunds), fulfilment })
      if (outcome === 'written-off') {
        if (loss === 0) return { kind: 'nothing-to-write-off' }
        await moveOrder(tx, order, wasCancelled ? 'cancelled' : derivedWith(payments), now)
        await recordEvent(tx, id, now, 'resolved', { outcome, amount: loss, note }, by)
        return { kind: 'resolved', soldOut: false }
      }
      if (outcome === 'returned') {
        if (isRefundWaiting(refunds)) return { kind: 'refund-waiting' }
        await countAsReturned(tx, order, by, now)
        await voidLinkOfRefundedOrder(tx, id, now)
        await moveOrder(tx, order, 'refunded', now)
        await recordEvent(tx, id, now, 'resolved', { outcome, note }, by)
        return { kind: 'resolved', soldOut: false }
      }
      if (wasCancelled) return { kind: 'was-cancelled' }
      const isRefunded = paidAt === null && received > 0 && leftToRefund(received, refunds) === 0
      // A refund that is only requested may still fail.
      if (isRefunded && isRefundWaiting(refunds)) return { kind: 'refund-waiting' }
      // An order that was set aside before it was paid released its units.
      const isPaidNow = paidAt === null && !isRefunded
      const held = isPaidNow ? await reReserveStock(tx, id, { by, at: now }) : { soldOut: false }
      if (held === null) return { kind: 'sold-out' }
      const aside = payments.filter((payment) => payment.state === 'set-aside')
      for (const payment of aside) await movePayment(tx, payment, 'succeeded', now)
      const isPaidAgain = await hasRefundComeBack(tx, order)
      await recordEvent(tx, id, now, 'resolved', { outcome, note }, by)
      if (isPaidAgain) await reviveVoidedLink(tx, id, 'refund-came-back', now)
      for (const payment of aside) {
        if (payment.kind === 'link') await acceptLinkPayment(tx, id, { payment, refunds, by, now })
      }
      // What was returned of a payment by link counts once the payment does.
      const derived = derivedWith(await findPayments(tx, id))
      if (isPaidNow) await markPaid(tx, { ...order, how: null, tells: ['customer'] }, now, derived)
      else await moveOrder(tx, order, derived, now)
      return { kind: 'resolved', soldOut: held.soldOut }
    },
  )
  if (result.kind !== 'resolved') return result
  if (result.soldOut) await shop.changes.publish('catalogue')
  return { kind: 'resolved' }
}

/** Whether the bank sent a refund back since staff last decided, so that money for the order is there again. */
async function hasRefundComeBack(tx: Tx, { id, payments, refunds }: ChangingOrder): Promise<boolean> {
  const cameBack = await isAfterLast(tx, id, { kinds: ['refund-came-back'], last: 'resolved' })
  return cameBack && leftOfOwed(payments, refunds) > 0
}

/**
 * Records what is left of the order's money as returned by hand, and returns to gift cards what they paid. That is less
 * than what is left of its payments when more was returned of one of them than it received.
 */
async function countAsReturned(
  tx: Tx,
  { id, received, payments, refunds }: ChangingOrder,
  by: string,
  now: number,
): Promise<void> {
  const shares = shareRefund(leftToRefund(received, refunds), payments, refunds)
  for (const share of shares) {
    const payment = payments.find(({ id: paid }) => paid === share.paymentId)!
    const returned = { ...share, id: toRefundId(randomUUID()), orderId: id, by, now }
    const refund = { ...returned, source: 'by-hand', cause: 'by-hand' } as const
    if (payment.giftCardId) await returnToCard(tx, refund, payment)
    else await insertCompletedRefund(tx, { ...refund, gatewayName: null })
    const own = refunds.filter(({ paymentId }) => paymentId === payment.id)
    if (share.amount === leftToRefund(payment.received, own)) await movePayment(tx, payment, 'refunded', now)
  }
}
