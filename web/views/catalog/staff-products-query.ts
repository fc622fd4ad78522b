import * as v from 'valibot'
import { MAX_CATEGORY_LENGTH } from '#domain/catalog/category.ts'
import { PRODUCT_SORTS, STOCK_FILTERS } from '#domain/catalog/staff-list.ts'
import { pageParameter, searchedFor } from '#web/views/list-address.ts'

/** Everything that the address of the list can contain. Invalid values are ignored. */
export const listQuerySchema = v.object({
  q: searchedFor,
  category: v.fallback(v.pipe(v.string(), v.maxLength(MAX_CATEGORY_LENGTH)), ''),
  stock: v.fallback(v.picklist(['', ...STOCK_FILTERS.map(({ value }) => value)]), ''),
  sort: v.fallback(v.picklist(PRODUCT_SORTS.map(({ value }) => value)), 'newest'),
  archived: v.fallback(v.picklist(['', '1']), ''),
  page: pageParameter,
})

/** The filters and order of the list. Empty texts filter nothing. */
export type ListQuery = v.InferOutput<typeof listQuerySchema>

/** The names that the list has in an address. */
export const LIST_QUERY_NAMES = ['q', 'category', 'stock', 'sort', 'archived', 'page'] as const

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
  const changed = Object.entries(query).filter(
    ([name, value]) => value !== EVERYTHING[name as keyof ListQuery],
  )
  return changed.length === 0
    ? ''
    : `?${new URLSearchParams(changed.map(([name, value]) => [name, String(value)]))}`
}
