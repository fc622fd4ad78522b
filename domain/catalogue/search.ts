import { withoutUnseen } from '#domain/plain-text.ts'
import type { Product } from './product.ts'

/** How many products the search overlay suggests (spec 9). */
export const MOST_SUGGESTIONS = 5

/** How many other products stand under a product (spec 9). */
export const RELATED_PRODUCTS = 3

/** The longest search text that is looked at, in characters. */
export const LONGEST_QUERY = 100

/** The fields that a search looks into (spec 5). */
export type Searchable = Pick<Product, 'name' | 'description' | 'category'>

/**
 * Makes texts comparable: the same for capitals and small letters, for every way of encoding a letter, and with or
 * without characters that nobody sees; trimmed.
 */
export function normalizeSearch(text: string): string {
  return withoutUnseen(text.normalize('NFKC')).toLowerCase().trim()
}

/** What a search index stores of a product: its three fields, so that one substring search is enough. */
export function searchBody(product: Searchable): string {
  return [product.name, product.description, product.category].map(normalizeSearch).join('\n')
}

/** Whether the query occurs in the name, description or category. A blank query matches everything (spec 5). */
export function matchesSearch(product: Searchable, query: string): boolean {
  const wanted = normalizeSearch(query)
  return [product.name, product.description, product.category].some((field) =>
    normalizeSearch(field).includes(wanted),
  )
}
