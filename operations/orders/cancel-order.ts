import { randomUUID } from 'node:crypto'
import { moveOrder, incrementVersion } from '#db/orders/move-order.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { releaseHeldStock } from '#db/orders/orders.ts'
import { updateFulfilment } from '#db/refunds/fulfilment-status.ts'
import type { Tx } from '#db/engine/transact.ts'
import { toRefundId } from '#domain/ids.ts'
import { ORDER_ACTIONS } from '#domain/orders/allowed-actions.ts'
import { isRefundUnconfirmed, leftToRefund, overRefund } from '#domain/refunds/refund.ts'
import { returnMoney } from '#operations/refunds/return-money.ts'
import {
  changeAsStaff,
  type ChangeRefusal,
  type ChangingOrder,
  type MoneyChange,
  type StaffChange,
} from '#operations/change-as-staff.ts'
import { stopLinkPayment } from '#operations/payment-links/close-link.ts'
import { voidLink } from '#operations/payment-links/waive-balance.ts'
import { restockLines } from '#operations/restock-lines.ts'
import type { Shop } from '#operations/shop.ts'
import { paymentsOfVersion, stopOrSettle } from '#operations/checkout/payments/stop-or-settle.ts'

/** `restock`: the units of a paid order return to stock. Those of an unpaid order always do. */
export interface Cancellation extends MoneyChange {
  restock: boolean
  reason: string
}

interface Cancelled {
  kind: 'cancelled'
  backInStock: boolean
}

/**
 * Cancels an order. What is left of the payment is refunded; an open payment is cancelled at the gateway first, and so
 * is that of a payment link. An
 * order with more returned than received stays flagged for review (resolve-attention.ts).
 */
export async function cancelOrder(
  shop: Shop,
  change: Cancellation,
): Promise<{ kind: 'cancelled' } | ChangeRefusal> {
  if (!change.permissions.includes(ORDER_ACTIONS.cancel.permission)) return { kind: 'not-permitted' }
  if ((await stopOrSettlePayment(shop, change)) || (await stopLinkPayment(shop, change))) {
    return { kind: 'changed-meanwhile' }
  }
  const outcome = await changeAsStaff(
    shop,
    'cancel',
    change,
    (tx, order): Promise<Cancelled | ChangeRefusal> =>
      order.state === 'pending' ? cancelUnpaid(shop, tx, order, change) : cancelPaid(shop, tx, order, change),
  )
  if (outcome.kind !== 'cancelled') return outcome
  if (outcome.backInStock) await shop.changes.publish('catalogue')
  return { kind: 'cancelled' }
}

/** Cancels the open payment of an unpaid order; true when it turned out to be paid, and is settled now. */
async function stopOrSettlePayment(shop: Shop, change: StaffChange): Promise<boolean> {
  const open = await paymentsOfVersion(shop, change)
    .where('orders.state', '=', 'pending')
    .where('payments.kind', '=', 'card')
    .executeTakeFirst()
  return stopOrSettle(shop, open)
}

async function cancelUnpaid(
  shop: Shop,
  tx: Tx,
  order: ChangingOrder,
  { by, reason }: Cancellation,
): Promise<Cancelled> {
  await moveOrder(tx, order, 'cancelled', shop.now())
  await recordEvent(tx, order.id, shop.now(), 'cancelled', { reason }, by)
  const { backInStock } = await releaseHeldStock(tx, order.id, { by, at: shop.now() })
  return { kind: 'cancelled', backInStock }
}

async function cancelPaid(
  shop: Shop,
  tx: Tx,
  order: ChangingOrder,
  { by, reason, restock, checkedGateway = false }: Cancellation,
): Promise<Cancelled | { kind: 'refund-unconfirmed' }> {
  const { id, state, received, refunds } = order
  const now = shop.now()
  const amount = leftToRefund(received, refunds)
  const isUnconfirmed = amount > 0 && isRefundUnconfirmed(refunds)
  if (isUnconfirmed && !checkedGateway) return { kind: 'refund-unconfirmed' }
  const refundId = toRefundId(randomUUID())
  await voidLink(tx, id, now)
  const isOver = state === 'needs-attention' && overRefund(received, refunds) > 0
  if (isOver) await incrementVersion(tx, id, now)
  else await moveOrder(tx, order, 'cancelled', now)
  // The units of an order that was never paid were released when it was set aside.
  const isRestocked = restock && order.paidAt !== null
  const detail = { reason, amount, restocked: isRestocked, ...(isUnconfirmed && { checkedGateway }) }
  await recordEvent(tx, id, now, 'cancelled', detail, by)
  if (amount > 0) {
    const refund = { id: refundId, orderId: id, amount, reason: 'Order cancelled', by, now }
    await returnMoney(
      tx,
      { ...refund, source: 'cancellation' },
      { ...order, state: isOver ? state : 'cancelled' },
    )
  }
  const payload = { orderId: id, ...(amount > 0 && { refundId }) }
  await enqueue(tx, [{ kind: 'order-cancelled', payload, dedupeKey: `order-cancelled:${id}` }], now)
  const returned = isRestocked ? await restockLines(tx, id, 'all', { by, at: now }) : null
  await updateFulfilment(tx, id)
  return { kind: 'cancelled', backInStock: returned?.backInStock ?? false }
}
