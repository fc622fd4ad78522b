import { readBackupJobs } from '#db/backups/backup-jobs.ts'
import { isRunning } from '#domain/backups/backup-jobs.ts'
import type { Shop } from '#operations/shop.ts'
import { copyPictures } from '#operations/backups/copy-pictures.ts'

/**
 * Copies the pictures of products and settings that the place of the backups lacks, so that a continuous copy of the
 * database finds its pictures. Reads no picture when the place has them all.
 */
export async function copyNewPictures({ database, continuous, log, now }: Shop): Promise<void> {
  if (continuous === null || continuous.copy.state().kind === 'other-process') return
  // A running backup stores the pictures too, and deletes what a killed process left half-written.
  if ((await readBackupJobs(database)).some((job) => isRunning(job, now()))) return
  const rows = await database.db
    .selectFrom('pictures')
    .select('key')
    .union(database.db.selectFrom('setting_pictures').select('key'))
    .execute()
  const { added } = await copyPictures(
    rows.map(({ key }) => key),
    { ...continuous, onProgress: () => {} },
  )
  if (added > 0) log.info('New pictures were copied to the backups', { added })
}
