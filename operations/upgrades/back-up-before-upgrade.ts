import { join } from 'node:path'
import type { DatabaseLocation, ShopDatabase } from '#db/engine/open-database.ts'
import { CopyRefused } from '#db/backups/database-copy.ts'
import { pendingMigrations } from '#db/migrations/migrate.ts'
import { formatDuration } from '#domain/backups/time-left.ts'
import type { OnProgress } from '#operations/backups/backup-progress.ts'
import { listBackups } from '#operations/backups/list-backups.ts'
import { makeBackup } from '#operations/backups/make-backup.ts'
import { deleteBackup } from '#operations/backups/prune-backups.ts'
import type { Log } from '#operations/shop.ts'
import { UNSEALED, type BackupStore } from '#providers/backups/backup-store.ts'
import { progressInLog } from './progress-in-log.ts'

const MAX_KEPT = 2

/**
 * Copies the database before the tables change, for `npm run rollback`. Pictures stay where they are: an upgrade does
 * not touch them. Returns the name of the copy; null when nothing changes or the database is new. Throws CopyRefused
 * when there is no room: then nothing was changed.
 */
export async function backUpBeforeUpgrade({
  database,
  location,
  dataDir,
  store,
  version,
  log,
  now,
  onProgress = progressInLog(log),
}: {
  database: Pick<ShopDatabase, 'db'>
  location: DatabaseLocation
  dataDir: string
  store: BackupStore
  version: string
  log: Log
  now: () => number
  onProgress?: OnProgress
}): Promise<string | null> {
  const pending = await pendingMigrations(database)
  if (pending.length === 0) return null
  log.info('Copying the database before the upgrade', { version, migrations: pending.length })
  const began = performance.now()
  try {
    const { manifest } = await makeBackup({
      location,
      pictures: NO_PICTURES,
      store,
      seal: UNSEALED,
      folder: join(dataDir, 'backup-before-upgrade'),
      shopVersion: version,
      timeZone: 'UTC',
      now,
      onProgress,
    })
    await keepNewest(store)
    const after = formatDuration(performance.now() - began)
    log.info('The database was copied: npm run rollback undoes the upgrade', { copy: manifest.name, after })
    return manifest.name
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CopyRefused(
      `The database was not upgraded, because it could not be copied first. ${why} With BACKUP_BEFORE_UPGRADE=off it is upgraded without a copy.`,
    )
  }
}

/** Pictures are not copied with the database, so none is ever read. */
const NO_PICTURES = {
  keepsWidths: false,
  keepsFilms: false,
  take: async () => null,
  takeMaster: async () => null,
  put: async () => {},
  list: async () => ({ keys: [], next: '' }),
  missing: async () => [],
  close: async () => {},
}

async function keepNewest(store: BackupStore): Promise<void> {
  const { names } = await listBackups(store)
  for (const name of names.slice(0, -MAX_KEPT)) await deleteBackup(store, name)
}
