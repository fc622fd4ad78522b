import { countNeedingAttention, listOrders as list, type ListedOrder } from '#db/order-list.ts'
import { MOST_ORDER_MATCHES, SHORTEST_ORDER_SEARCH } from '#db/order-search.ts'
import type { OrderState } from '#domain/order.ts'
import { addDays, startOfDay } from '#domain/shop-day.ts'
import type { Shop } from './shop.ts'

/** Orders on one page of the staff's list. */
export const ORDERS_ON_A_PAGE = 25

/** What staff ask the list for. Empty texts ask for nothing; days are the shop's own, `to` is the last one. */
export interface OrderQuery {
  q: string
  state: OrderState | ''
  from: string
  to: string
  page: number
}

/** One page of the list. `isCut`: more orders match the search than are looked at, and only the newest are shown. */
export interface OrderPage {
  orders: ListedOrder[]
  total: number
  page: number
  pages: number
  isTooShort: boolean
  isCut: boolean
}

/** The page of the list that was asked for; beyond the last one, the last one. */
export async function listOrders(shop: Shop, query: OrderQuery): Promise<OrderPage> {
  const filter = filterOf(shop, query)
  const ask = (page: number) =>
    list(shop.database, filter, { limit: ORDERS_ON_A_PAGE, offset: (page - 1) * ORDERS_ON_A_PAGE })
  let { page } = query
  let found = await ask(page)
  const pages = Math.max(1, Math.ceil(found.total / ORDERS_ON_A_PAGE))
  if (page > pages) {
    page = pages
    found = await ask(page)
  }
  const letters = [...filter.query].length
  return {
    ...found,
    page,
    pages,
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
