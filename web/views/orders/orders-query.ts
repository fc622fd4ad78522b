import * as v from 'valibot'
import { ORDER_FILTERS, ORDER_PAGE_SIZES, ORDER_SORTS } from '#domain/orders/order-filters.ts'
import { keysOf } from '#domain/record-of.ts'
import { inAddress, pageParameter, queryAddress } from '#web/views/list-address.ts'

/** What the address of the list can contain. Invalid values count as missing. */
export const ordersQuerySchema = v.object({
  ...inAddress(ORDER_FILTERS),
  sort: v.fallback(v.picklist(keysOf(ORDER_SORTS)), ''),
  per: v.fallback(v.picklist(ORDER_PAGE_SIZES), ORDER_PAGE_SIZES[0]),
  page: pageParameter,
})

/** The list that an address asks for: its filter, how it is sorted, the length of its pages, and the page. */
export type OrdersQuery = v.InferOutput<typeof ordersQuerySchema>

/** The query parameters of the list. */
export const ORDERS_QUERY_NAMES = keysOf(ordersQuerySchema.entries)

export function parseOrdersQuery(query: URLSearchParams): OrdersQuery {
  return v.parse(ordersQuerySchema, Object.fromEntries(query))
}

/** The query of an address, without default values: `?state=paid&page=2`, or nothing. */
export function ordersAddress(query: Partial<OrdersQuery>): string {
  return queryAddress(query, { page: 1, per: ORDER_PAGE_SIZES[0] })
}

/** What is kept of an address when its list is saved under a name: a search is about a customer, and a page changes. */
export function savedQuery(query: string): string {
  const { q: _q, page: _page, ...kept } = parseOrdersQuery(new URLSearchParams(query))
  return ordersAddress(kept)
}
