import {
  countNeedingAttention,
  listOrders as list,
  listOverRefunded,
  type ListedOrder,
  type OverRefundedOrder,
} from '#db/orders/order-list.ts'
import { MOST_ORDER_MATCHES, SHORTEST_ORDER_SEARCH } from '#db/orders/order-search.ts'
import type { OrderState } from '#domain/orders/order.ts'
import { addDays, startOfDay } from '#domain/shop-day.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import type { Shop } from '#operations/shop.ts'

/** Orders on one page of the staff's list. */
const ORDERS_ON_A_PAGE = 25

/** What staff ask the list for. Empty texts ask for nothing; days are the shop's own, `to` is the last one. */
export interface OrderQuery {
  q: string
  state: OrderState | 'to-fulfil' | ''
  from: string
  to: string
  page: number
}

/** One page of the list. `isCut`: more orders match the search than are looked at, and only the newest are shown. */
export interface OrderPage extends ListPage<ListedOrder> {
  isTooShort: boolean
  isCut: boolean
}

/** The page of the list that was asked for; beyond the last one, the last one. */
export async function listOrders(shop: Shop, query: OrderQuery): Promise<OrderPage> {
  const filter = filterOf(shop, query)
  const found = await nearestPage(query.page, ORDERS_ON_A_PAGE, async (span) => {
    const { orders, total } = await list(shop.database, filter, span)
    return { rows: orders, total }
  })
  const letters = [...filter.query].length
  return {
    ...found,
    isTooShort: letters > 0 && letters < SHORTEST_ORDER_SEARCH,
    isCut: letters > 0 && found.total >= MOST_ORDER_MATCHES,
  }
}

/** The same for the database: days become moments of the shop's time zone. */
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

/** How many orders wait for a person. */
export function ordersNeedingAttention({ database }: Shop): Promise<number> {
  return countNeedingAttention(database)
}

const OVER_REFUNDED_SHOWN = 5

/** Some of the orders from which more went back than came, and of which nobody has said yet what becomes of it. */
export function overRefundedOrders({ database }: Shop): Promise<OverRefundedOrder[]> {
  return listOverRefunded(database, OVER_REFUNDED_SHOWN)
}
