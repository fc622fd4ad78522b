import type { ShopCategory } from '#domain/catalog/category.ts'
import { MAX_QUERY_LENGTH } from '#domain/plain-text.ts'
import { SHOP_SORTS, type ShopFilters, type ShopSort } from '#domain/catalog/shop-list.ts'

/** The parsed query of the shop page's address. */
export interface ShopQuery extends ShopFilters {
  query: string
  sort: ShopSort
}

/** The query parameters, in the order of an address. */
export const SHOP_QUERY_NAMES = ['category', 'size', 'sort', 'q', 'page'] as const

/** Unknown values count as missing. */
export function parseShopQuery(params: URLSearchParams, categories: readonly ShopCategory[]): ShopQuery {
  const named = <T extends string>(name: string, choices: readonly { value: T }[]) =>
    choices.find(({ value }) => value === params.get(name))?.value ?? null
  return {
    category: named('category', categories),
    size: categories.flatMap(({ sizes }) => sizes).find((size) => size === params.get('size')) ?? null,
    sort: named('sort', SHOP_SORTS) ?? 'newest',
    query: (params.get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH).trimEnd(),
  }
}

/** The query string for these filters, without defaults. */
function shopParams({ category, size, sort, query }: ShopQuery, page: string): URLSearchParams {
  return new URLSearchParams({
    ...(category !== null && { category }),
    ...(size !== null && { size }),
    ...(sort !== 'newest' && { sort }),
    ...(query !== '' && { q: query }),
    ...(page !== '1' && { page }),
  })
}

export function shopAddress(query: ShopQuery, page = 1): string {
  const params = shopParams(query, String(page))
  return params.size > 0 ? `/shop?${params}` : '/shop'
}

/**
 * The canonical form of a query, so that variants of an address cannot fill the page cache with copies. Page numbers
 * are checked by the page.
 */
export function tidyShopQuery(params: URLSearchParams, categories: readonly ShopCategory[]): URLSearchParams {
  return shopParams(parseShopQuery(params, categories), params.get('page') ?? '1')
}
