import * as v from 'valibot'
import { PRODUCT_FILTERS, PRODUCT_SORTS } from '#domain/catalog/staff-list.ts'
import { keysOf } from '#domain/record-of.ts'
import { inAddress, pageParameter, queryAddress } from '#web/views/list-address.ts'

/** Everything that the address of the list can contain. Invalid values are ignored. */
export const listQuerySchema = v.object({
  ...inAddress(PRODUCT_FILTERS),
  sort: v.fallback(v.picklist(keysOf(PRODUCT_SORTS)), 'newest'),
  page: pageParameter,
})

/** The filters and order of the list. Empty texts filter nothing. */
export type ListQuery = v.InferOutput<typeof listQuerySchema>

/** The names that the list has in an address. */
export const LIST_QUERY_NAMES = keysOf(listQuerySchema.entries)

/** The cookie with how this browser shows the list: `cards` or `table`. */
export const PRODUCTS_VIEW = 'products-view'

/** The list without any filter. */
export const EVERYTHING: ListQuery = parseListQuery(new URLSearchParams())

export function parseListQuery(query: URLSearchParams): ListQuery {
  return v.parse(listQuerySchema, Object.fromEntries(query))
}

/** The query without a category that the shop does not have. */
export function withKnownCategory(query: ListQuery, categories: readonly { value: string }[]): ListQuery {
  return categories.some(({ value }) => value === query.category) ? query : { ...query, category: '' }
}

/** The query of an address, without default values: `?q=tee&page=2`, or nothing. */
export function listAddress(query: ListQuery): string {
  return queryAddress(query, EVERYTHING)
}
