import { hasEvent } from '#db/orders/order-events.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { findAuditedOrder, type AuditedOrder } from '#db/orders/audited-order.ts'
import { findHold } from '#db/orders/holds.ts'
import { findPickups } from '#db/orders/pickups.ts'
import { findReadyRefunds } from '#db/orders/refunded-units.ts'
import { findShipments } from '#db/orders/shipments.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { updateBatchOf } from '#db/packing/batches.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { OrderId } from '#domain/ids.ts'
import {
  findObstacle,
  ORDER_ACTIONS,
  orderAuditAction,
  type OrderAction,
  type OrderStatus,
} from '#domain/orders/allowed-actions.ts'
import { sumReceived, type Payment } from '#domain/checkout/payment.ts'
import { isShipped, mayUndoShipment } from '#domain/orders/fulfilment.ts'
import type { Delivery, OrderState } from '#domain/orders/order.ts'
import { pickupProgress } from '#domain/orders/pickup.ts'
import type { Cents } from '#domain/money.ts'
import { moneyStatus, type Refund } from '#domain/refunds/refund.ts'
import { auditChanges } from '#domain/audit/audit.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { recordAudit } from './record-audit.ts'
import type { Shop } from './shop.ts'

/** A request by a staff member about one order. `by`: their email address. `permissions`: what their role allows. */
export interface StaffRequest {
  number: string
  by: string
  permissions: readonly Permission[]
  /** What else may refuse it, once the order is locked. */
  check?: (tx: Tx, order: ChangingOrder) => Promise<ChangeRefusal | null>
}

/** A staff change that needs the current order. `version`: the order version that the staff member saw. */
export interface StaffChange extends StaffRequest {
  version: number
}

/** A staff change that stands on its own, so that it may come from a list: of any version, or of one. */
export type AnyVersion = StaffRequest & { version?: number | undefined }

/** A staff change that returns money. `checkedGateway`: staff checked it, and the unconfirmed refund was not made. */
export interface MoneyChange extends StaffChange {
  checkedGateway?: boolean | undefined
}

/** Why a change was refused. */
export type ChangeRefusal =
  | { kind: 'unknown-order' }
  /** The staff member's role does not allow it. */
  | { kind: 'not-permitted' }
  /** Another change came first: reload the order. */
  | { kind: 'changed-meanwhile' }
  /** The order's state does not allow it. */
  | { kind: 'not-possible'; state: OrderState }
  /** Part of the order was sent. */
  | { kind: 'partly-sent' }
  /** A refund of the order is still pending, and the change depends on its result. */
  | { kind: 'refund-waiting' }
  /** An earlier refund may have been made, and staff have not checked. */
  | { kind: 'refund-unconfirmed' }
  /** All of the money has been refunded. */
  | { kind: 'nothing-left' }
  /** The customer's data was deleted, so there is no address for a mail. */
  | { kind: 'erased' }
  /** A change of the order is not paid yet. */
  | { kind: 'balance-due' }
  /** The order is on hold. */
  | { kind: 'on-hold' }
  /** The shipment, or the pickup, was too long ago to be undone; or its customer may no more change the order. */
  | { kind: 'too-late' }
  /** The customer has picked the items up: undo that first. */
  | { kind: 'picked-up' }

/** The order to change, locked until the transaction ends. */
export interface ChangingOrder extends OrderStatus {
  id: OrderId
  number: string
  email: string
  version: number
  paidAt: number | null
  payments: Payment[]
  /** The sum of its payments. */
  received: Cents
  refunds: Refund[]
  balanceDue: Cents
  delivery: Delivery
}

/**
 * Changes an order in one transaction, if the action is allowed (domain/orders/allowed-actions.ts) and the order still
 * has the version that the staff member saw, where one is given. Of two concurrent changes the second is refused, so
 * `work` must raise the version (db/orders/move-order.ts).
 */
