import { vocabularyOf, type Vocabulary } from '#domain/catalog/search/spellings.ts'
import type { Shop } from '#operations/shop.ts'

/** How many products supply the words for a second search: the newest. */
const MAX_PRODUCTS = 5_000
/** Words are read again after this time. Only relaxed searches use them: exact ones find a new product at once. */
const CACHE_MS = 60_000

type OfCatalog = Pick<Shop, 'catalog' | 'now'>

const vocabularies = new WeakMap<Shop['catalog'], { words: Promise<Vocabulary>; until: number }>()

/** A product that was just published is among them at once. */
export function forgetVocabulary({ catalog }: Pick<Shop, 'catalog'>): void {
  vocabularies.delete(catalog)
}

/** The words of the products in the shop, as they were a minute ago at most. */
export async function readVocabulary({ catalog, now }: OfCatalog): Promise<Vocabulary> {
  const known = vocabularies.get(catalog)
  if (known && now() < known.until) return known.words
  const words = catalog.searchBodies(MAX_PRODUCTS).then(vocabularyOf)
  vocabularies.set(catalog, { words, until: now() + CACHE_MS })
  words.catch(() => vocabularies.delete(catalog))
  return words
}
