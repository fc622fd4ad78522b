import {
  countOrders,
  listOrders as list,
  listOverRefunded,
  type ListedOrder,
  type OverRefundedOrder,
} from '#db/orders/order-list.ts'
import { readItems, type ListedItem } from '#db/orders/listed-items.ts'
import { findOrdersWithDuplicates } from '#db/orders/duplicate-orders.ts'
import { findOrderNeighbours, type OrderNeighbours } from '#db/orders/order-neighbours.ts'
import { MAX_ORDER_MATCHES, MIN_ORDER_SEARCH_LENGTH } from '#db/orders/order-search.ts'
import type { OrderState } from '#domain/orders/order.ts'
import { addDays, startOfDay } from '#domain/shop-day.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import type { Shop } from '#operations/shop.ts'

/** Orders per page of the staff list. */
const PAGE_SIZE = 25

/** The list's filters. Empty texts do not filter; days are in the shop's time zone, `to` is inclusive. */
export interface OrderQuery {
  q: string
  state: OrderState | 'to-fulfil' | 'ready-for-pickup' | 'partly-picked-up' | ''
  from: string
  to: string
  page: number
}

/** One page of the list. `isCut`: the search matches more orders than it reads, and only the newest are shown. */
export interface OrderPage extends ListPage<ListedOrder & { items: ListedItem[]; hasDuplicate: boolean }> {
  isTooShort: boolean
  isCut: boolean
}

/** The requested page of the list; beyond the last page, the last one. */
export async function listOrders(shop: Shop, query: OrderQuery): Promise<OrderPage> {
  const filter = filterOf(shop, query)
  const found = await nearestPage(query.page, PAGE_SIZE, async (span) => {
    const { orders, total } = await list(shop.database, filter, span)
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
  const letters = [...filter.query].length
  return {
    ...found,
    isTooShort: letters > 0 && letters < MIN_ORDER_SEARCH_LENGTH,
    isCut: letters > 0 && found.total >= MAX_ORDER_MATCHES,
  }
}

/** The database filter: days become times in the shop's time zone. */
export function filterOf({ settings }: Shop, { q, state, from, to }: Omit<OrderQuery, 'page'>) {
  const start = startOfDay(from, settings.timeZone)
  const last = startOfDay(to, settings.timeZone) === null ? null : addDays(to, 1)
  return {
    query: q.trim(),
    state: state === '' ? null : state,
    from: start,
    until: last === null ? null : startOfDay(last, settings.timeZone),
  }
}

/** The tabs of the order list: what staff work through, as values of its `state` filter, and everything. */
export const ORDER_TABS = ['to-fulfil', 'ready-for-pickup', 'needs-attention', 'pending', ''] as const

/** How many orders each tab has, up to `most`. */
export async function countOrderTabs(
  { database }: Shop,
  most: number,
): Promise<Record<(typeof ORDER_TABS)[number], number>> {
  const [toFulfil, ready, attention, unpaid, all] = await Promise.all([
    countOrders(database, 'to-fulfil', most),
    countOrders(database, 'ready-for-pickup', most),
    countOrders(database, 'needs-attention', most),
    countOrders(database, 'pending', most),
    countOrders(database, null, most),
  ])
  return {
    'to-fulfil': toFulfil,
    'ready-for-pickup': ready,
    'needs-attention': attention,
    pending: unpaid,
    '': all,
  }
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
export function orderNeighbours(
  shop: Shop,
  query: Omit<OrderQuery, 'page'>,
  number: string,
): Promise<OrderNeighbours> {
  return findOrderNeighbours(shop.database, filterOf(shop, query), number)
}

const MAX_OVER_REFUNDED = 5

/** Some of the unresolved orders with more returned than received. */
export function overRefundedOrders({ database }: Shop): Promise<OverRefundedOrder[]> {
  return listOverRefunded(database, MAX_OVER_REFUNDED)
}
