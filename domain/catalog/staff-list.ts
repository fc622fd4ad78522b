/** A tracked product with this many units or fewer is low on stock. */
export const LOW_STOCK = 5

/**
 * A product is also low on stock when a size with a separate count has this many units or fewer. Migration 027 has an
 * index of these rows.
 */
export const LOW_STOCK_OF_SIZE = 2

/** Products on one page of the staff list. */
export const STAFF_PAGE_SIZE = 24

/** The stock filters of the staff list, with their labels. `out` is what shoppers see as sold out. */
export const STOCK_FILTERS = [
  { value: 'in', label: 'In stock' },
  { value: 'low', label: `Low (${LOW_STOCK} or fewer, ${LOW_STOCK_OF_SIZE} of a size)` },
  { value: 'out', label: 'Out of stock' },
  { value: 'untracked', label: 'Not tracked' },
] as const

/** One stock filter. */
export type StockFilter = (typeof STOCK_FILTERS)[number]['value']

/** The sort orders of the staff list with their labels, the default first. */
export const PRODUCT_SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: 'price', label: 'Price' },
  { value: 'stock', label: 'Stock' },
] as const

/** One sort order. */
export type ProductSort = (typeof PRODUCT_SORTS)[number]['value']
