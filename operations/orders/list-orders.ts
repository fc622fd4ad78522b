import {
  countOrders,
  listOrders as list,
  listOverRefunded,
  walkOrders,
  type ListedOrder,
  type OverRefundedOrder,
  type WantedOrders,
} from '#db/orders/order-list.ts'
import { readItems, type ListedItem } from '#db/orders/listed-items.ts'
import { findOrdersWithDuplicates } from '#db/orders/duplicate-orders.ts'
import { findOrderNeighbours, type OrderNeighbours } from '#db/orders/order-neighbours.ts'
import { MAX_ORDER_MATCHES, MIN_ORDER_SEARCH_LENGTH } from '#db/orders/order-search.ts'
import { ORDER_TABS, type OrderFilter, type TabCounts } from '#domain/orders/order-filters.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import type { Shop } from '#operations/shop.ts'

/** Orders per page of the staff list. */
const PAGE_SIZE = 25

/** One page of the list. `isCut`: the search matches more orders than it reads, and only the newest are shown. */
export interface OrderPage extends ListPage<ListedOrder & { items: ListedItem[]; hasDuplicate: boolean }> {
  isTooShort: boolean
  isCut: boolean
}

/** The requested page of the list; beyond the last page, the last one. */
export async function listOrders(
  shop: Shop,
  { page, ...filter }: OrderFilter & { page: number },
): Promise<OrderPage> {
  const found = await nearestPage(page, PAGE_SIZE, async (span) => {
    const { orders, total } = await list(shop.database, wantedOrders(shop, filter), span)
    const ids = orders.map(({ id }) => id)
    const [items, twice] = await Promise.all([
      readItems(shop.database.db, ids),
      findOrdersWithDuplicates(shop.database.db, ids),
    ])
    const rows = orders.map((order) => ({
      ...order,
      items: items.get(order.id) ?? [],
      hasDuplicate: twice.has(order.id),
    }))
    return { rows, total }
  })
  const letters = [...filter.q.trim()].length
  return {
    ...found,
    isTooShort: letters > 0 && letters < MIN_ORDER_SEARCH_LENGTH,
    isCut: letters > 0 && found.total >= MAX_ORDER_MATCHES,
  }
}

/** The orders that a filter wants; its days are those of the shop. */
export function wantedOrders(
  { settings: { timeZone } }: Shop,
  filter: WantedOrders['filter'],
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

/** How many orders wait to be fulfilled, and how many need attention, each counted up to `most`. */
export async function countWaitingOrders({ database }: Shop, most: number): Promise<number> {
  const [toFulfil, attention] = await Promise.all([
    countOrders(database, 'to-fulfil', most),
    countOrders(database, 'needs-attention', most),
  ])
  return toFulfil + attention
}

/** The previous and the next order in the list with these filters. */
export function orderNeighbours(shop: Shop, filter: OrderFilter, number: string): Promise<OrderNeighbours> {
  return findOrderNeighbours(shop.database, wantedOrders(shop, filter), number)
}

const MAX_OVER_REFUNDED = 5

/** Some of the unresolved orders with more returned than received. */
export function overRefundedOrders({ database }: Shop): Promise<OverRefundedOrder[]> {
  return listOverRefunded(database, MAX_OVER_REFUNDED)
}
