import { wordsInCatalogue } from '#domain/catalogue/search/relaxed-search.ts'
import { SEARCH_WORD_LIMITS } from '#domain/catalogue/search/search-words.ts'
import type { Shop } from '#operations/shop.ts'
import { readVocabulary } from './read-vocabulary.ts'

/** How many products on sale a group of words finds. */
export async function countFound(
  shop: Pick<Shop, 'catalog' | 'now'>,
  group: readonly string[],
): Promise<number> {
  const words = wordsInCatalogue(group.slice(0, SEARCH_WORD_LIMITS.words), await readVocabulary(shop))
  if (words.length === 0) return 0
  const { total } = await shop.catalog.list({ words: [words], limit: 1, offset: 0 })
  return total
}
