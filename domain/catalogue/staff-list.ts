/** From so many pieces down a product that is counted is running low. */
export const LOW_STOCK = 5

/** Products on one page of the staff's list. */
export const STAFF_PAGE_SIZE = 24

/** What the staff's list can be narrowed to by stock, with the words for it. `out` is what shoppers see as sold out. */
export const STOCK_FILTERS = [
  { value: 'in', label: 'In stock' },
  { value: 'low', label: `Low (${LOW_STOCK} or fewer)` },
  { value: 'out', label: 'Out of stock' },
  { value: 'untracked', label: 'Not tracked' },
] as const

/** One way to narrow the list by stock. */
export type StockFilter = (typeof STOCK_FILTERS)[number]['value']

/** The orders of the staff's list, the usual one first, with the words for them. */
export const PRODUCT_SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: 'price', label: 'Price' },
  { value: 'stock', label: 'Stock' },
] as const

/** One order of the list. */
export type ProductSort = (typeof PRODUCT_SORTS)[number]['value']
