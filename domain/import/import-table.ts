import { findListing, type ListingColumns } from './listing.ts'
import { findProductList, type ProductListColumns } from './product-list.ts'

/** A table that can be imported, found by its headings. */
export type ImportTable = ListingColumns | ProductListColumns

/** What an import brings. `product-list`: counts and prices of products that are here. */
export type ImportKind = 'products' | 'product-list'

/** Finds by its headings what a file is; null when it is nothing that can be imported. */
export function findImportTable(headings: readonly string[]): ImportTable | null {
  return findProductList(headings) ?? findListing(headings)
}

/** What an import with these headings brings. */
export function importKindOf(headings: readonly string[]): ImportKind {
  return findImportTable(headings)?.format === 'product-list' ? 'product-list' : 'products'
}

/** The headings of columns that are not taken over. */
export function unusedHeadings(headings: readonly string[]): string[] {
  const used = new Set(findImportTable(headings)?.at.values())
  return headings.map((heading) => heading.trim()).filter((heading, at) => heading !== '' && !used.has(at))
}
