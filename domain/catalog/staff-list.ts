import * as v from 'valibot'
import {
  choiceFilter,
  listedFilter,
  searchFilter,
  yesFilter,
  type FilterValues,
  type ListFilter,
} from '#domain/list-filter.ts'
import { MAX_CATEGORY_LENGTH } from './category.ts'

/** A tracked product with this many units or fewer is low on stock. */
export const LOW_STOCK = 5

/**
 * A product is also low on stock when a size with a separate count has this many units or fewer. Migration 027 has an
 * index of these rows.
 */
export const LOW_STOCK_OF_SIZE = 2

/** Products on one page of the staff list. */
export const STAFF_PAGE_SIZE = 24

/**
 * The filters of the staff list. Address, form, list and API follow from them; what each asks of a product is in
 * providers/catalog/sql-staff-list.ts. `out` is what shoppers see as sold out; `archived`: deleted products instead of
 * the others.
 */
export const PRODUCT_FILTERS = {
  q: searchFilter,
  category: listedFilter(
    'Category',
    'All categories',
    v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_CATEGORY_LENGTH)),
  ),
  stock: choiceFilter('Stock', 'All stock', {
    in: 'In stock',
    low: `Low (${LOW_STOCK} or fewer, ${LOW_STOCK_OF_SIZE} of a size)`,
    out: 'Out of stock',
    untracked: 'Not tracked',
  }),
  archived: yesFilter('Show archived'),
} as const satisfies Record<string, ListFilter>

type Values = FilterValues<typeof PRODUCT_FILTERS>

/** What the staff list is narrowed to. It is passed on whole. */
export type ProductFilter = { [Name in keyof Values]?: Values[Name] | undefined }

/** One stock filter. */
export type StockFilter = Exclude<Values['stock'], ''>

/** The sort orders of the staff list with their labels, the default first. */
export const PRODUCT_SORTS = { newest: 'Newest', name: 'Name', price: 'Price', stock: 'Stock' } as const

/** One sort order. */
export type ProductSort = keyof typeof PRODUCT_SORTS
