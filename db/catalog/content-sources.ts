import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** The progress of mirroring a source; times in epoch milliseconds. */
export interface SourceState {
  place: string
  begunAt: number
  nextAt: number
  readAt: number | null
  fullAt: number | null
  /** How many records the last complete reading found, and how many known ones it missed. */
  records: number
  missing: number
  /** Why rounds fail, and since when; null while they succeed. */
  failure: string | null
  failingSince: number | null
}

/** The process that mirrors, and the end of its lease. */
export interface RoundLease {
  by: string
  until: number
}

/** The state of mirroring a place; null before its first round. */
export async function findSourceState(db: Kysely<Database>, place: string): Promise<SourceState | null> {
  const row = await db.selectFrom('content_sources').selectAll().where('place', '=', place).executeTakeFirst()
  if (row === undefined) return null
  return {
    place,
    begunAt: row.begun_at,
    nextAt: row.next_at,
    readAt: row.read_at,
    fullAt: row.full_at,
    records: row.records,
    missing: row.missing,
    failure: row.failure,
    failingSince: row.failing_since,
  }
}

/** Claims the next round when it is due and no other process runs it; null otherwise. */
export async function claimRound(
  db: Kysely<Database>,
  place: string,
  lease: RoundLease,
  now: number,
): Promise<SourceState | null> {
  // Called every second, so it writes only when a round is due.
  const state = await findSourceState(db, place)
  if (state !== null && state.nextAt > now) return null
  await db
    .insertInto('content_sources')
    .values({ place, begun_at: now, leased_by: null, read_at: null, full_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('content_sources')
    .set({ leased_by: lease.by, leased_until: lease.until })
    .where('place', '=', place)
    .where('next_at', '<=', now)
    .where('leased_until', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? findSourceState(db, place) : null
}

/** Renews the claim on a round. False when it was lost to another process. */
export async function renewRound(db: Kysely<Database>, place: string, lease: RoundLease): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('content_sources')
    .set({ leased_until: lease.until })
    .where('place', '=', place)
    .where('leased_by', '=', lease.by)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The state that a round stores for the next one. */
export type RoundEnd = Pick<SourceState, 'nextAt' | 'failure' | 'failingSince'> & Partial<SourceState>

/** Ends a claimed round. */
export async function endRound(
  db: Kysely<Database>,
  place: string,
  by: string,
  { nextAt, failure, failingSince, readAt, fullAt, records, missing }: RoundEnd,
): Promise<void> {
  await db
    .updateTable('content_sources')
    .set({
      leased_until: 0,
      leased_by: null,
      next_at: nextAt,
      failure,
      failing_since: failingSince,
      ...(readAt !== undefined && { read_at: readAt }),
      ...(fullAt !== undefined && { full_at: fullAt }),
      ...(records !== undefined && { records }),
      ...(missing !== undefined && { missing }),
    })
    .where('place', '=', place)
    .where('leased_by', '=', by)
    .execute()
}
