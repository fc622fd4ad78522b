import { sql, type Expression, type Kysely, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { OrderId } from '#domain/ids.ts'
import type { ErasureReason } from '#domain/orders/erasure.ts'
import { MAX_SELECTED } from '#domain/list-filter.ts'
import { cents, type Cents } from '#domain/money.ts'
import { OPEN_STATUSES, type FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import type { OrderLink } from '#domain/checkout/payment-link.ts'
import type { OrderFilter, OrderSort } from '#domain/orders/order-filters.ts'
import { READY_STATES, SENDABLE_STATES, type Delivery, type OrderState } from '#domain/orders/order.ts'
import { keysOf } from '#domain/record-of.ts'
import { addDays, startOfDay } from '#domain/shop-day.ts'
import { olderThan } from '#db/engine/older-than.ts'
import { IS_ON_HOLD } from './holds.ts'
import { matchesOrderSearch, orderEmailIs } from './order-search.ts'
import { COUNTS_IN_FIGURES, IS_TEST } from '#db/engine/test-orders.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Database } from '#db/schema.ts'

/** Which orders are wanted. `timeZone`: whose days those of the filter are. `email`: of one customer. */
export interface WantedOrders {
  filter: OrderFilter
  email?: string | undefined
  /** Only those that count in the figures. */
  isCounted?: boolean
  timeZone: string
}

/** An order in the list. */
export interface ListedOrder {
  id: OrderId
  number: string
  version: number
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
  /** What the customer wrote. */
  note: string
  /** 1: staff put it on hold. */
  isOnHold: 0 | 1
  /** It was paid at the test gateway. */
  isTest: boolean | 0 | 1
}

/** The position in the list after which to continue. */
export type ListPosition = Pick<ListedOrder, 'id' | 'createdAt'>

/** A part of a list. */
export interface Span {
  limit: number
  offset: number
}

/** What each column sorts by, before the time. The indexes orders_by_customer and so on have the same expressions. */
const SORTED_BY = {
  placed: null,
  customer: sql<string>`lower(orders.name)`,
  destination: sql<string>`(orders.country || ' ' || orders.region || ' ' || lower(orders.city))`,
  total: sql<number>`orders.total_cents`,
}

/** What the list is sorted by, before time and id, and in which direction all three. */
export function sortingOf(sort: OrderSort) {
  const column = (sort.replace('-', '') || 'placed') as keyof typeof SORTED_BY
  const isFalling = sort === '' || sort.startsWith('-')
  return { by: SORTED_BY[column], direction: isFalling ? ('desc' as const) : ('asc' as const) }
}

/**
 * One page of the matching orders, with their total: counted as far as this page or what can be selected, and one
 * more, so that it takes no longer with more orders.
 */
export async function listOrders(
  database: ShopDatabase,
  wanted: WantedOrders,
  span: Span,
  sort: OrderSort = '',
): Promise<{ orders: ListedOrder[]; total: number }> {
  // The ids are read from an index alone; rows are read only for this page.
  const ids = sortedOrders(matchingOrders(database, wanted).select('orders.id'), sort)
    .limit(span.limit)
    .offset(span.offset)
  const [orders, total] = await Promise.all([
    sortedOrders(
      database.db.selectFrom('orders').select(LISTED).where('orders.id', 'in', ids),
      sort,
    ).execute(),
    countUpTo(
      database,
      matchingOrders(database, wanted),
      Math.max(MAX_SELECTED, span.offset + span.limit) + 1,
    ),
  ])
  return { orders, total }
}

/** The numbers of the first matching orders, in the order of the list. */
export async function listOrderNumbers(
  database: ShopDatabase,
  wanted: WantedOrders,
  limit: number,
  sort: OrderSort,
): Promise<string[]> {
  const rows = await sortedOrders(matchingOrders(database, wanted).select('orders.number'), sort)
    .limit(limit)
    .execute()
  return rows.map(({ number }) => number)
}

/** A query of orders in the order of a list. */
export function sortedOrders<Row>(query: SelectQueryBuilder<Database, 'orders', Row>, sort: OrderSort) {
  const { by, direction } = sortingOf(sort)
  return (by === null ? query : query.orderBy(by, direction))
    .orderBy('orders.created_at', direction)
    .orderBy('orders.id', direction)
}

/** The next batch of all matching orders, newest first. */
export async function walkOrders(
  database: ShopDatabase,
  wanted: WantedOrders,
  after: { createdAt: number; id: string } | null,
  limit: number,
): Promise<ListedOrder[]> {
  let query = matchingOrders(database, wanted).select(LISTED)
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
  database: ShopDatabase,
  state: OrderFilter['state'],
  most: number,
): Promise<number> {
  const orders = database.db.selectFrom('orders')
  return countUpTo(database, state ? orders.where(isIn(state)) : orders, most)
}

async function countUpTo(
  { db }: ShopDatabase,
  orders: SelectQueryBuilder<Database, 'orders', unknown>,
  most: number,
): Promise<number> {
  const some = orders
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
  'orders.version',
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
  'orders.note',
  IS_ON_HOLD.as('isOnHold'),
  IS_TEST.as('isTest'),
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
  'to-fulfil': sql<SqlBool>`${IS_TO_FULFIL} and ${IS_ON_HOLD} = 0`,
  'on-hold': sql<SqlBool>`${IS_TO_FULFIL} and orders.id in (select order_id from order_holds)`,
  'to-review': sql<SqlBool>`orders.state in (${literals(SENDABLE_STATES)})
    and orders.id in (select order_id from order_holds where reason = 'review')`,
  'ready-for-pickup': IS_READY_FOR_PICKUP,
  'partly-picked-up': IS_PARTLY_PICKED_UP,
  'needs-attention': NEEDS_ATTENTION,
  pending: IS_UNPAID,
  paid: IS_PAID,
}

function literals(words: readonly string[]) {
  return sql.join(words.map((word) => sql.lit(word)))
}

function isIn(state: string): Expression<SqlBool> {
  return Object.hasOwn(WORKLISTS, state)
    ? WORKLISTS[state as keyof typeof WORKLISTS]
    : sql<SqlBool>`orders.state = ${state}`
}

type Asked = { db: Kysely<Database>; timeZone: string }

/** What each filter asks of an order. */
const CONDITIONS: Record<keyof OrderFilter, (value: string, asked: Asked) => Expression<SqlBool> | null> = {
  q: (text, { db }) =>
    text.trim() === '' ? null : (matchesOrderSearch(db, text.trim()) ?? sql<SqlBool>`1 = 0`),
  state: isIn,
  slip: (state) =>
    sql<SqlBool>`${sql.raw(state === 'printed' ? '' : 'not')} exists (select 1 from slip_prints where order_id = orders.id)`,
  batch: (state) =>
    sql<SqlBool>`${sql.raw(state === 'none' ? 'not' : '')} exists (select 1 from batch_orders
      join batches on batches.id = batch_orders.batch_id
      where batch_orders.order_id = orders.id and batches.closed_at is null)`,
  paid: (how) => (how === 'test' ? IS_TEST : sql<SqlBool>`not ${IS_TEST}`),
  tag: (tag) => sql<SqlBool>`orders.id in (select order_id from order_tags where tag = ${tag})`,
  from: (day, { timeZone }) => sql<SqlBool>`orders.created_at >= ${startOfDay(day, timeZone)}`,
  to: (day, { timeZone }) => sql<SqlBool>`orders.created_at < ${startOfDay(addDays(day, 1), timeZone)}`,
}

/** The orders that match the filter. */
export function matchingOrders(
  { db }: ShopDatabase,
  { filter, email, timeZone, isCounted = false }: WantedOrders,
) {
  let orders = db.selectFrom('orders')
  if (isCounted) orders = orders.where(COUNTS_IN_FIGURES)
  if (email !== undefined) orders = orders.where(orderEmailIs(db, email))
  for (const name of keysOf(CONDITIONS)) {
    const value = filter[name] ?? ''
    const condition = value === '' ? null : CONDITIONS[name](value, { db, timeZone })
    if (condition !== null) orders = orders.where(condition)
  }
  return orders
}
