import { findDisputes, recordDispute } from '#db/refunds/disputes.ts'
import { insertCompletedRefund, offsetManualRefunds } from '#db/refunds/refunds.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { Payment } from '#domain/checkout/payment.ts'
import { disputeMayBecome, disputeReason } from '#domain/refunds/dispute.ts'
import type { GatewayDispute } from '#providers/payments/payment-gateway.ts'
import { flagForReview } from '#operations/flag-for-review.ts'
import { settleAndFindOrder } from '#operations/checkout/settle-and-find-order.ts'
import {
  flagOverRefund,
  lockOrderForMoney,
  syncPayments,
  type LockedOrder,
} from './sync-order-with-payments.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * Handles a dispute event of the gateway. Opened: the order is flagged for review. Won: it is added to the history.
 * Lost: the money counts as returned, and the order is flagged because of its units. Repeated, late and reordered
 * events change nothing. False when the payment is not one of the shop's.
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
  const disputes = await findDisputes(tx, orderId)
  const known = disputes.find(({ id }) => id === dispute.id)
  if (known && !disputeMayBecome(known.state, dispute.state)) return
  await recordDispute(tx, orderId, dispute, now)
  if (dispute.state === 'won') return
  const { id } = dispute
  const kind = dispute.state === 'lost' ? 'dispute-lost-alert' : 'dispute-alert'
  await flagForReview(tx, order, { kind, about: id, payload: { disputeId: id }, now })
  if (dispute.state !== 'lost') return
  const payment = await findDisputed(tx, orderId, dispute)
  if (!payment) return
  const since = Math.min(now, ...disputes.map(({ at }) => at))
  await writeLoss(tx, { ...order, state: 'needs-attention' }, { dispute, payment, since, now })
}

/** Records the loss among the refunds. `since`: when the first dispute about the order began. */
async function writeLoss(
  tx: Tx,
  order: LockedOrder,
  { dispute, payment, since, now }: { dispute: GatewayDispute; payment: Payment; since: number; now: number },
): Promise<void> {
  const { id, amount } = dispute
  const reason = `Dispute lost: ${disputeReason(dispute.reason)}`
  const loss = { id, orderId: order.id, paymentId: payment.id, source: 'dispute', amount, reason } as const
  // What staff recorded as returned by hand since the dispute began is the money that the bank has taken now.
  const noted = await offsetManualRefunds(tx, loss, now, since)
  await insertCompletedRefund(tx, { ...loss, by: 'gateway', gatewayName: id, now })
  const orderMoney = await syncPayments(tx, order, now)
  await flagOverRefund(tx, order, orderMoney, { id, amount: amount - noted, now })
}

/** The payment of the order that is disputed; not a stray payment, nor one in another currency. */
async function findDisputed(
  tx: Tx,
  orderId: string,
  { intentId, currency }: GatewayDispute,
): Promise<Payment | undefined> {
  const payments = await findPayments(tx, orderId)
  return payments.find((payment) => payment.intentId === intentId && payment.currency === currency)
}
