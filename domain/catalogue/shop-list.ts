import type { Category, Size } from './product.ts'

/** The orders of the shop page, the usual one first, with the words for them. Among equals the usual order goes on. */
export const SHOP_SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'price-asc', label: 'Price, low to high' },
  { value: 'price-desc', label: 'Price, high to low' },
  { value: 'name', label: 'Name' },
] as const

/** One order of the shop page. */
export type ShopSort = (typeof SHOP_SORTS)[number]['value']

/** What a shopper narrows the shop to. `size`: it can be bought in that size now. Null: any. */
export interface ShopFilters {
  category: Category | null
  size: Size | null
}

/**
 * Products on one page of the shop. The first one is shown over four cells of the grid (two on a phone), so that a full
 * page ends with a full row in two, three and four columns.
 */
export const SHOP_PAGE_SIZE = 45
