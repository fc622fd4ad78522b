import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** When a picture was last wanted. While it is being removed it cannot be marked. */
export interface PictureMark {
  wantedAt: number
  isBeingRemoved: boolean
}

/** The marks of these pictures, by key. */
export async function findPictureMarks(
  db: Kysely<Database>,
  keys: readonly string[],
): Promise<Map<string, PictureMark>> {
  if (keys.length === 0) return new Map()
  const rows = await db.selectFrom('picture_marks').selectAll().where('key', 'in', keys).execute()
  return new Map(
    rows.map((row) => [row.key, { wantedAt: row.wanted_at, isBeingRemoved: row.removing_since !== null }]),
  )
}

/** Marks pictures as wanted. Returns the keys of those that are just being removed. */
export async function markPictures(
  db: Kysely<Database>,
  keys: readonly string[],
  now: number,
): Promise<string[]> {
  if (keys.length === 0) return []
  const marked = await db
    .insertInto('picture_marks')
    // Always in the same order, so that two transactions never wait for each other.
    .values([...new Set(keys)].sort().map((key) => ({ key, wanted_at: now, removing_since: null })))
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ wanted_at: now })
        .where('picture_marks.removing_since', 'is', null),
    )
    .returning('key')
    .execute()
  const known = new Set(marked.map(({ key }) => key))
  return keys.filter((key) => !known.has(key))
}

/** Claims the removal of a picture that was not wanted since `wantedBefore`. False when it is not to be removed. */
export async function claimRemoval(
  db: Kysely<Database>,
  key: string,
  { wantedBefore, now }: { wantedBefore: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('picture_marks')
    .set({ removing_since: now })
    .where('key', '=', key)
    .where('wanted_at', '<', wantedBefore)
    .where('removing_since', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes the mark of a picture that was removed: from now on it can be stored and marked again. */
export async function endRemoval(db: Kysely<Database>, key: string): Promise<void> {
  await db
    .deleteFrom('picture_marks')
    .where('key', '=', key)
    .where('removing_since', 'is not', null)
    .execute()
}

/** The pictures whose removal began before `begunBefore` and did not end. */
export async function findInterruptedRemovals(
  db: Kysely<Database>,
  begunBefore: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('picture_marks')
    .select('key')
    .where('removing_since', '<', begunBefore)
    .orderBy('key')
    .limit(limit)
    .execute()
  return rows.map(({ key }) => key)
}

/** Deletes marks of this age: the sweep refreshes those of every picture that it finds and does not remove. */
export async function deleteMarksWithoutPicture(db: Kysely<Database>, wantedBefore: number): Promise<void> {
  await db
    .deleteFrom('picture_marks')
    .where('wanted_at', '<', wantedBefore)
    .where('removing_since', 'is', null)
    .execute()
}
