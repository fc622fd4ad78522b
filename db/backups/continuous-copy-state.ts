import type { Tx } from '#db/engine/transact.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { JobStateChange } from './backup-jobs.ts'

/** Whether the continuous copy is recorded as failing. */
export async function isContinuousCopyFailing(db: Kysely<Database>, job: 'continuous'): Promise<boolean> {
  const row = await db
    .selectFrom('backup_jobs')
    .select('failing_since')
    .where('job', '=', job)
    .executeTakeFirst()
  return row !== undefined && row.failing_since !== null
}

/**
 * Records whether the continuous copy fails, in a row of `backup_jobs` without a lease. Writes only when that changes.
 * Returns the change, for the alert to the owner.
 */
export async function recordContinuousCopyState(
  tx: Tx,
  { job, failure, now }: { job: 'continuous'; failure: string | null; now: number },
): Promise<JobStateChange> {
  const row = await tx
    .selectFrom('backup_jobs')
    .select('failing_since')
    .where('job', '=', job)
    .forUpdate()
    .executeTakeFirst()
  const wasFailing = row !== undefined && row.failing_since !== null
  if (wasFailing === (failure !== null)) return 'same'
  const change = { failure, failing_since: failure === null ? null : now, ended_at: now }
  await tx
    .insertInto('backup_jobs')
    .values({ job, ...change })
    .onConflict((conflict) => conflict.column('job').doUpdateSet(change))
    .execute()
  return failure === null ? 'works-again' : 'failed'
}
