import { lockingOrders } from '#db/orders/orders.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { OrderState } from '#domain/orders/order.ts'
import type { Shop } from './shop.ts'

/** What every change by staff says. `version`: what they saw. `by`: their e-mail address. */
export interface StaffChange {
  number: string
  version: number
  by: string
}

/** Why nothing was changed. */
export type ChangeRefusal =
  | { kind: 'unknown-order' }
  /** Somebody else, or the gateway, was first: look again. */
  | { kind: 'changed-meanwhile' }
  /** The order has gone another way. */
  | { kind: 'not-possible'; state: OrderState }
  /** The gateway is still to answer about a refund of it, and the change hangs on what it says. */
  | { kind: 'refund-waiting' }

/** The order that is being changed, locked until the transaction ends. */
export interface ChangingOrder {
  id: string
  number: string
  state: OrderState
  version: number
  paidAt: number | null
  fulfilledAt: number | null
  erasedAt: number | null
}

/**
 * Does one thing to an order in one transaction, if the order is still as the member of staff saw it. Of two at once,
 * the second is refused. `work` must raise the version (db/orders/move-order.ts).
 */
export async function changeAsStaff<T extends { kind: string }>(
  shop: Shop,
  { number, version }: StaffChange,
  work: (tx: Tx, order: ChangingOrder) => Promise<T>,
): Promise<T | ChangeRefusal> {
  return transact(shop.database, async (tx): Promise<T | ChangeRefusal> => {
    const order = await lockOrder(tx, number)
    if (!order) return { kind: 'unknown-order' }
    if (order.version !== version) return { kind: 'changed-meanwhile' }
    return work(tx, order)
  })
}

/** The order that people call by this number, kept from everybody else until the transaction ends. */
export async function lockOrder(tx: Tx, number: string): Promise<ChangingOrder | null> {
  const row = await lockingOrders(tx)
    .select(['id', 'number', 'state', 'version', 'paid_at as paidAt'])
    .select(['fulfilled_at as fulfilledAt', 'erased_at as erasedAt'])
    .where('number', '=', number)
    .executeTakeFirst()
  return row ?? null
}
