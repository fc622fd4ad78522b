import { randomUUID } from 'node:crypto'
import { moveOrder } from '#db/orders/move-order.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { movePayment } from '#db/checkout/payments.ts'
import { insertCompletedRefund } from '#db/refunds/refunds.ts'
import type { Tx } from '#db/engine/transact.ts'
import {
  isRefundWaiting,
  leftToRefund,
  overRefund,
  shareRefund,
  standingState,
} from '#domain/refunds/refund.ts'
import {
  changeAsStaff,
  type ChangeRefusal,
  type ChangingOrder,
  type StaffChange,
} from '#operations/change-as-staff.ts'
import { reReserveStock } from '#operations/re-reserve-stock.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * What somebody found out. `stands`: the payment is in order, go on with the order; one that was given back before it
 * counted as paid stays refunded. `returned`: the money went back by hand, outside the shop; not to be said while the
 * gateway is still asked to return some of it. `written-off`: more went back than came, and the loss is borne; the only
 * thing to say of such an order.
 */
export interface Resolution extends StaffChange {
  outcome: 'stands' | 'returned' | 'written-off'
  note: string
}

type Resolved = { kind: 'resolved'; soldOut: boolean }

/** Why an order cannot go on: its pieces are sold, or it was cancelled, and they may be sold any time. */
type CannotStand = { kind: 'sold-out' | 'called-off' }

/** Whether there is a loss to write off decides what can be said. */
type WrongOutcome = { kind: 'over-refunded' | 'nothing-to-write-off' }

/** A person has looked at an order that the shop could not make sense of, and says how it goes on. */
export async function resolveAttention(
  shop: Shop,
  change: Resolution,
): Promise<{ kind: 'resolved' } | CannotStand | WrongOutcome | ChangeRefusal> {
  const { by, outcome, note } = change
  const result = await changeAsStaff(
    shop,
    'resolve',
    change,
    async (tx, order): Promise<Resolved | CannotStand | WrongOutcome | ChangeRefusal> => {
      const { id, paidAt, isFulfilled, isCalledOff, received, payments, refunds } = order
      const now = shop.now()
      const loss = overRefund(received, refunds)
      if (loss > 0 && outcome !== 'written-off') return { kind: 'over-refunded' }
      const standing = standingState({ received, refunds, isFulfilled })
      if (outcome === 'written-off') {
        if (loss === 0) return { kind: 'nothing-to-write-off' }
        await moveOrder(tx, order, isCalledOff ? 'cancelled' : standing, now)
        await recordEvent(tx, id, now, 'resolved', { outcome, amount: loss, note }, by)
        return { kind: 'resolved', soldOut: false }
      }
      if (outcome === 'returned') {
        if (isRefundWaiting(refunds)) return { kind: 'refund-waiting' }
        await countAsReturned(tx, order, by, now)
        await moveOrder(tx, order, 'refunded', now)
        await recordEvent(tx, id, now, 'resolved', { outcome, note }, by)
        return { kind: 'resolved', soldOut: false }
      }
      if (isCalledOff) return { kind: 'called-off' }
      const isGivenBack = paidAt === null && received > 0 && leftToRefund(received, refunds) === 0
      // A refund that is only asked for may still fail.
      if (isGivenBack && isRefundWaiting(refunds)) return { kind: 'refund-waiting' }
      // What was set aside before it was paid gave its pieces back.
      const isPaidNow = paidAt === null && !isGivenBack
      const held = isPaidNow ? await reReserveStock(tx, id) : { soldOut: false }
      if (held === null) return { kind: 'sold-out' }
      await moveOrder(tx, order, standing, now, isPaidNow ? { paid_at: now } : {})
      const aside = payments.filter((payment) => payment.state === 'set-aside')
      for (const payment of aside) await movePayment(tx, payment, 'succeeded', now)
      await recordEvent(tx, id, now, 'resolved', { outcome, note }, by)
      if (isPaidNow) {
        const mail = { kind: 'order-confirmation', payload: { orderId: id } } as const
        await enqueue(tx, [{ ...mail, dedupeKey: `order-confirmation:${id}` }], now)
      }
      return { kind: 'resolved', soldOut: held.soldOut }
    },
  )
  if (result.kind !== 'resolved') return result
  if (result.soldOut) await shop.changes.tell('catalogue')
  return { kind: 'resolved' }
}

/** What is left of the payments has gone back by another way: it is no longer the shop's. */
async function countAsReturned(
  tx: Tx,
  { id, received, payments, refunds }: ChangingOrder,
  by: string,
  now: number,
): Promise<void> {
  const shares = shareRefund(received, payments, refunds)
  for (const share of shares) {
    await insertCompletedRefund(tx, {
      ...share,
      id: randomUUID(),
      orderId: id,
      source: 'by-hand',
      reason: 'Returned by hand',
      by,
      gatewayName: null,
      now,
    })
    const payment = payments.find(({ id: paid }) => paid === share.paymentId)
    if (payment) await movePayment(tx, payment, 'refunded', now)
  }
}
