import { sql } from 'kysely'
import type { ErasureReason } from '#domain/orders/erasure.ts'
import { cents, type Cents } from '#domain/money.ts'
import { SENDABLE_STATES, type OrderState } from '#domain/orders/order.ts'
import { olderThan } from '#db/engine/older-than.ts'
import { foundByOrderSearch } from './order-search.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'

/**
 * What a list of orders is narrowed to. Times are epoch milliseconds: from `from` on, up to but without `until`.
 * `to-fulfil`: what is to be sent, whether or not some of its money went back.
 */
export interface OrderFilter {
  query: string
  state: OrderState | 'to-fulfil' | null
  from: number | null
  until: number | null
}

/** An order as it stands in a list. */
export interface ListedOrder {
  id: string
  number: string
  state: OrderState
  isFulfilled: boolean
  name: string
  email: string
  /** Why there is neither name nor address any more. */
  erasure: ErasureReason | null
  total: Cents
  createdAt: number
}

/** Where a walk through the list goes on: after this order. */
export type ListPosition = Pick<ListedOrder, 'id' | 'createdAt'>

/** One page of the orders that match, the newest first, and how many match in all. */
export async function listOrders(
  database: ShopDatabase,
  filter: OrderFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ orders: ListedOrder[]; total: number }> {
  const { db } = database
  // The ids come from an index alone; only the page's own rows are read.
  const ids = matching(database, filter)
    .select('orders.id')
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .offset(offset)
  const [orders, { total }] = await Promise.all([
    db
      .selectFrom('orders')
      .select(LISTED)
      .where('orders.id', 'in', ids)
      .orderBy('orders.created_at', 'desc')
      .orderBy('orders.id', 'desc')
      .execute(),
    matching(database, filter)
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { orders: orders.map(toListed), total }
}

/** The next orders of a walk through everything that matches, the newest first. */
export async function walkOrders(
  database: ShopDatabase,
  filter: OrderFilter,
  after: ListPosition | null,
  limit: number,
): Promise<ListedOrder[]> {
  let query = matching(database, filter).select(LISTED)
  if (after) query = query.where(olderThan('orders', after))
  const rows = await query
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toListed)
}

/** An order from which more went back than came. Whole cents. */
export interface OverRefundedOrder {
  number: string
  received: Cents
  returned: Cents
}

/** What all payments of an order have brought. */
const RECEIVED = sql<number>`(select sum(received_cents) from payments where payments.order_id = orders.id)`

/** Those of them that wait for a person, the newest first. */
export async function listOverRefunded({ db }: ShopDatabase, limit: number): Promise<OverRefundedOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('refunds', 'refunds.order_id', 'orders.id')
    .select(['orders.number', RECEIVED.as('received')])
    .select((e) => e.fn.sum<number>('refunds.amount_cents').as('returned'))
    .where('orders.state', '=', 'needs-attention' satisfies OrderState)
    .where('refunds.state', '=', 'done')
    .groupBy(['orders.id', 'orders.number', 'orders.created_at'])
    .having((e) => e(e.fn.sum<number>('refunds.amount_cents'), '>', RECEIVED))
    .orderBy('orders.created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ number, received, returned }) => ({
    number,
    received: cents(Number(received)),
    returned: cents(Number(returned)),
  }))
}

/** How many orders wait for a person. */
export async function countNeedingAttention({ db }: ShopDatabase): Promise<number> {
  const { waiting } = await db
    .selectFrom('orders')
    .select((e) => e.fn.countAll<number>().as('waiting'))
    .where('state', '=', 'needs-attention' satisfies OrderState)
    .executeTakeFirstOrThrow()
  return waiting
}

const LISTED = [
  'orders.id',
  'orders.number',
  'orders.state',
  'orders.fulfilled_at as fulfilledAt',
  'orders.name',
  'orders.email',
  'orders.erasure',
  'orders.total_cents as total',
  'orders.created_at as createdAt',
] as const

function matching({ db }: ShopDatabase, { query, state, from, until }: OrderFilter) {
  let orders = db.selectFrom('orders')
  if (query !== '') orders = orders.where(foundByOrderSearch(db, query) ?? sql<boolean>`1 = 0`)
  if (state === 'to-fulfil') {
    orders = orders.where('orders.state', 'in', SENDABLE_STATES).where('orders.fulfilled_at', 'is', null)
  } else if (state !== null) orders = orders.where('orders.state', '=', state)
  if (from !== null) orders = orders.where('orders.created_at', '>=', from)
  if (until !== null) orders = orders.where('orders.created_at', '<', until)
  return orders
}

interface ListedRow extends Omit<ListedOrder, 'isFulfilled'> {
  fulfilledAt: number | null
}

function toListed({ fulfilledAt, ...row }: ListedRow): ListedOrder {
  return { ...row, isFulfilled: fulfilledAt !== null }
}
