import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** What owners entered of a supplier. `shown`: what is no secret; `ends`: the last four characters of what is. */
export interface StoredSetUp {
  supplier: string
  shown: Readonly<Record<string, string>>
  ends: Readonly<Record<string, string>>
  /** The secrets, encrypted. */
  sealed: string
}

const PREFIX = 'connection:'

/** What owners entered, by need. It is in the shop's internal values. */
export async function readSetUps(db: Kysely<Database>): Promise<Map<string, StoredSetUp>> {
  const rows = await db
    .selectFrom('settings')
    .selectAll()
    .where('name', 'like', `${PREFIX}%`)
    .orderBy('name')
    .execute()
  return new Map(rows.map(({ name, value }) => [name.slice(PREFIX.length), JSON.parse(value) as StoredSetUp]))
}

/** Stores what an owner entered for a need; null removes it. */
export async function writeSetUp(
  db: Kysely<Database>,
  need: string,
  setUp: StoredSetUp | null,
): Promise<void> {
  const name = PREFIX + need
  if (setUp === null) {
    await db.deleteFrom('settings').where('name', '=', name).execute()
    return
  }
  const value = JSON.stringify(setUp)
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
