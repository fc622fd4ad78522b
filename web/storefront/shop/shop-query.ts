import { CATEGORIES, parseSize } from '#domain/catalogue/product.ts'
import { LONGEST_QUERY } from '#domain/catalogue/search.ts'
import { SHOP_SORTS, type ShopFilters, type ShopSort } from '#domain/catalogue/shop-list.ts'

/** What the address of the shop page says. */
export interface ShopQuery extends ShopFilters {
  query: string
  sort: ShopSort
}

/** In the order in which addresses name them. */
export const SHOP_QUERY_NAMES = ['category', 'size', 'sort', 'q', 'page'] as const

/** Anything the shop does not know counts as not said. */
export function parseShopQuery(params: URLSearchParams): ShopQuery {
  const named = <T extends string>(name: string, choices: readonly { value: T }[]) =>
    choices.find(({ value }) => value === params.get(name))?.value ?? null
  return {
    category: named('category', CATEGORIES),
    size: parseSize(params.get('size')),
    sort: named('sort', SHOP_SORTS) ?? 'newest',
    query: (params.get('q') ?? '').trim().slice(0, LONGEST_QUERY).trimEnd(),
  }
}

/** The query of an address that shows this, without what goes without saying. */
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
 * One way to say the same thing, so that nobody fills the page cache with copies. Page numbers are judged by the page.
 */
export function tidyShopQuery(params: URLSearchParams): URLSearchParams {
  return shopParams(parseShopQuery(params), params.get('page') ?? '1')
}
