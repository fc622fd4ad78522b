import { requestBackupJob } from '#db/backups/backup-jobs.ts'
import type { BackupJob } from '#domain/backups/backup-jobs.ts'
import { transact } from '#db/engine/transact.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'

/**
 * Requests a job, which starts within seconds. False when the settings name no place for backups, or there is no such
 * copy.
 */
export async function requestBackup(shop: Shop, job: BackupJob): Promise<boolean> {
  if (shop.backups === null || (job === 'copy-rehearsal' && shop.continuous === null)) return false
  await transact(shop.database, async (tx) => {
    await requestBackupJob(tx, job, shop.now())
    await recordAudit(tx, shop, { action: 'backup-requested', subject: { id: job, name: job } })
  })
  return true
}
