import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact } from '#db/engine/transact.ts'

/** A backup as staff see it in the list; times in epoch milliseconds. */
export interface StoredBackup {
  name: string
  place: string
  takenAt: number
  shopVersion: string
  databaseBytes: number
  storedBytes: number
  pictures: number
  sealed: boolean
}

/** When a backup was last rehearsed, and what was wrong; null when it was not, or when nothing was. */
export interface Rehearsed {
  rehearsedAt: number | null
  rehearsalFailure: string | null
}

/** Enough for all backups that are kept, and those of one day. */
const MAX_LISTED = 100

/** The backups of the shop, newest first. */
export async function listStoredBackups({ db }: ShopDatabase): Promise<(StoredBackup & Rehearsed)[]> {
  const rows = await db.selectFrom('backups').selectAll().orderBy('name', 'desc').limit(MAX_LISTED).execute()
  return rows.map((row) => ({
    name: row.name,
    place: row.place,
    takenAt: row.taken_at,
    shopVersion: row.shop_version,
    databaseBytes: row.database_bytes,
    storedBytes: row.stored_bytes,
    pictures: row.pictures,
    sealed: row.sealed === 1,
    rehearsedAt: row.rehearsed_at,
    rehearsalFailure: row.rehearsal_failure,
  }))
}

/** Records exactly these backups, and keeps the results of their rehearsals. */
export async function recordStoredBackups(
  database: ShopDatabase,
  backups: readonly StoredBackup[],
): Promise<void> {
  const rows = backups.map((backup) => ({
    name: backup.name,
    place: backup.place,
    taken_at: backup.takenAt,
    shop_version: backup.shopVersion,
    database_bytes: backup.databaseBytes,
    stored_bytes: backup.storedBytes,
    pictures: backup.pictures,
    sealed: backup.sealed ? 1 : 0,
  }))
  const names = rows.map(({ name }) => name)
  await transact(database, async (tx) => {
    await tx
      .deleteFrom('backups')
      .$if(names.length > 0, (query) => query.where('name', 'not in', names))
      .execute()
    if (rows.length === 0) return
    await tx
      .insertInto('backups')
      .values(rows)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  })
}

/** Records the result of rehearsing a backup. */
export async function recordRehearsal(
  { db }: ShopDatabase,
  { name, now, failure }: { name: string; now: number; failure: string | null },
): Promise<void> {
  await db
    .updateTable('backups')
    .set({ rehearsed_at: now, rehearsal_failure: failure })
    .where('name', '=', name)
    .execute()
}
