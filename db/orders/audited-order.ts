import type { Kysely } from 'kysely'
import type { OrderId } from '#domain/ids.ts'
import { formatCents } from '#domain/money.ts'
import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import { isPickedUp, pickupStatus, type Order } from '#domain/orders/order.ts'
import type { Database } from '#db/schema.ts'

/** What the audit trail compares of an order. None of it is about the customer. */
export interface AuditedOrder {
  state: string
  fulfilment: string
  pickedUp: boolean
  taken: number
  items: string
  total: string
  refunded: string
}

/** How much of an order for pickup is ready, as its page says. */
const READINESS: Readonly<Record<FulfilmentStatus, string>> = {
  unfulfilled: 'not-ready',
  'partially-fulfilled': 'partly-ready',
  fulfilled: 'ready',
  'nothing-to-fulfil': 'nothing-to-pick-up',
}

function stateOfPickup(
  order: Pick<Order, 'state' | 'fulfilment' | 'pickedUpAt'> & { hasPickups: boolean },
): string {
  const pickup = pickupStatus(order)
  if (order.state === 'paid' && pickup === 'partly-picked-up') return pickup
  if (order.state !== 'fulfilled') return order.state
  return pickup === 'not-picked-up' ? 'ready-for-pickup' : pickup
}

/** The current facts, and the last event of the order's history. */
export async function findAuditedOrder(
  tx: Kysely<Database>,
  id: OrderId,
): Promise<{ facts: AuditedOrder; lastEvent: number }> {
  const order = await tx
    .selectFrom('orders')
    .select(['state', 'fulfilment', 'delivery', 'total_cents as total', 'picked_up_at as pickedUpAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const lines = await tx
    .selectFrom('order_lines')
    .select(['name', 'size', 'quantity'])
    .where('order_id', '=', id)
    .orderBy('position')
    .execute()
  const refunds = await tx
    .selectFrom('refunds')
    .select('amount_cents as amount')
    .where('order_id', '=', id)
    .where('state', '<>', 'failed')
    .execute()
  const taken = await tx
    .selectFrom('order_pickups')
    .select((its) => its.fn.sum<number | null>('quantity').as('units'))
    .where('order_id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  const last = await tx
    .selectFrom('order_events')
    .select((its) => its.fn.max('id').as('id'))
    .where('order_id', '=', id)
    .executeTakeFirst()
  const units = Number(taken?.units ?? 0)
  const facts = {
    state: order.delivery === 'pickup' ? stateOfPickup({ ...order, hasPickups: units > 0 }) : order.state,
    fulfilment: order.delivery === 'pickup' ? READINESS[order.fulfilment] : order.fulfilment,
    pickedUp: isPickedUp(order),
    taken: units,
    items: lines.map(({ name, size, quantity }) => `${quantity} × ${name}, ${size}`).join('; '),
    total: formatCents(order.total),
    refunded: formatCents(refunds.reduce((sum, { amount }) => sum + amount, 0)),
  }
  return { facts, lastEvent: Number(last?.id ?? 0) }
}
