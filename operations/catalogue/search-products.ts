import { relaxedSearch, vocabularyOf, type Vocabulary } from '#domain/catalogue/relaxed-search.ts'
import type { Shop } from '#operations/shop.ts'
import type { ProductPage, ShopProductQuery } from '#providers/catalog/catalog.ts'

/** Products whose words are known for a second try. With more, the newest count. */
const MOST_PRODUCTS = 5_000
/** Words are read again after this long: a new product is found as it is written at once. */
const WORDS_LAST_MS = 60_000

const vocabularies = new WeakMap<Shop, { words: Promise<Vocabulary>; until: number }>()

/** A page of products. `instead`: what was searched for, because the query as it was typed found nothing. */
export interface FoundProducts extends ProductPage {
  instead: string | null
}

/**
 * Searches for the query as it was typed (spec 5); when that finds nothing, for its words, without regard to a plural
 * s, hyphens and one typo: products with all of them, or else with any.
 */
export async function searchProducts(shop: Shop, asked: ShopProductQuery): Promise<FoundProducts> {
  const { query = '', ...terms } = asked
  const exact = { ...(await shop.catalog.list(asked)), instead: null }
  if (exact.total > 0 || query.trim() === '') return exact
  const words = relaxedSearch(query, await readVocabulary(shop))
  if (words === null) return exact
  for (const spelt of words.length > 1 ? [words, [words.flat()]] : [words]) {
    const found = await shop.catalog.list({ ...terms, words: spelt })
    if (found.total > 0) return { ...found, instead: words.map(([first]) => first).join(' ') }
  }
  return exact
}

async function readVocabulary(shop: Shop): Promise<Vocabulary> {
  const known = vocabularies.get(shop)
  if (known && shop.now() < known.until) return known.words
  const words = shop.catalog.searchBodies(MOST_PRODUCTS).then(vocabularyOf)
  vocabularies.set(shop, { words, until: shop.now() + WORDS_LAST_MS })
  words.catch(() => vocabularies.delete(shop))
  return words
}
