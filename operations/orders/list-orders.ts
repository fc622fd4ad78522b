import {
  countNeedingAttention,
  listOrders as list,
  listOverRefunded,
  type ListedOrder,
  type OverRefundedOrder,
} from '#db/orders/order-list.ts'
import { findOrdersWithDuplicates } from '#db/orders/duplicate-orders.ts'
import { MOST_ORDER_MATCHES, SHORTEST_ORDER_SEARCH } from '#db/orders/order-search.ts'
import type { OrderState } from '#domain/orders/order.ts'
import { addDays, startOfDay } from '#domain/shop-day.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import type { Shop } from '#operations/shop.ts'

/** Orders per page of the staff list. */
const ORDERS_ON_A_PAGE = 25

/** The list's filters. Empty texts do not filter; days are in the shop's time zone, `to` is inclusive. */
export interface OrderQuery {
  q: string
  state: OrderState | 'to-fulfil' | ''
  from: string
  to: string
  page: number
}

/** One page of the list. `isCut`: the search matches more orders than it reads, and only the newest are shown. */
export interface OrderPage extends ListPage<ListedOrder & { hasDuplicate: boolean }> {
  isTooShort: boolean
  isCut: boolean
}

/** The requested page of the list; beyond the last page, the last one. */
export async function listOrders(shop: Shop, query: OrderQuery): Promise<OrderPage> {
  const filter = filterOf(shop, query)
  const found = await nearestPage(query.page, ORDERS_ON_A_PAGE, async (span) => {
    const { orders, total } = await list(shop.database, filter, span)
    const twice = await findOrdersWithDuplicates(
      shop.database.db,
      orders.map(({ id }) => id),
    )
    return { rows: orders.map((order) => ({ ...order, hasDuplicate: twice.has(order.id) })), total }
  })
  const letters = [...filter.query].length
  return {
    ...found,
    isTooShort: letters > 0 && letters < SHORTEST_ORDER_SEARCH,
    isCut: letters > 0 && found.total >= MOST_ORDER_MATCHES,
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

/** How many orders need attention. */
export function ordersNeedingAttention({ database }: Shop): Promise<number> {
  return countNeedingAttention(database)
}

const OVER_REFUNDED_SHOWN = 5

/** Some of the unresolved orders with more returned than received. */
export function overRefundedOrders({ database }: Shop): Promise<OverRefundedOrder[]> {
  return listOverRefunded(database, OVER_REFUNDED_SHOWN)
}
