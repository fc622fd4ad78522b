import { sql, type Kysely, type SqlBool } from 'kysely'
import type { OrderId } from '#domain/ids.ts'
import type { ErasureReason } from '#domain/orders/erasure.ts'
import { cents, type Cents } from '#domain/money.ts'
import { OPEN_STATUSES, type FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import type { OrderLink } from '#domain/checkout/payment-link.ts'
import { READY_STATES, SENDABLE_STATES, type Delivery, type OrderState } from '#domain/orders/order.ts'
import { olderThan } from '#db/engine/older-than.ts'
import { matchesOrderSearch } from './order-search.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Database } from '#db/schema.ts'

/**
 * The filters of the order list. Times are epoch milliseconds: from `from`, inclusive, to `until`, exclusive.
 * `to-fulfil`: still to be sent, in whole or in part. `ready-for-pickup`: not collected yet, in whole or in part;
 * `partly-picked-up`: collected in part. `pending` includes orders with an open payment link, `needs-attention` those
 * whose link closed unpaid; `paid` leaves both out.
 */
export interface OrderFilter {
  query: string
  state: OrderState | 'to-fulfil' | 'ready-for-pickup' | 'partly-picked-up' | null
  from: number | null
  until: number | null
}

/** An order in the list. */
export interface ListedOrder {
  id: OrderId
  number: string
  state: OrderState
  fulfilment: FulfilmentStatus
  name: string
  email: string
  /** Why name and address were erased; null when they were not. */
  erasure: ErasureReason | null
  total: Cents
  createdAt: number
  /** The additional cost of a change, while its payment link is not settled; and whether the link can be paid. */
  balanceDue: Cents
  paymentLink: OrderLink
  /** Where it goes; the city is empty when the address was erased. `country` is a two-letter code. */
  city: string
  region: string
  country: string
  /** The staff member who made it; null: the shopper placed it. */
  madeBy: string | null
  delivery: Delivery
  pickedUpAt: number | null
  /** 1: the customer took some of it. */
  hasPickups: 0 | 1
}

/** The position in the list after which to continue. */
export type ListPosition = Pick<ListedOrder, 'id' | 'createdAt'>

/** One page of the matching orders, newest first, with the total. */
export async function listOrders(
  database: ShopDatabase,
  filter: OrderFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ orders: ListedOrder[]; total: number }> {
  const { db } = database
  // The ids are read from an index alone; rows are read only for this page.
  const ids = matchingOrders(database, filter)
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
    matchingOrders(database, filter)
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { orders, total }
}

/** The next batch of all matching orders, newest first. */
export async function walkOrders(
  database: ShopDatabase,
  filter: OrderFilter,
  after: ListPosition | null,
  limit: number,
): Promise<ListedOrder[]> {
  let query = matchingOrders(database, filter).select(LISTED)
  if (after) query = query.where(olderThan('orders', after))
  return query.orderBy('orders.created_at', 'desc').orderBy('orders.id', 'desc').limit(limit).execute()
}

/** An order with more returned than received. Whole cents. */
export interface OverRefundedOrder {
  number: string
  received: Cents
  returned: Cents
}

/** The sum received by all payments of an order. */
const RECEIVED = sql<number>`(select sum(received_cents) from payments where payments.order_id = orders.id)`

/** Over-refunded orders that need attention, newest first. */
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
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ number, received, returned }) => ({
    number,
    received: cents(Number(received)),
    returned: cents(Number(returned)),
  }))
}

/** How many orders are in a state, counted up to `most`, so that it takes no longer with many of them. */
export async function countOrders(
  { db }: ShopDatabase,
  state: OrderFilter['state'],
  most: number,
): Promise<number> {
  const some = inState(db, state)
    .select(sql<number>`1`.as('one'))
    .limit(most)
    .as('some')
  const { total } = await db
    .selectFrom(some)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

const LISTED = [
  'orders.id',
  'orders.number',
  'orders.state',
  'orders.fulfilment',
  'orders.name',
  'orders.email',
  'orders.erasure',
  'orders.total_cents as total',
  'orders.created_at as createdAt',
  'orders.city',
  'orders.region',
  'orders.country',
  'orders.made_by as madeBy',
  'orders.delivery',
  'orders.picked_up_at as pickedUpAt',
  'orders.has_pickups as hasPickups',
  'orders.balance_due_cents as balanceDue',
  'orders.payment_link as paymentLink',
] as const

/** A condition on `orders`: to be fulfilled. The index orders_to_fulfil has the same expression with these literals. */
export const IS_TO_FULFIL = sql<SqlBool>`(case when orders.fulfilment in (${literals(OPEN_STATUSES)})
  and orders.state in (${literals(SENDABLE_STATES)}) and orders.payment_link = 'none' then 1 end) = 1`

/** Likewise: orders_ready_for_pickup. */
const IS_READY_FOR_PICKUP = sql<SqlBool>`(case when orders.delivery = 'pickup'
  and orders.fulfilment in ('fulfilled', 'partially-fulfilled') and orders.picked_up_at is null
  and orders.state in (${literals(READY_STATES)}) then 1 end) = 1`

/** Likewise: orders_partly_picked_up. */
export const IS_PARTLY_PICKED_UP = sql<SqlBool>`(case when orders.delivery = 'pickup' and orders.has_pickups = 1
  and orders.fulfilment in ('fulfilled', 'partially-fulfilled')
  and not (orders.fulfilment = 'fulfilled' and orders.picked_up_at is not null)
  and orders.state in (${literals(READY_STATES)}) then 1 end) = 1`

/** Likewise: orders_need_attention. A balance that can no longer be paid needs attention too. */
const NEEDS_ATTENTION = sql<SqlBool>`(case when orders.state = 'needs-attention'
  or orders.payment_link = 'closed' then 1 end) = 1`

/** Likewise: orders_unpaid. */
const IS_UNPAID = sql<SqlBool>`(case when orders.state = 'pending' or orders.payment_link = 'open' then 1 end) = 1`

/** Leaves out orders that wait for the balance of a change: they are listed as unpaid, or as needing attention. */
const IS_PAID = sql<SqlBool>`orders.state = 'paid' and orders.payment_link = 'none'`

/** The filters that are more than a value of `orders.state`. */
const WORKLISTS = {
  'to-fulfil': IS_TO_FULFIL,
  'ready-for-pickup': IS_READY_FOR_PICKUP,
  'partly-picked-up': IS_PARTLY_PICKED_UP,
  'needs-attention': NEEDS_ATTENTION,
  pending: IS_UNPAID,
  paid: IS_PAID,
}

function literals(words: readonly string[]) {
  return sql.join(words.map((word) => sql.lit(word)))
}

function inState(db: Kysely<Database>, state: OrderFilter['state']) {
  const orders = db.selectFrom('orders')
  if (state === null) return orders
  return isWorklist(state) ? orders.where(WORKLISTS[state]) : orders.where('orders.state', '=', state)
}

function isWorklist(state: string): state is keyof typeof WORKLISTS {
  return Object.hasOwn(WORKLISTS, state)
}

/** The orders that match the filters. */
export function matchingOrders({ db }: ShopDatabase, { query, state, from, until }: OrderFilter) {
  let orders = inState(db, state)
  if (query !== '') orders = orders.where(matchesOrderSearch(db, query) ?? sql<boolean>`1 = 0`)
  if (from !== null) orders = orders.where('orders.created_at', '>=', from)
  if (until !== null) orders = orders.where('orders.created_at', '<', until)
  return orders
}
