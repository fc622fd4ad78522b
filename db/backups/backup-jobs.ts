import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { BACKUP_JOBS, type BackupJob, type JobTimes } from '#domain/backups/backup-jobs.ts'

/** A job as it is recorded. */
export interface RecordedJob extends JobTimes {
  job: BackupJob
  /** The progress of the current run, in words. */
  progress: string
  /** The result of the last successful run, in words. */
  result: string
  failingSince: number | null
}

/** All jobs, including those that never ran. */
export async function readBackupJobs({ db }: ShopDatabase): Promise<RecordedJob[]> {
  const rows = await db.selectFrom('backup_jobs').selectAll().execute()
  return BACKUP_JOBS.map((job) => {
    const row = rows.find((one) => one.job === job)
    return {
      job,
      leasedUntil: row?.leased_until ?? 0,
      wantedAt: row?.wanted_at ?? null,
      beganAt: row?.began_at ?? null,
      endedAt: row?.ended_at ?? null,
      progress: row?.progress ?? '',
      result: row?.result ?? '',
      failure: row?.failure ?? null,
      failingSince: row?.failing_since ?? null,
    }
  })
}

/** Records that staff want a job to run now. */
export async function requestBackupJob(db: Kysely<Database>, job: BackupJob, now: number): Promise<void> {
  await db
    .insertInto('backup_jobs')
    .values({ job, wanted_at: now })
    .onConflict((conflict) => conflict.column('job').doUpdateSet({ wanted_at: now }))
    .execute()
}

/**
 * Takes the lease of a job, which one process holds at a time. False when another process holds it, or when the job has
 * begun again since the caller read `seen`, the time at which it began. `seen` undefined: whenever it began.
 */
export async function leaseBackupJob(
  database: ShopDatabase,
  lease: { job: BackupJob; by: string; now: number; until: number; seen?: number | null },
): Promise<boolean> {
  const { job, by, now, until, seen } = lease
  return transact(database, async (tx) => {
    await tx
      .insertInto('backup_jobs')
      .values({ job })
      .onConflict((conflict) => conflict.column('job').doNothing())
      .execute()
    const { numUpdatedRows } = await tx
      .updateTable('backup_jobs')
      .set({ leased_by: by, leased_until: until, began_at: now, progress: '' })
      .where('job', '=', job)
      .where('leased_until', '<=', now)
      .$if(seen === null, (query) => query.where('began_at', 'is', null))
      .$if(typeof seen === 'number', (query) => query.where('began_at', '=', seen ?? 0))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  })
}

/** Renews the lease, and records the progress of the run. */
export async function renewBackupJob(
  { db }: ShopDatabase,
  { job, by, until, progress }: { job: BackupJob; by: string; until: number; progress: string },
): Promise<void> {
  await db
    .updateTable('backup_jobs')
    .set({ leased_until: until, progress })
    .where('job', '=', job)
    .where('leased_by', '=', by)
    .execute()
}

/** Who holds the lease of a job, or held it when its process died; null when the job ended. */
export async function findLeaseHolder({ db }: ShopDatabase, job: BackupJob): Promise<string | null> {
  const row = await db.selectFrom('backup_jobs').select('leased_by').where('job', '=', job).executeTakeFirst()
  return row?.leased_by ?? null
}

/** Ends the lease without a result. */
export async function releaseBackupJob(
  { db }: ShopDatabase,
  { job, by, now }: { job: BackupJob; by: string; now: number },
): Promise<void> {
  await db
    .updateTable('backup_jobs')
    .set({ leased_by: null, leased_until: 0, progress: '', ended_at: now })
    .where('job', '=', job)
    .where('leased_by', '=', by)
    .execute()
}

/** How a run changed the state of its job, for the alert. `same`: no change, or the lease was lost. */
export type JobStateChange = 'failed' | 'works-again' | 'same'

/** Ends the lease with the result of the run. `failure`: null when it worked. */
export async function endBackupJob(
  tx: Tx,
  {
    job,
    by,
    now,
    result,
    failure,
  }: { job: BackupJob; by: string; now: number; result: string; failure: string | null },
): Promise<JobStateChange> {
  const row = await tx
    .selectFrom('backup_jobs')
    .select('failing_since')
    .where('job', '=', job)
    .where('leased_by', '=', by)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return 'same'
  const ended = { leased_by: null, leased_until: 0, progress: '', ended_at: now, failure }
  await tx
    .updateTable('backup_jobs')
    .set(
      failure === null
        ? { ...ended, result, failing_since: null }
        : { ...ended, failing_since: row.failing_since ?? now },
    )
    .where('job', '=', job)
    .execute()
  if (failure !== null) return row.failing_since === null ? 'failed' : 'same'
  return row.failing_since === null ? 'same' : 'works-again'
}
