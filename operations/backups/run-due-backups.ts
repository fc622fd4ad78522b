import { randomUUID } from 'node:crypto'
import { leaseBackupJob, readBackupJobs } from '#db/backups/backup-jobs.ts'
import { listStoredBackups } from '#db/backups/stored-backups.ts'
import { isJobDue, type BackupJob } from '#domain/backups/backup-jobs.ts'
import type { Shop } from '#operations/shop.ts'
import { endUnfinishedJob, LEASE_MS } from './run-backup-job.ts'

/**
 * Runs the backup or the rehearsal that is due, in one process of the shop at a time. The job records its result
 * itself; this records a process that was killed.
 */
export async function runDueBackups(shop: Shop, stop: AbortSignal): Promise<void> {
  if (shop.backups === null) return
  const { database, now, settings, log } = shop
  const { hour } = shop.backups
  for (const times of await readBackupJobs(database)) {
    const { job, beganAt } = times
    if (stop.aborted || !isJobDue(job, times, { now: now(), hour, timeZone: settings.timeZone })) continue
    if (!(await canRun(shop, job))) continue
    const by = randomUUID()
    const lease = { job, by, now: now(), until: now() + LEASE_MS, seen: beganAt }
    if (!(await leaseBackupJob(database, lease))) continue
    log.info('Background work began', { job })
    const died = await shop.backups.run(job, by, stop)
    // A stopped shop runs the job again after its next start.
    if (died === null || stop.aborted) continue
    await endUnfinishedJob(database, { job, by, isRecorded: true }, died, now())
    log.error(FAILED[job], new Error(died))
  }
}

const FAILED: Record<BackupJob, string> = {
  backup: 'The backup failed',
  rehearsal: 'A backup could not be restored in a rehearsal',
  'copy-rehearsal': 'The continuous copy could not be restored in a rehearsal',
}

/**
 * Whether this process can run the job: a rehearsal needs a backup, and the process that makes the continuous copy
 * rehearses it.
 */
async function canRun({ database, backups, continuous }: Shop, job: BackupJob): Promise<boolean> {
  if (job === 'backup') return true
  if (job === 'copy-rehearsal') return continuous?.copy.state().kind === 'copying'
  return (await listStoredBackups(database)).some(({ place }) => place === backups?.place)
}
