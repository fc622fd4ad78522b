import { randomUUID } from 'node:crypto'
import { moveOrder, incrementVersion } from '#db/orders/move-order.ts'
import { hasEvent, recordEvent } from '#db/orders/order-events.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { isGiftCardUsed } from '#db/gift-cards/void-gift-cards.ts'
import { releaseHeldStock } from '#db/orders/orders.ts'
import { readOrderContent } from '#db/orders/order-content.ts'
import { findLineFacts, updateFulfilment } from '#db/refunds/fulfilment-status.ts'
import type { Tx } from '#db/engine/transact.ts'
import { toRefundId, type OrderId } from '#domain/ids.ts'
import { unitsToRestock, type ChosenUnits } from '#domain/orders/fulfilment.ts'
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
import { unitWords } from '#operations/order-facts.ts'
import { restockLines } from '#operations/restock-lines.ts'
import type { Shop } from '#operations/shop.ts'
import { paymentsOfVersion, stopOrSettle } from '#operations/checkout/payments/stop-or-settle.ts'

/**
 * `restock`: units of a paid order return to stock: `units`, or all but those that a refund left out before. Those of
 * an unpaid order always do.
 */
export interface Cancellation extends MoneyChange {
  restock: boolean
  units?: readonly ChosenUnits[] | undefined
  reason: string
}

/**
 * `too-many-to-restock`: a line has fewer units that can be returned to stock. `gift-card-used`: somebody paid with a
 * card that the order bought, so that it cannot be returned.
 */
export type CancelRefusal = ChangeRefusal | { kind: 'too-many-to-restock' | 'gift-card-used' }

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
): Promise<{ kind: 'cancelled' } | CancelRefusal> {
  if (!change.permissions.includes(ORDER_ACTIONS.cancel.permission)) return { kind: 'not-permitted' }
  if ((await stopOrSettlePayment(shop, change)) || (await stopLinkPayment(shop, change))) {
    return { kind: 'changed-meanwhile' }
  }
  const outcome = await changeAsStaff(
    shop,
    'cancel',
    change,
    (tx, order): Promise<Cancelled | CancelRefusal> =>
      order.state === 'pending' ? cancelUnpaid(shop, tx, order, change) : cancelPaid(shop, tx, order, change),
  )
  if (outcome.kind !== 'cancelled') return outcome
  if (outcome.backInStock) await shop.changes.publish('catalogue')
  return { kind: 'cancelled' }
}

/** Whether an order was cancelled at some time. */
export async function isCancelled({ database: { db } }: Shop, number: string): Promise<boolean> {
  const order = await db.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirst()
  return order !== undefined && (await hasEvent(db, order.id, 'cancelled'))
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
  { by, reason, restock, units: wanted, checkedGateway = false }: Cancellation,
): Promise<Cancelled | CancelRefusal> {
  const { id, state, received, refunds } = order
  const now = shop.now()
  const amount = leftToRefund(received, refunds)
  const isUnconfirmed = amount > 0 && isRefundUnconfirmed(refunds)
  if (isUnconfirmed && !checkedGateway) return { kind: 'refund-unconfirmed' }
  if (await isGiftCardUsed(tx, id, null)) return { kind: 'gift-card-used' }
  // The units of an order that was never paid were released when it was set aside.
  const isRestocked = restock && order.paidAt !== null
  const units = isRestocked ? (wanted ?? (await unitsLeftIn(tx, id))) : []
  const restocked = await restockLines(tx, id, units, { by, at: now })
  if (restocked === null) return { kind: 'too-many-to-restock' }
  const what = unitWords((await readOrderContent(tx, id)).lines, units).join('; ')
  const refundId = toRefundId(randomUUID())
  await voidLink(tx, id, now)
  const isOver = state === 'needs-attention' && overRefund(received, refunds) > 0
  if (isOver) await incrementVersion(tx, id, now)
  else await moveOrder(tx, order, 'cancelled', now)
  const detail = {
    reason,
    amount,
    restocked: units.length > 0,
    what,
    ...(isUnconfirmed && { checkedGateway }),
  }
  await recordEvent(tx, id, now, 'cancelled', detail, by)
  if (amount > 0) {
    const refund = { id: refundId, orderId: id, amount, cause: 'cancelled', by, now } as const
    await returnMoney(
      tx,
      { ...refund, source: 'cancellation' },
      { ...order, state: isOver ? state : 'cancelled' },
    )
  }
  const payload = { orderId: id, ...(amount > 0 && { refundId }) }
  await enqueue(tx, [{ kind: 'order-cancelled', payload, dedupeKey: `order-cancelled:${id}` }], now)
  await updateFulfilment(tx, id)
  return { kind: 'cancelled', backInStock: restocked.backInStock }
}

async function unitsLeftIn(tx: Tx, orderId: OrderId): Promise<ChosenUnits[]> {
  return (await findLineFacts(tx, orderId))
    .map((line) => ({ position: line.position, quantity: unitsToRestock(line) }))
    .filter(({ quantity }) => quantity > 0)
}
