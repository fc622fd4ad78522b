import * as v from 'valibot'
import { loadDatabase, isUnused } from '#db/backups/copy-database.ts'
import type { Figures } from '#db/backups/figures.ts'
import type { DatabaseLocation } from '#db/engine/open-database.ts'
import { backupName, type BackupManifest } from '#domain/backups/backup-manifest.ts'
import type { BackupSeal, BackupStore } from '#providers/backups/backup-store.ts'
import { readParts, collectBytes } from './backup-files.ts'
import { BackupRefused, loadSteps, type OnProgress } from './backup-progress.ts'

const figuresSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number()))

/** What is restored, and where. `replace`: an existing database is moved aside instead of stopping the restore. */
export interface RestoreOptions {
  location: DatabaseLocation
  manifest: BackupManifest
  store: BackupStore
  seal: BackupSeal
  replace: boolean
  /** Skips the migrations, so that an earlier version of the shop can use the database. */
  keepsVersion?: boolean
  now: () => number
  onProgress: OnProgress
  /** Called when the database is complete, just before it is put in place. */
  beforeUse(): Promise<void>
}

/**
 * Restores the database of a backup, completely or not at all: compares it with the backup's figures, and migrates it
 * to this version of the shop. Returns where the replaced database is kept; null when there was none. Throws
 * BackupRefused or CopyRefused.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<string | null> {
  const {
    location,
    manifest,
    store,
    seal,
    replace,
    keepsVersion = false,
    now,
    onProgress,
    beforeUse,
  } = options
  if (manifest.engine !== location.engine) throw new BackupRefused(otherEngine(manifest))
  if (!(await isUnused(location)) && !replace) {
    throw new BackupRefused(
      'There is already a shop database. Use --replace to set it aside and restore the backup in its place.',
    )
  }
  const figures = await readBackupFigures(options)
  // Each part is read only when it is needed.
  async function* content() {
    yield* readParts(store, seal, manifest.database, (done, all) =>
      onProgress({ step: 'Restoring the database', done, all, counts: 'bytes' }),
    )
  }
  const restoredAt = now()
  const aside = `replaced-${backupName(restoredAt)}`
  return loadDatabase(location, {
    content: content(),
    figures,
    keepsVersion,
    aside,
    restoredAt,
    beforeUse,
    ...loadSteps(onProgress),
  })
}

/** The sums of the books when the backup was made. */
export async function readBackupFigures({
  manifest,
  store,
  seal,
}: Pick<RestoreOptions, 'manifest' | 'store' | 'seal'>): Promise<Figures> {
  const text = (await collectBytes(readParts(store, seal, [manifest.figures]))).toString('utf8')
  const figures = v.safeParse(figuresSchema, text)
  if (!figures.success) throw new BackupRefused(`The figures of the backup ${manifest.name} cannot be read.`)
  return figures.output
}

function otherEngine({ engine, name }: BackupManifest): string {
  return engine === 'sqlite'
    ? `The backup ${name} is of an SQLite database: remove DATABASE_URL to restore it.`
    : `The backup ${name} is of a PostgreSQL database: set DATABASE_URL to an empty one to restore it.`
}
