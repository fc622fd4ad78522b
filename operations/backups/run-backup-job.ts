import { hostname } from 'node:os'
import {
  endBackupJob,
  findLeaseHolder,
  leaseBackupJob,
  releaseBackupJob,
  renewBackupJob,
} from '#db/backups/backup-jobs.ts'
import { transact } from '#db/engine/transact.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import type { BackupJob } from '#domain/backups/backup-jobs.ts'
import { BackupRefused, type OnProgress } from './backup-progress.ts'

/** How long a killed process blocks the job. */
export const LEASE_MS = 120_000
const RENEW_EVERY_MS = 3_000

/** Who works on a job. `isRecorded`: the result is shown to owners and reported to them by mail. */
export interface JobLease {
  job: BackupJob
  by: string
  isRecorded: boolean
}

/** Takes the lease for a command of the operator. Throws BackupRefused when another process works on the job. */
export async function leaseForCommand(
  database: ShopDatabase,
  { job, isRecorded, now }: { job: BackupJob; isRecorded: boolean; now: number },
): Promise<JobLease> {
  const by = `${hostname()} ${process.pid} ${now}`
  const take = () => leaseBackupJob(database, { job, by, now, until: now + LEASE_MS })
  if (await take()) return { job, by, isRecorded }
  const holder = await findLeaseHolder(database, job)
  if (holder !== null && isDeadHere(holder)) {
    await releaseBackupJob(database, { job, by: holder, now })
    if (await take()) return { job, by, isRecorded }
  }
  throw new BackupRefused(
    'Another backup is being made, or was killed less than two minutes ago. Try again later.',
  )
}

/** Whether the lease belongs to a command on this machine whose process was killed. */
function isDeadHere(holder: string): boolean {
  const [host, pid] = holder.split(' ')
  if (host !== hostname() || pid === undefined) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/**
 * Runs a job and renews its lease. Records the result for the owner's screen, and sends one mail when the job begins to
 * fail or works again. `work` returns its result in words; what it throws is thrown again.
 */
export async function runBackupJob<T>(
  database: ShopDatabase,
  {
    lease,
    now,
    onProgress,
    wordsOf,
  }: {
    lease: JobLease
    now: () => number
    onProgress: OnProgress
    wordsOf: (result: T) => string
  },
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  let renewedAt = 0
  let progressWords = ''
  const renew = async () => {
    const { job, by } = lease
    await renewBackupJob(database, { job, by, until: now() + LEASE_MS, progress: progressWords })
  }
  // Steps without progress, such as checking a large database, take longer than a lease.
  const timer = setInterval(() => void renew().catch(() => {}), LEASE_MS / 4)
  const watched: OnProgress = (progress) => {
    onProgress(progress)
    const { step, done, all } = progress
    progressWords = `${step}: ${all > 0 ? Math.min(100, Math.floor((done / all) * 100)) : 100}%`
    if (performance.now() - renewedAt < RENEW_EVERY_MS) return
    renewedAt = performance.now()
    void renew().catch(() => {})
  }
  try {
    const result = await work(watched)
    await end(database, lease, { now: now(), result: wordsOf(result), failure: null })
    return result
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    await end(database, lease, { now: now(), result: '', failure })
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** Ends a job whose process ended without a result. */
export async function endUnfinishedJob(
  database: ShopDatabase,
  lease: JobLease,
  failure: string,
  now: number,
): Promise<void> {
  await end(database, lease, { now, result: '', failure })
}

async function end(
  database: ShopDatabase,
  { job, by, isRecorded }: JobLease,
  { now, result, failure }: { now: number; result: string; failure: string | null },
): Promise<void> {
  if (!isRecorded) return releaseBackupJob(database, { job, by, now })
  await transact(database, async (tx) => {
    const change = await endBackupJob(tx, { job, by, now, result, failure })
    if (change === 'same') return
    const payload = { job, news: change, words: failure ?? result }
    await enqueue(tx, [{ kind: 'backup-alert', payload, dedupeKey: `backup-alert:${job}:${now}` }], now)
  })
}
