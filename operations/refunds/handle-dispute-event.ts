import { findDisputes, recordDispute } from '#db/refunds/disputes.ts'
import { insertCompletedRefund, offsetManualRefunds, reverseLoss } from '#db/refunds/refunds.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { Payment } from '#domain/checkout/payment.ts'
import { toRefundId, type OrderId, type RefundId } from '#domain/ids.ts'
import { disputeMayBecome, isDecided } from '#domain/refunds/dispute.ts'
import type { GatewayDispute } from '#providers/payments/payment-gateway.ts'
import { blockByDispute } from '#operations/blocks/block-list.ts'
import { flagForReview } from '#operations/flag-for-review.ts'
import { reviveVoidedLink } from '#operations/payment-links/waive-balance.ts'
import { settleAndFindOrder } from '#operations/checkout/payments/settle-and-find-order.ts'
import {
  flagOverRefund,
  lockOrderForMoney,
  syncPayments,
  type LockedOrder,
} from './sync-order-with-payments.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * Handles a dispute event of the gateway. Opened: the order is flagged for review. Won: it is added to the history.
 * Lost: the money counts as returned, and the order is flagged because of its units. Events may be repeated, late or
 * out of order, so a decision changes only when the gateway confirms the change on request: after an appeal, the money
 * that was lost counts again, and the order is flagged. False when the shop does not have the payment.
 */
export async function handleDisputeEvent(shop: Shop, dispute: GatewayDispute): Promise<boolean> {
  const orderId = await settleAndFindOrder(shop, dispute.intentId)
  if (orderId === null) return false
  const write = (news: GatewayDispute, isCurrent: boolean) =>
    transact(shop.database, (tx) => record(shop, tx, orderId, news, isCurrent))
  if ((await write(dispute, false)) === 'recorded') return true
  const current = await shop.gateway.findDispute(dispute.id)
  if (current) await write(current, true)
  return true
}

/**
 * `isCurrent`: the dispute was just read from the gateway. `ask-first`: nothing was recorded, because a decision would
 * change.
 */
async function record(
  shop: Shop,
  tx: Tx,
  orderId: OrderId,
  dispute: GatewayDispute,
  isCurrent: boolean,
): Promise<'recorded' | 'ask-first'> {
  const order = await lockOrderForMoney(tx, orderId)
  const now = shop.now()
  const disputes = await findDisputes(tx, orderId)
  const known = disputes.find(({ id }) => id === dispute.id)
  if (known && !disputeMayBecome(known.state, dispute.state)) return 'recorded'
  const turned = known !== undefined && isDecided(known)
  if (turned && !isCurrent) return 'ask-first'
  await recordDispute(tx, orderId, dispute, now, { turned })
  await blockByDispute(shop, tx, orderId, dispute)
  const { id, state } = dispute
  const about = turned ? `${id}-${now}` : id
  const payload = { disputeId: id }
  if (state === 'won') {
    if (known?.state !== 'lost') return 'recorded'
    await reverseLoss(tx, { orderId, disputeId: id, now })
    const { left } = await syncPayments(tx, order, now)
    if (left > 0) await reviveVoidedLink(tx, orderId, 'dispute-won', now)
    await flagForReview(tx, order, { kind: 'dispute-turned-alert', about, payload, now })
    return 'recorded'
  }
  const kind = state === 'lost' ? 'dispute-lost-alert' : 'dispute-alert'
  await flagForReview(tx, order, { kind, about, payload, now })
  if (state !== 'lost') return 'recorded'
  const payment = await findDisputed(tx, orderId, dispute)
  if (!payment) return 'recorded'
  const since = Math.min(now, ...disputes.map(({ at }) => at))
  const loss = { lossId: toRefundId(about), dispute, payment, since, now }
  await writeLoss(tx, { ...order, state: 'needs-attention' }, loss)
  return 'recorded'
}

/** A lost dispute. `lossId`: of its refund. `since`: when the first dispute about the order began. */
interface Loss {
  lossId: RefundId
  dispute: GatewayDispute
  payment: Payment
  since: number
  now: number
}

/** Records the loss among the refunds. */
async function writeLoss(
  tx: Tx,
  order: LockedOrder,
  { lossId, dispute, payment, since, now }: Loss,
): Promise<void> {
  const { id, amount, reason } = dispute
  const loss = {
    id: lossId,
    orderId: order.id,
    paymentId: payment.id,
    source: 'dispute',
    amount,
    reason,
    cause: 'dispute',
  } as const
  // What staff recorded as returned by hand since the dispute began is the money that the bank has taken now.
  const noted = await offsetManualRefunds(tx, loss, now, since)
  await insertCompletedRefund(tx, { ...loss, by: 'gateway', gatewayName: id, now })
  const orderMoney = await syncPayments(tx, order, now)
  await flagOverRefund(tx, order, orderMoney, { id, amount: amount - noted, now })
}

/** The payment of the order that is disputed; not a stray payment, nor one in another currency. */
async function findDisputed(
  tx: Tx,
  orderId: OrderId,
  { intentId, currency }: GatewayDispute,
): Promise<Payment | undefined> {
  const payments = await findPayments(tx, orderId)
  return payments.find((payment) => payment.intentId === intentId && payment.currency === currency)
}
