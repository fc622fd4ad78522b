import { foldLetters } from '#domain/fold-letters.ts'
import { comparableText, withoutInvisible } from '#domain/plain-text.ts'
import type { Product } from '#domain/catalog/product.ts'

/** How many products the search overlay suggests (spec 9). */
export const MAX_SUGGESTIONS = 5

/** How many related products a product page shows (spec 9). */
export const RELATED_PRODUCTS = 3

/** How many other colours a product page shows at most. */
export const MAX_SIBLINGS = 12

/** The fields that a search covers (spec 5). */
export type Searchable = Pick<Product, 'name' | 'description' | 'category'>

/** Makes texts findable: ignores case, accents, apostrophes and invisible characters, and trims. */
export function normalizeSearch(text: string): string {
  return withoutInvisible(foldLetters(text)).trim()
}

/**
 * What to look for in a column, well formed: the folded query and, if it differs, the query as typed, which columns of
 * addresses have, and rows that db/upgrades/folded-search.ts has not filled yet. Empty: the query is blank.
 */
export function searchForms(query: string): string[] {
  const folded = normalizeSearch(query)
  return folded === '' ? [] : [...new Set([folded, comparableText(query)])].map((form) => form.toWellFormed())
}

/**
 * The text that a search index stores for a product: what it is called in other languages, and its three searchable
 * fields, joined for one substring search.
 */
export function searchBody(product: Searchable, inOtherLanguages: readonly string[] = []): string {
  return [...inOtherLanguages, product.name, product.description, product.category]
    .map(normalizeSearch)
    .join('\n')
}

/** Whether the query occurs in the name, description or category. A blank query matches everything (spec 5). */
export function matchesSearch(product: Searchable, query: string): boolean {
  const needle = normalizeSearch(query)
  return [product.name, product.description, product.category].some((field) =>
    normalizeSearch(field).includes(needle),
  )
}

/**
 * The categories whose label has the query, although their stored value, which the search covers, has not: those that
 * were renamed.
 */
export function categoriesWithLabel(
  categories: readonly { value: string; label: string }[],
  query: string,
): string[] {
  const needle = normalizeSearch(query)
  if (needle === '') return []
  return categories
    .filter(
      ({ value, label }) =>
        normalizeSearch(label).includes(needle) && !normalizeSearch(value).includes(needle),
    )
    .map(({ value }) => value)
}

/** A word without its plural s. */
export function singularOf(word: string): string {
  return word.replace(/ies$/, 'y').replace(/s$/, '')
}
