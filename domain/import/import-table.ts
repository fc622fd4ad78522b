import { findListing, type ListingColumns } from './listing.ts'
import { findProductList, type ProductListColumns } from './product-list.ts'
import { findSubscriberList, type SubscriberListColumns } from './subscriber-list.ts'
import type { Permission } from '#domain/staff/permissions.ts'

/** A table that can be imported, found by its headings. */
export type ImportTable = ListingColumns | ProductListColumns | SubscriberListColumns

/** What an import brings. `product-list`: counts and prices of products that are here. */
export type ImportKind = 'products' | 'product-list' | 'subscribers'

/** What whoever imports must be allowed to do, beside changing products. */
export const IMPORT_PERMISSIONS: Readonly<Record<ImportKind, Permission>> = {
  products: 'products.write',
  'product-list': 'products.write',
  subscribers: 'subscribers.write',
}

/** Finds by its headings what a file is; null when it is nothing that can be imported. */
export function findImportTable(headings: readonly string[]): ImportTable | null {
  return findProductList(headings) ?? findListing(headings) ?? findSubscriberList(headings)
}

/** What an import with these headings brings. */
export function importKindOf(headings: readonly string[]): ImportKind {
  const format = findImportTable(headings)?.format
  if (format === 'subscriber-list') return 'subscribers'
  return format === 'product-list' ? 'product-list' : 'products'
}

/** Whether a file with these headings has prices. */
export function hasPrices(headings: readonly string[]): boolean {
  const table = findImportTable(headings)
  if (table?.format !== 'product-list') return table?.format !== 'subscriber-list'
  return table.at.has('price') || table.at.has('compareAt')
}

/** The columns whose counts are added up, by their headings. */
export function addedHeadings(headings: readonly string[]): string[] {
  const table = findImportTable(headings)
  return table?.format === 'product-list' ? table.locations.map((place) => headings[place]!.trim()) : []
}

/** The headings of columns that are not taken over. */
export function unusedHeadings(headings: readonly string[]): string[] {
  const table = findImportTable(headings)
  const locations = table?.format === 'product-list' ? table.locations : []
  const used = new Set([...(table?.at.values() ?? []), ...locations])
  return headings.map((heading) => heading.trim()).filter((heading, at) => heading !== '' && !used.has(at))
}
