import * as v from 'valibot'
import { ORDER_FILTERS, type OrderFilter } from '#domain/orders/order-filters.ts'
import { keysOf } from '#domain/record-of.ts'
import { inAddress, pageParameter } from '#web/views/list-address.ts'

/** What the address of the list can contain. Invalid values count as missing. */
export const ordersQuerySchema = v.object({ ...inAddress(ORDER_FILTERS), page: pageParameter })

/** The list that an address asks for: its filter, and the page. */
export type OrdersQuery = OrderFilter & { page: number }

/** The query parameters of the list. */
export const ORDERS_QUERY_NAMES = keysOf(ordersQuerySchema.entries)

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
