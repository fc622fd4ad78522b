import type { ShopCategory } from '#domain/catalog/category.ts'
import { MAX_QUERY_LENGTH } from '#domain/plain-text.ts'
import { collectionPath } from '#domain/catalog/collection.ts'
import {
  COLLECTION_SORTS,
  SHOP_SORTS,
  type CollectionSort,
  type ShopFilters,
} from '#domain/catalog/shop-list.ts'

/** The parsed query of the address of the shop page or, with its handle, of a collection. */
export interface ShopQuery extends ShopFilters {
  query: string
  sort: CollectionSort
  collection?: string
}

/** The query parameters, in the order of an address. */
export const SHOP_QUERY_NAMES = ['category', 'size', 'sort', 'q', 'page'] as const

/** Those of a collection, which is neither searched nor divided. */
export const COLLECTION_QUERY_NAMES = ['size', 'sort', 'page'] as const

/** The sort orders that can be chosen, the one without a name in the address first. */
export function sortsOf({ collection }: Pick<ShopQuery, 'collection'>): readonly { value: CollectionSort }[] {
  return collection === undefined ? SHOP_SORTS : COLLECTION_SORTS
}

/** Unknown values count as missing. */
export function parseShopQuery(
  params: URLSearchParams,
  categories: readonly ShopCategory[],
  collection?: string,
): ShopQuery {
  const named = <T extends string>(name: string, choices: readonly { value: T }[]) =>
    choices.find(({ value }) => value === params.get(name))?.value ?? null
  const sorts = sortsOf(collection === undefined ? {} : { collection })
  return {
    category: named('category', categories) ?? merged(params.get('category'), categories),
    size: categories.flatMap(({ sizes }) => sizes).find((size) => size === params.get('size')) ?? null,
    sort: named('sort', sorts) ?? sorts[0]!.value,
    query: (params.get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH).trimEnd(),
    ...(collection !== undefined && { collection }),
  }
}

/** The category into which one of this name was merged; null: into none. */
function merged(name: string | null, categories: readonly ShopCategory[]): string | null {
  return categories.find(({ formerly = [] }) => name !== null && formerly.includes(name))?.value ?? null
}

/** The query string for these filters, without defaults. */
function shopParams(asked: ShopQuery, page: string): URLSearchParams {
  const { category, size, sort, query } = asked
  return new URLSearchParams({
    ...(category !== null && { category }),
    ...(size !== null && { size }),
    ...(sort !== sortsOf(asked)[0]!.value && { sort }),
    ...(query !== '' && { q: query }),
    ...(page !== '1' && { page }),
  })
}

export function shopAddress(query: ShopQuery, page = 1): string {
  const params = shopParams(query, String(page))
  const path = query.collection === undefined ? '/shop' : collectionPath(query.collection)
  return params.size > 0 ? `${path}?${params}` : path
}

/**
 * The canonical form of a query, so that variants of an address cannot fill the page cache with copies. Page numbers
 * are checked by the page.
 */
export function tidyShopQuery(
  params: URLSearchParams,
  categories: readonly ShopCategory[],
  collection?: string,
): URLSearchParams {
  return shopParams(parseShopQuery(params, categories, collection), params.get('page') ?? '1')
}
