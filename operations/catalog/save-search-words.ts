import { getSearchWords, writeSearchWords } from '#db/catalog/search-words.ts'
import { auditChanges } from '#domain/audit/audit.ts'
import type { SearchWords } from '#domain/catalog/search/search-words.ts'
import { transact } from '#db/engine/transact.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'

/** Another editor saved first: nothing was written, and `current` is that version. */
export interface SearchWordsRefusal {
  kind: 'changed-meanwhile'
  current: SearchWords
}

/** Saves the groups, and invalidates the pages of searches. The groups have been checked (`wrongWordGroups`). */
export async function saveSearchWords(
  shop: Pick<Shop, 'author' | 'changes' | 'database' | 'now'>,
  words: SearchWords,
): Promise<SearchWords | SearchWordsRefusal> {
  const { db } = shop.database
  const written = await transact(shop.database, async (tx) => {
    const before = await getSearchWords(tx)
    const isWritten = await writeSearchWords(tx, words, shop.now())
    if (isWritten) {
      const texts = [before.groups, words.groups].map((groups) => ({ groups: groupsText(groups) }))
      const changes = auditChanges({ groups: 'Groups' }, texts[0] ?? null, texts[1] ?? null)
      await recordAudit(tx, shop, { action: 'search-words-changed', changes })
    }
    return isWritten
  })
  if (!written) return { kind: 'changed-meanwhile', current: await getSearchWords(db) }
  await shop.changes.publish('catalogue')
  return { version: words.version + 1, groups: words.groups }
}

/** `hoodie = hoody; tee = t-shirt`. */
function groupsText(groups: SearchWords['groups']): string {
  return groups.map((group) => group.join(' = ')).join('; ')
}
