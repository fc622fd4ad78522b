import { getSearchWords } from '#db/catalog/search-words.ts'
import type { SearchWords } from '#domain/catalog/search/search-words.ts'
import type { Shop } from '#operations/shop.ts'
import { countFound } from './count-found.ts'

/** The groups, and how many products on sale each of them finds. */
export async function listSearchWords(
  shop: Pick<Shop, 'catalog' | 'database' | 'now'>,
): Promise<SearchWords & { found: number[] }> {
  const words = await getSearchWords(shop.database.db)
  const found = await Promise.all(words.groups.map((group) => countFound(shop, group)))
  return { ...words, found }
}
