import { wordsInCatalog } from '#domain/catalog/search/relaxed-search.ts'
import { SEARCH_WORD_LIMITS } from '#domain/catalog/search/search-words.ts'
import type { Shop } from '#operations/shop.ts'
import { readVocabulary } from './read-vocabulary.ts'

/** How many products on sale a group of words finds. */
export async function countFound(
  shop: Pick<Shop, 'catalog' | 'now'>,
  group: readonly string[],
): Promise<number> {
  const words = wordsInCatalog(group.slice(0, SEARCH_WORD_LIMITS.words), await readVocabulary(shop))
  if (words.length === 0) return 0
  const { total } = await shop.catalog.list({ words: [words], limit: 1, offset: 0 })
  return total
}
