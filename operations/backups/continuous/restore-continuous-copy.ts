import { isUnused, loadDatabase } from '#db/backups/copy-database.ts'
import type { DatabaseLocation } from '#db/engine/open-database.ts'
import { backupName } from '#domain/backups/backup-manifest.ts'
import type { ContinuousSource } from '#providers/backups/continuous-copy.ts'
import { BackupRefused, loadSteps, type OnProgress } from '#operations/backups/backup-progress.ts'

/** What is restored, and where. `usualBytes`: the approximate size of the database; 0 when unknown. */
export interface ContinuousRestoreOptions {
  location: DatabaseLocation
  source: ContinuousSource
  replace: boolean
  usualBytes: number
  now: () => number
  onProgress: OnProgress
  beforeUse(): Promise<void>
}

/**
 * Restores a continuous copy, completely or not at all: checks its file and the references between its rows, and
 * migrates it. Returns where the replaced database is kept; null when there was none. Throws BackupRefused,
 * BackupUnusable or CopyRefused.
 */
export async function restoreContinuousCopy(options: ContinuousRestoreOptions): Promise<string | null> {
  const { location, source, replace, usualBytes, now, onProgress, beforeUse } = options
  if (!(await isUnused(location)) && !replace) {
    throw new BackupRefused(
      'There is already a shop database. Use --replace to set it aside and restore the copy in its place.',
    )
  }
  const content = (file: string) =>
    source.restoreTo(file, (done) => {
      const all = Math.max(done, usualBytes)
      onProgress({ step: 'Restoring the continuous copy', done, all, counts: 'bytes' })
    })
  const aside = `replaced-${backupName(now())}`
  return loadDatabase(location, {
    content,
    figures: null,
    aside,
    restoredAt: now(),
    beforeUse,
    ...loadSteps(onProgress),
  })
}
