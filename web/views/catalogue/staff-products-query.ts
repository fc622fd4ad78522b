import * as v from 'valibot'
import { CATEGORIES } from '#domain/catalogue/product.ts'
import { PRODUCT_SORTS, STOCK_FILTERS } from '#domain/catalogue/staff-list.ts'
import { askedPage, searchedFor } from '#web/views/list-address.ts'

/** Everything that the address of the list can say. What it says wrongly counts as not said. */
export const listQuerySchema = v.object({
  q: searchedFor,
  category: v.fallback(v.picklist(['', ...CATEGORIES.map(({ value }) => value)]), ''),
  stock: v.fallback(v.picklist(['', ...STOCK_FILTERS.map(({ value }) => value)]), ''),
  sort: v.fallback(v.picklist(PRODUCT_SORTS.map(({ value }) => value)), 'newest'),
  archived: v.fallback(v.picklist(['', '1']), ''),
  page: askedPage,
})

/** What the list is asked for. Empty texts ask for nothing. */
export type ListQuery = v.InferOutput<typeof listQuerySchema>

/** The names that the list has in an address. */
export const LIST_QUERY_NAMES = ['q', 'category', 'stock', 'sort', 'archived', 'page'] as const

/** The list that nobody has narrowed. */
export const EVERYTHING: ListQuery = parseListQuery(new URLSearchParams())

export function parseListQuery(query: URLSearchParams): ListQuery {
  return v.parse(listQuerySchema, Object.fromEntries(query))
}

/** The address of a list, without what goes without saying: `?q=tee&page=2`, or nothing. */
export function listAddress(query: ListQuery): string {
  const said = Object.entries(query).filter(([name, value]) => value !== EVERYTHING[name as keyof ListQuery])
  return said.length === 0
    ? ''
    : `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`
}
