import { getSearchWords } from '#db/catalog/search-words.ts'
import { relaxedSearch } from '#domain/catalog/search/relaxed-search.ts'
import { synonymsOf, type SearchWords, type Synonyms } from '#domain/catalog/search/search-words.ts'
import { categoriesWithLabel } from '#domain/catalog/search/search.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import type { ListedPage, ShopProductQuery } from '#providers/catalog/catalog.ts'
import { readVocabulary } from './read-vocabulary.ts'

const synonymsOfVersions = new WeakMap<Shop, { version: number; synonyms: Synonyms }>()

/** A page of products. `instead`: the query that was searched instead, because the typed one found nothing. */
export interface FoundProducts extends ListedPage {
  instead: string | null
}

/**
 * Searches for the typed query (spec 5); when that finds nothing, for its words and their synonyms, ignoring plural s,
 * hyphens and one typo: products with all of the words, or else with any.
 */
export async function searchProducts(shop: Shop, asked: ShopProductQuery): Promise<FoundProducts> {
  const { query = '', ...terms } = asked
  const called = categoriesWithLabel(await readCategories(shop), query)
  const exact = { ...(await shop.catalog.listed({ ...asked, called })), instead: null }
  if (exact.total > 0 || query.trim() === '') return exact
  const [vocabulary, synonyms] = await Promise.all([readVocabulary(shop), readSynonyms(shop)])
  const words = relaxedSearch(query, vocabulary, synonyms)
  if (words === null) return exact
  for (const spelt of words.length > 1 ? [words, [words.flat()]] : [words]) {
    const found = await shop.catalog.listed({ ...terms, words: spelt })
    if (found.total > 0) return { ...found, instead: words.map(([first]) => first).join(' ') }
  }
  return exact
}

/** Read for each search, because staff expect a change to work at once in every process. */
async function readSynonyms(shop: Shop): Promise<Synonyms> {
  const stored: SearchWords = await getSearchWords(shop.database.db)
  const known = synonymsOfVersions.get(shop)
  if (known?.version === stored.version) return known.synonyms
  const synonyms = synonymsOf(stored.groups)
  synonymsOfVersions.set(shop, { version: stored.version, synonyms })
  return synonyms
}
