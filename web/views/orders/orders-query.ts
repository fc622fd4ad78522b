import * as v from 'valibot'
import { ORDER_STATES } from '#domain/orders/order.ts'
import { pageParameter, searchedFor } from '#web/views/list-address.ts'

const day = v.fallback(v.pipe(v.string(), v.isoDate()), '')

/** The filters in the address of the list. Invalid values count as missing. */
export const ordersQuerySchema = v.object({
  q: searchedFor,
  state: v.fallback(
    v.picklist(['', 'to-fulfil', 'ready-for-pickup', 'partly-picked-up', ...ORDER_STATES]),
    '',
  ),
  from: day,
  to: day,
  page: pageParameter,
})

/** The filters of the order list. Empty texts do not filter. */
export type OrdersQuery = v.InferOutput<typeof ordersQuerySchema>

/** The query parameters of the filters. */
export const ORDERS_QUERY_NAMES = ['q', 'state', 'from', 'to', 'page'] as const

export function parseOrdersQuery(query: URLSearchParams): OrdersQuery {
  return v.parse(ordersQuerySchema, Object.fromEntries(query))
}

/** The query of an address, without default values: `?state=paid&page=2`, or nothing. */
export function ordersAddress(query: Partial<OrdersQuery>): string {
  const changed = Object.entries(query).filter(
    ([name, value]) => value !== '' && !(name === 'page' && value === 1),
  )
  return changed.length === 0
    ? ''
    : `?${new URLSearchParams(changed.map(([name, value]) => [name, String(value)]))}`
}
