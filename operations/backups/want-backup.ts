import { wantBackupJob } from '#db/backups/backup-jobs.ts'
import type { BackupJob } from '#domain/backups/backup-jobs.ts'
import type { Shop } from '#operations/shop.ts'

/** Has a job run within seconds. False when the settings name no place for backups. */
export async function wantBackup({ database, backups, now }: Shop, job: BackupJob): Promise<boolean> {
  if (backups === null) return false
  await wantBackupJob(database, job, now())
  return true
}
