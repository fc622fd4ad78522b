import { getSearchWords, writeSearchWords } from '#db/catalogue/search-words.ts'
import type { SearchWords } from '#domain/catalogue/search-words.ts'
import type { Shop } from '#operations/shop.ts'

/** Another editor saved first: nothing was written, and `current` is that version. */
export interface SearchWordsRefusal {
  kind: 'changed-meanwhile'
  current: SearchWords
}

/** Saves the groups, and invalidates the pages of searches. The groups have been checked (`wrongWordGroups`). */
export async function saveSearchWords(
  shop: Pick<Shop, 'changes' | 'database' | 'now'>,
  words: SearchWords,
): Promise<SearchWords | SearchWordsRefusal> {
  const { db } = shop.database
  const written = await writeSearchWords(db, words, shop.now())
  if (!written) return { kind: 'changed-meanwhile', current: await getSearchWords(db) }
  await shop.changes.tell('catalogue')
  return { version: words.version + 1, groups: words.groups }
}
