import { findDisputes, recordDispute } from '#db/refunds/disputes.ts'
import { insertCompletedRefund, offsetManualRefunds } from '#db/refunds/refunds.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { disputeMayBecome, disputeReason } from '#domain/refunds/dispute.ts'
import type { GatewayDispute } from '#providers/payments/payment-gateway.ts'
import { flagForReview } from '#operations/flag-for-review.ts'
import { settleAndFindOrder } from '#operations/checkout/settle-and-find-order.ts'
import {
  flagOverRefund,
  lockOrderForMoney,
  syncPayment,
  type LockedOrder,
} from './sync-order-with-payments.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * The gateway tells of a dispute. Opened: the order is brought to a person. Won: the history says so. Lost: the money
 * counts as gone, and a person sees to the pieces. Told again, late or in another order, it changes nothing. False when
 * the payment is none of ours.
 */
export async function handleDisputeEvent(shop: Shop, dispute: GatewayDispute): Promise<boolean> {
  const orderId = await settleAndFindOrder(shop, dispute.intentId)
  if (orderId === null) return false
  await transact(shop.database, (tx) => record(shop, tx, orderId, dispute))
  return true
}

async function record(shop: Shop, tx: Tx, orderId: string, dispute: GatewayDispute): Promise<void> {
  const order = await lockOrderForMoney(tx, orderId)
  const now = shop.now()
  const known = (await findDisputes(tx, orderId)).find(({ id }) => id === dispute.id)
  if (known && !disputeMayBecome(known.state, dispute.state)) return
  await recordDispute(tx, orderId, dispute, now)
  if (dispute.state === 'won') return
  const { id } = dispute
  const kind = dispute.state === 'lost' ? 'dispute-lost-alert' : 'dispute-alert'
  await flagForReview(tx, order, { kind, about: id, payload: { disputeId: id }, now })
  if (dispute.state === 'lost' && (await isReceived(tx, orderId, dispute))) {
    await writeLoss(tx, { ...order, state: 'needs-attention' }, dispute, now)
  }
}

/** The money is gone, and stands among the refunds. */
async function writeLoss(tx: Tx, order: LockedOrder, dispute: GatewayDispute, now: number): Promise<void> {
  const { id, amount } = dispute
  const reason = `Dispute lost: ${disputeReason(dispute.reason)}`
  // What staff noted as returned since the dispute began is what the bank has taken now.
  const noted = await offsetManualRefunds(tx, order.id, amount, await disputedAt(tx, order.id))
  const lost = { id, orderId: order.id, amount, reason, by: 'gateway', gatewayName: id, now }
  await insertCompletedRefund(tx, lost)
  const restated = await syncPayment(tx, order, now)
  await flagOverRefund(tx, order, restated, { id, amount: amount - noted, now })
}

async function disputedAt(tx: Tx, orderId: string): Promise<number> {
  const { at } = await tx
    .selectFrom('order_events')
    .select((e) => e.fn.min<number>('at').as('at'))
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['disputed', 'dispute-lost'])
    .executeTakeFirstOrThrow()
  return Number(at)
}

/** Whether this money is in the order's books: a stray payment's is not, nor is one in another currency. */
async function isReceived(tx: Tx, orderId: string, { intentId, currency }: GatewayDispute): Promise<boolean> {
  const payment = await tx
    .selectFrom('payments')
    .select(['intent_id', 'currency'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return payment.intent_id === intentId && payment.currency === currency
}
