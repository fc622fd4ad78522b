import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Database } from '#db/schema.ts'
import type { SearchWords } from '#domain/catalog/search/search-words.ts'

const groupsSchema = v.array(v.array(v.string()))

/** The groups of words that mean the same in a search; none of version 0 when nothing is stored. */
export async function getSearchWords(db: Kysely<Database>): Promise<SearchWords> {
  const row = await db
    .selectFrom('search_words')
    .select(['version', 'word_groups as groups'])
    .executeTakeFirst()
  if (!row) return { version: 0, groups: [] }
  return { version: row.version, groups: v.parse(groupsSchema, JSON.parse(row.groups)) }
}

/** Replaces version `version`. False when the stored version is another one. */
export async function writeSearchWords(
  db: Kysely<Database>,
  { version, groups }: SearchWords,
  now: number,
): Promise<boolean> {
  const written = { version: version + 1, word_groups: JSON.stringify(groups), updated_at: now }
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('search_words')
      .values({ id: 1, ...written })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await db
    .updateTable('search_words')
    .set(written)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
