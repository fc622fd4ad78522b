import type { Category } from './category.ts'
import type { Size } from './size.ts'

/** The sort orders of the shop page, the default first. Ties are broken by the default order. */
export const SHOP_SORTS = [
  { value: 'newest' },
  { value: 'price-asc' },
  { value: 'price-desc' },
  { value: 'name' },
] as const

/** One sort order of the shop page. */
export type ShopSort = (typeof SHOP_SORTS)[number]['value']

/** The sort orders of a collection: first its own. */
export const COLLECTION_SORTS = [
  { value: 'featured' },
  { value: 'newest' },
  { value: 'price-asc' },
  { value: 'price-desc' },
  { value: 'name' },
] as const

/** One sort order of a collection. */
export type CollectionSort = (typeof COLLECTION_SORTS)[number]['value']

/** The filters of the shop page. `size`: only products that can be bought in that size now. Null: no filter. */
export interface ShopFilters {
  category: Category | null
  size: Size | null
}

/**
 * Products on one page of the shop. The first product takes four cells of the grid (two on a phone), so that 45
 * products fill the last row in two, three and four columns.
 */
export const SHOP_PAGE_SIZE = 45