export async function changeAsStaff<T extends { kind: string }>(
  shop: Shop,
  action: OrderAction,
  request: AnyVersion,
  work: (tx: Tx, order: ChangingOrder) => Promise<T>,
): Promise<T | ChangeRefusal> {
  return transact(shop.database, (tx) => changeInTransaction(shop, tx, action, request, work))
}

/** The same within a transaction that changes more. */
export async function changeInTransaction<T extends { kind: string }>(
  shop: Shop,
  tx: Tx,
  action: OrderAction,
  { number, version, permissions, check }: AnyVersion,
  work: (tx: Tx, order: ChangingOrder) => Promise<T>,
): Promise<T | ChangeRefusal> {
  if (!permissions.includes(ORDER_ACTIONS[action].permission)) return { kind: 'not-permitted' }
  const order = await lockOrder(tx, number, shop.now())
  if (!order) return { kind: 'unknown-order' }
  if (version !== undefined && order.version !== version) return { kind: 'changed-meanwhile' }
  const obstacle = findObstacle(action, order, permissions)
  if (obstacle === 'not-possible') return { kind: obstacle, state: order.state }
  if (obstacle !== null) return { kind: obstacle }
  const refused = await check?.(tx, order)
  if (refused) return refused
  const result = await audited(shop, tx, action, order, () => work(tx, order))
  await updateBatchOf(tx, order.id, shop.now())
  return result
}

/** The labels of these facts, as staff read them. */
const AUDITED_ORDER_LABELS: Readonly<Record<keyof AuditedOrder, string>> = {
  state: 'State',
  fulfilment: 'Fulfilment',
  pickedUp: 'Picked up',
  taken: 'Items picked up',
  items: 'Items',
  total: 'Total',
  refunded: 'Refunded',
}

/** The units of the facts that are not texts. */
const AUDITED_ORDER_UNITS = { state: 'choice', fulfilment: 'choice' } as const

/**
 * A change that adds an event to the order's history is also recorded in the audit trail, with the fields that it
 * changed.
 */
async function audited<T>(
  shop: Shop,
  tx: Tx,
  action: OrderAction,
  { id, number, delivery }: ChangingOrder,
  work: () => Promise<T>,
): Promise<T> {
  if (!shop.author) return work()
  const before = await findAuditedOrder(tx, id)
  const result = await work()
  const after = await findAuditedOrder(tx, id)
  if (after.lastEvent > before.lastEvent) {
    await recordAudit(tx, shop, {
      action: orderAuditAction(action, delivery),
      subject: { id: number },
      changes: auditChanges(AUDITED_ORDER_LABELS, before.facts, after.facts, AUDITED_ORDER_UNITS),
    })
  }
  return result
}

/** The order with this number, locked until the transaction ends. */
async function lockOrder(tx: Tx, number: string, now: number): Promise<ChangingOrder | null> {
  const row = await lockingOrders(tx)
    .select(['id', 'number', 'email', 'state', 'version', 'paid_at as paidAt'])
    .select(['fulfilment', 'erased_at as erasedAt', 'balance_due_cents as balanceDue'])
    .select('delivery')
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) return null
  const { erasedAt, ...order } = row
  const shipments = isShipped(order.fulfilment) ? await findShipments(tx, order.id) : []
  const isPickup = order.delivery === 'pickup'
  const pickups = isPickup ? await findPickups(tx, order.id) : []
  const readyRefunds = isPickup ? await findReadyRefunds(tx, order.id) : []
  const payments = await findPayments(tx, order.id)
  const received = sumReceived(payments)
  const refunds = await findRefunds(tx, order.id)
  const hold = await findHold(tx, order.id)
  return {
    ...order,
    state: order.state,
    isPaid: order.paidAt !== null,
    isRecentlyFulfilled: shipments.some((shipment) => mayUndoShipment(shipment, now)),
    isErased: erasedAt !== null,
    isOnHold: hold !== null,
    isToReview: hold?.reason === 'review',
    pickups: pickupProgress({ shipments, pickups, readyRefunds }, now),
    wasCancelled: await hasEvent(tx, order.id, 'cancelled'),
    payments,
    received,
    refunds,
    money: moneyStatus(received, refunds),
  }
}
