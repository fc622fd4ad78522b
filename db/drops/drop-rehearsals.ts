import type { Kysely, Selectable } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { RehearsalOutcome } from '#domain/drops/rehearsal.ts'

/** A stored rehearsal. `course`: JSON. Times are epoch milliseconds. */
export interface StoredRehearsal {
  dropId: string
  robots: number
  isActive: boolean
  leasedBy: string | null
  leasedUntil: number
  askedAt: number
  stopAt: number | null
  endedAt: number | null
  outcome: RehearsalOutcome | null
  failure: string
  course: string | null
}

function rehearsalOf(row: Selectable<Database['drop_rehearsals']>): StoredRehearsal {
  return {
    dropId: row.drop_id,
    robots: row.robots,
    isActive: row.active !== null,
    leasedBy: row.leased_by,
    leasedUntil: row.leased_until,
    askedAt: row.asked_at,
    stopAt: row.stop_at,
    endedAt: row.ended_at,
    outcome: row.outcome,
    failure: row.failure,
    course: row.course,
  }
}

/** The last rehearsal of a drop; null: there was none. */
export async function findRehearsal(db: Kysely<Database>, dropId: string): Promise<StoredRehearsal | null> {
  const row = await db
    .selectFrom('drop_rehearsals')
    .selectAll()
    .where('drop_id', '=', dropId)
    .executeTakeFirst()
  return row ? rehearsalOf(row) : null
}

/** The rehearsal that waits or runs, of whichever drop. */
export async function findActiveRehearsal(db: Kysely<Database>): Promise<StoredRehearsal | null> {
  const row = await db.selectFrom('drop_rehearsals').selectAll().where('active', '=', 1).executeTakeFirst()
  return row ? rehearsalOf(row) : null
}

/**
 * Writes a rehearsal that waits, or runs already by a lease, in the place of the drop's last one. The caller has looked
 * in the same transaction that none is active; of two at once, one is repeated by `transact`.
 */
export async function writeRehearsal(
  tx: Tx,
  {
    dropId,
    robots,
    now,
    lease,
  }: { dropId: string; robots: number; now: number; lease: { by: string; until: number } | null },
): Promise<void> {
  await tx.deleteFrom('drop_rehearsals').where('drop_id', '=', dropId).execute()
  await tx
    .insertInto('drop_rehearsals')
    .values({
      drop_id: dropId,
      robots,
      active: 1,
      leased_by: lease?.by ?? null,
      leased_until: lease?.until ?? 0,
      asked_at: now,
    })
    .execute()
}

/** Takes a rehearsal that nobody runs, or whose process has ended. False: another process was quicker. */
export async function leaseRehearsal(
  db: Kysely<Database>,
  { dropId, by, now, until }: { dropId: string; by: string; now: number; until: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('drop_rehearsals')
    .set({ leased_by: by, leased_until: until })
    .where('drop_id', '=', dropId)
    .where('active', '=', 1)
    .where('leased_until', '<=', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Renews the lease, and tells how far it has come. Returns whether it is to go on. */
export async function tellRehearsal(
  db: Kysely<Database>,
  { dropId, by, until, course }: { dropId: string; by: string; until: number; course: string },
): Promise<boolean> {
  const row = await db
    .updateTable('drop_rehearsals')
    .set({ leased_until: until, course })
    .where('drop_id', '=', dropId)
    .where('leased_by', '=', by)
    .returning('stop_at')
    .executeTakeFirst()
  return row !== undefined && row.stop_at === null
}

/** Wants the rehearsal of a drop to stop. False: none is active. */
export async function stopRehearsal(db: Kysely<Database>, dropId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('drop_rehearsals')
    .set({ stop_at: now })
    .where('drop_id', '=', dropId)
    .where('active', '=', 1)
    .where('stop_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends the rehearsal of who holds its lease. `course` undefined: as it was told last. */
export async function endRehearsal(
  db: Kysely<Database>,
  {
    dropId,
    by,
    now,
    outcome,
    failure,
    course,
  }: {
    dropId: string
    by: string
    now: number
    outcome: RehearsalOutcome
    failure: string
    course?: string | undefined
  },
): Promise<void> {
  await db
    .updateTable('drop_rehearsals')
    .set({
      active: null,
      leased_by: null,
      leased_until: 0,
      ended_at: now,
      outcome,
      failure,
      ...(course !== undefined && { course }),
    })
    .where('drop_id', '=', dropId)
    .where('leased_by', '=', by)
    .execute()
}

/** Forgets the rehearsals of drops that are no longer `kept`, once they have ended. */
export async function deleteRehearsalsBut(db: Kysely<Database>, kept: readonly string[]): Promise<void> {
  await db
    .deleteFrom('drop_rehearsals')
    .where('active', 'is', null)
    .where((e) => e.not(isAmong(db, 'drop_id', kept)))
    .execute()
}
