import { readBackupJobs, type RecordedJob } from '#db/backups/backup-jobs.ts'
import { listStoredBackups, type Rehearsed, type StoredBackup } from '#db/backups/stored-backups.ts'
import type { CopyState } from '#domain/backups/copy-progress.ts'
import type { Shop } from '#operations/shop.ts'

/** What owners see of their backups. `place`: null when no backups are made automatically. */
export interface BackupState {
  place: string | null
  hour: number
  jobs: RecordedJob[]
  backups: (StoredBackup & Rehearsed)[]
  /** The state of the continuous copy; null when there is none. */
  continuous: CopyState | null
}

/** Reads the recorded backups and jobs; makes no request to the place. */
export async function readBackups({ database, backups, continuous }: Shop): Promise<BackupState> {
  const [jobs, stored] = await Promise.all([readBackupJobs(database), listStoredBackups(database)])
  return {
    place: backups?.place ?? null,
    hour: backups?.hour ?? 0,
    jobs: jobs.filter((job) => isUsed(job, continuous !== null)),
    backups: stored,
    continuous: continuous?.copy.state() ?? null,
  }
}

/** Whether the shop has this job: the copy is rehearsed only where there is a continuous copy. */
function isUsed({ job }: RecordedJob, hasContinuous: boolean): boolean {
  return job !== 'copy-rehearsal' || hasContinuous
}

/** How many of the jobs fail. */
export async function countFailingBackups({ database, backups, continuous }: Shop): Promise<number> {
  if (backups === null) return 0
  const failing = (await readBackupJobs(database)).filter(
    (job) => job.failingSince !== null && isUsed(job, continuous !== null),
  )
  return failing.length + (continuous?.copy.state().kind === 'failing' ? 1 : 0)
}
