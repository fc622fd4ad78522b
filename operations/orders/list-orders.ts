import {
  countOrders,
  listOrderNumbers,
  listOrders as list,
  listOverRefunded,
  walkOrders,
  type ListedOrder,
  type OverRefundedOrder,
  type WantedOrders,
} from '#db/orders/order-list.ts'
import { readItems, type ListedItem } from '#db/orders/listed-items.ts'
import { findOrdersWithDuplicates } from '#db/orders/duplicate-orders.ts'
import { findBatchesOf } from '#db/packing/batches.ts'
import type { BatchId } from '#domain/ids.ts'
import { findMarks, listTags, NO_MARKS, type OrderMarks } from '#db/orders/order-marks.ts'
import { findOrderNeighbours, type OrderNeighbours } from '#db/orders/order-neighbours.ts'
import { MAX_ORDER_MATCHES, MIN_ORDER_SEARCH_LENGTH } from '#db/orders/order-search.ts'
import {
  ORDER_PAGE_SIZES,
  ORDER_TABS,
  type OrderFilter,
  type OrderPageSize,
  type OrderSort,
  type TabCounts,
} from '#domain/orders/order-filters.ts'
import { MAX_SELECTED } from '#domain/list-filter.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import type { Shop } from '#operations/shop.ts'

/** One page of the list. `isCut`: the search matches more orders than it reads, and only the newest are shown. */
export interface OrderPage extends ListPage<
  ListedOrder &
    OrderMarks & { batch: { id: BatchId; name: string } | null } & {
      items: ListedItem[]
      hasDuplicate: boolean
    }
> {
  isTooShort: boolean
  isCut: boolean
}

/** What a list is narrowed to, and how it is sorted. */
type ListedFilter = OrderFilter & { sort?: OrderSort | undefined }

/** The requested page of the list; beyond the last page, the last one. */
export async function listOrders(
  shop: Shop,
  {
    page,
    sort = '',
    per = ORDER_PAGE_SIZES[0],
    ...filter
  }: ListedFilter & { page: number; per?: OrderPageSize },
): Promise<OrderPage> {
  const found = await nearestPage(page, Number(per), async (span) => {
    const { orders, total } = await list(shop.database, wantedOrders(shop, filter), span, sort)
    const ids = orders.map(({ id }) => id)
    const [items, marks, batches, twice] = await Promise.all([
      readItems(shop.database.db, ids),
      findMarks(shop.database.db, ids),
      findBatchesOf(shop.database.db, ids),
      findOrdersWithDuplicates(shop.database.db, ids),
    ])
    const rows = orders.map((order) => ({
      ...order,
      ...(marks.get(order.id) ?? NO_MARKS),
      batch: batches.get(order.id) ?? null,
      items: items.get(order.id) ?? [],
      hasDuplicate: twice.has(order.id),
    }))
    return { rows, total }
  })
  const letters = [...(filter.q ?? '').trim()].length
  return {
    ...found,
    isTooShort: letters > 0 && letters < MIN_ORDER_SEARCH_LENGTH,
    isCut: letters > 0 && found.total >= MAX_ORDER_MATCHES,
  }
}

/** The orders that a filter wants; its days are those of the shop. */
export function wantedOrders(
  { settings: { timeZone } }: Shop,
  filter: OrderFilter,
  email?: string,
): WantedOrders {
  return { filter, timeZone, email }
}

/** The wanted orders after a place in the list, with their items, newest first; from the newest without one. */
export async function ordersAfter(
  { database }: Shop,
  wanted: WantedOrders,
  after: { createdAt: number; id: string } | null,
  limit: number,
): Promise<(ListedOrder & { items: ListedItem[] })[]> {
  const orders = await walkOrders(database, wanted, after, limit)
  const items = await readItems(
    database.db,
    orders.map(({ id }) => id),
  )
  return orders.map((order) => ({ ...order, items: items.get(order.id) ?? [] }))
}

/** How many orders each tab has, up to `most`. */
export async function countOrderTabs({ database }: Shop, most: number): Promise<TabCounts> {
  const counts = await Promise.all(
    ORDER_TABS.map(async (state) => [state, await countOrders(database, state, most)] as const),
  )
  return Object.fromEntries(counts) as TabCounts
}

/** How many orders wait to be fulfilled, to be looked at, or need attention, each counted up to `most`. */
export async function countWaitingOrders({ database }: Shop, most: number): Promise<number> {
  const states = ['to-fulfil', 'to-review', 'needs-attention'] as const
  const counts = await Promise.all(states.map((state) => countOrders(database, state, most)))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The tags that orders have. */
export function readTags({ database: { db } }: Pick<Shop, 'database'>): Promise<string[]> {
  return listTags(db)
}

/** The numbers of the first orders of a list, to be selected: at most `first`, and never more than can be. */
export function orderNumbers(
  shop: Shop,
  { sort = '', ...filter }: ListedFilter,
  first = MAX_SELECTED,
): Promise<string[]> {
  return listOrderNumbers(shop.database, wantedOrders(shop, filter), Math.min(first, MAX_SELECTED), sort)
}

/** The previous and the next order in a list. */
export function orderNeighbours(
  shop: Shop,
  { sort = '', ...filter }: ListedFilter,
  number: string,
): Promise<OrderNeighbours> {
  return findOrderNeighbours(shop.database, wantedOrders(shop, filter), sort, number)
}

const MAX_OVER_REFUNDED = 5

/** Some of the unresolved orders with more returned than received. */
export function overRefundedOrders({ database }: Shop): Promise<OverRefundedOrder[]> {
  return listOverRefunded(database, MAX_OVER_REFUNDED)
}
