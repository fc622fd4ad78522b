import type { Kysely } from 'kysely'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Database } from '#db/schema.ts'

/** An outage of the mail service. */
export interface MailOutage {
  failingSince: number
  /** No mail is sent before this time. */
  pausedUntil: number
  /** The service's error message. */
  failure: string
}

/** The table has one row, while the service fails. */
const OUTAGE_ROW_ID = 1
const FIRST_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 5 * 60_000
/** After this many doublings the pause stops growing. */
const MAX_DOUBLINGS = 6
/** How long one probe may take before another mail is the probe. */
const PROBE_TIMEOUT_MS = 60_000

/** Null while the service works. */
export async function readMailOutage(db: Kysely<Database>): Promise<MailOutage | null> {
  const row = await db
    .selectFrom('mail_outage')
    .selectAll()
    .where('id', '=', OUTAGE_ROW_ID)
    .executeTakeFirst()
  if (!row) return null
  return { failingSince: row.failing_since, pausedUntil: row.paused_until, failure: row.failure }
}

/** Pauses all mails, twice as long with each failure in a row, and at least `leastMs`. */
export function extendMailOutage(
  database: ShopDatabase,
  { failure, leastMs, now }: { failure: string; leastMs: number; now: number },
): Promise<MailOutage> {
  return transact(database, async (tx) => {
    const before = await tx
      .selectFrom('mail_outage')
      .selectAll()
      .where('id', '=', OUTAGE_ROW_ID)
      .forUpdate()
      .executeTakeFirst()
    const doublings = Math.min(before?.failures ?? 0, MAX_DOUBLINGS)
    const pause = Math.max(leastMs, Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** doublings))
    const outage = {
      failing_since: before?.failing_since ?? now,
      failures: (before?.failures ?? 0) + 1,
      paused_until: now + pause,
      failure,
    }
    await tx
      .insertInto('mail_outage')
      .values({ id: OUTAGE_ROW_ID, ...outage })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(outage))
      .execute()
    return { failingSince: outage.failing_since, pausedUntil: outage.paused_until, failure }
  })
}

/** The service works again. */
export async function endMailOutage(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('mail_outage').where('id', '=', OUTAGE_ROW_ID).execute()
}

/** Whether the pause is over and this process may send one mail as a probe. */
export async function takeProbe(tx: Tx, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mail_outage')
    .set({ paused_until: now + PROBE_TIMEOUT_MS })
    .where('id', '=', OUTAGE_ROW_ID)
    .where('paused_until', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Allows another probe: the last one was inconclusive. */
export async function allowProbe(db: Kysely<Database>, now: number): Promise<void> {
  await db.updateTable('mail_outage').set({ paused_until: now }).where('id', '=', OUTAGE_ROW_ID).execute()
}
