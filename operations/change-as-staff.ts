import { hasEvent } from '#db/orders/order-events.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import {
  findObstacle,
  ORDER_ACTIONS,
  type OrderAction,
  type OrderStanding,
} from '#domain/orders/allowed-actions.ts'
import { receivedBy, type Payment } from '#domain/checkout/payment.ts'
import type { OrderState } from '#domain/orders/order.ts'
import type { Cents } from '#domain/money.ts'
import { moneyStanding, type Refund } from '#domain/refunds/refund.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import type { Shop } from './shop.ts'

/** Who does something about which order. `by`: their e-mail address. `permissions`: what their role allows. */
export interface StaffTask {
  number: string
  by: string
  permissions: readonly Permission[]
}

/** What every change by staff says. `version`: what they saw. */
export interface StaffChange extends StaffTask {
  version: number
}

/** Why nothing was changed. */
export type ChangeRefusal =
  | { kind: 'unknown-order' }
  /** The member's role does not allow it. */
  | { kind: 'not-permitted' }
  /** Somebody else, or the gateway, was first: look again. */
  | { kind: 'changed-meanwhile' }
  /** The order has gone another way. */
  | { kind: 'not-possible'; state: OrderState }
  /** The gateway is still to answer about a refund of it, and the change hangs on what it says. */
  | { kind: 'refund-waiting' }
  /** All of the money went back. */
  | { kind: 'nothing-left' }
  /** The customer was taken out of it: there is nobody to write to. */
  | { kind: 'erased' }

/** The order that is being changed, locked until the transaction ends. */
export interface ChangingOrder extends OrderStanding {
  id: string
  number: string
  version: number
  paidAt: number | null
  payments: Payment[]
  /** What its payments have brought. */
  received: Cents
  refunds: Refund[]
}

/**
 * Does one thing to an order in one transaction, if it may be done (domain/orders/allowed-actions.ts) and, where the
 * member of staff says what they saw, the order is still so. Of two changes at once, the second is refused. Such a
 * change must raise the version (db/orders/move-order.ts).
 */
export async function changeAsStaff<T extends { kind: string }>(
  shop: Shop,
  action: OrderAction,
  { number, version, permissions }: StaffTask & Partial<StaffChange>,
  work: (tx: Tx, order: ChangingOrder) => Promise<T>,
): Promise<T | ChangeRefusal> {
  if (!permissions.includes(ORDER_ACTIONS[action])) return { kind: 'not-permitted' }
  return transact(shop.database, async (tx): Promise<T | ChangeRefusal> => {
    const order = await lockOrder(tx, number)
    if (!order) return { kind: 'unknown-order' }
    if (version !== undefined && order.version !== version) return { kind: 'changed-meanwhile' }
    const obstacle = findObstacle(action, order, permissions)
    if (obstacle === 'not-possible') return { kind: obstacle, state: order.state }
    return obstacle === null ? work(tx, order) : { kind: obstacle }
  })
}

/** The order that people call by this number, kept from everybody else until the transaction ends. */
async function lockOrder(tx: Tx, number: string): Promise<ChangingOrder | null> {
  const row = await lockingOrders(tx)
    .select(['id', 'number', 'state', 'version', 'paid_at as paidAt'])
    .select(['fulfilled_at as fulfilledAt', 'erased_at as erasedAt'])
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) return null
  const { fulfilledAt, erasedAt, ...order } = row
  const payments = await findPayments(tx, order.id)
  const received = receivedBy(payments)
  const refunds = await findRefunds(tx, order.id)
  return {
    ...order,
    state: order.state,
    isFulfilled: fulfilledAt !== null,
    isErased: erasedAt !== null,
    isCalledOff: await hasEvent(tx, order.id, 'cancelled'),
    payments,
    received,
    refunds,
    money: moneyStanding(received, refunds),
  }
}
