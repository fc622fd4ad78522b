import * as words from '#words/en/catalogue.ts'
import type { Category } from './category.ts'
import type { Size } from './size.ts'

/** The sort orders of the shop page with their labels, the default first. Ties are broken by the default order. */
export const SHOP_SORTS = [
  { value: 'newest', label: words.newest },
  { value: 'price-asc', label: words.priceUp },
  { value: 'price-desc', label: words.priceDown },
  { value: 'name', label: words.name },
] as const

/** One sort order of the shop page. */
export type ShopSort = (typeof SHOP_SORTS)[number]['value']

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
