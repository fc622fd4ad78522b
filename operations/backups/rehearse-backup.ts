import { temporaryDatabase } from '#db/backups/temporary-database.ts'
import type { DatabaseLocation } from '#db/engine/open-database.ts'
import type { BackupManifest } from '#domain/backups/backup-manifest.ts'
import { formatDuration } from '#domain/backups/time-left.ts'
import type { BackupSeal, BackupStore } from '#providers/backups/backup-store.ts'
import { pictureName } from './backup-files.ts'
import { BackupRefused, type OnProgress } from './backup-progress.ts'
import { checkRestored, withTemporaryFolder } from './check-restored.ts'
import { forEachConcurrently } from './copy-pictures.ts'
import { readPicture } from './picture-restoration.ts'
import { chooseBackup } from './list-backups.ts'
import { verifyBackup } from './make-backup.ts'
import { restoreDatabase } from './restore-database.ts'

/** What a rehearsal restores. `seal`: null when the backup is encrypted and its key is not on this machine. */
export interface RehearsalOptions {
  location: DatabaseLocation
  store: BackupStore
  seal: BackupSeal | null
  folder: string
  now: () => number
  onProgress: OnProgress
}

/** The backup that was restored, and the result in words. */
export interface Rehearsal {
  name: string
  words: string
}

/** Each rehearsal continues with the next pictures. */
const PICTURES_PER_REHEARSAL = 500
const WEEK_MS = 7 * 24 * 3_600_000

/**
 * Restores the newest backup into a temporary place, migrates it, checks the books of the copy, and reads pictures. A
 * damaged picture is deleted, so that the next backup copies it again. Throws BackupRefused or CopyRefused with what is
 * wrong.
 */
export async function rehearseBackup(options: RehearsalOptions): Promise<Rehearsal> {
  const { store, seal, now, onProgress } = options
  const started = performance.now()
  const manifest = await chooseBackup(store)
  const { name } = manifest
  if (seal === null) {
    await verifyBackup(store, name, onProgress)
    return {
      name,
      words: `The checksums of ${name} are right. It is encrypted, and its key is not on this machine, so it was not restored.`,
    }
  }
  const orders = await checkDatabase(manifest, seal, options)
  const start = Math.floor(now() / WEEK_MS) * PICTURES_PER_REHEARSAL
  const pictures = nextOf(manifest.pictures, start, PICTURES_PER_REHEARSAL)
  await checkPictures(pictures, { store, seal, onProgress })
  return {
    name,
    words: `${name} was restored in ${formatDuration(performance.now() - started)}: ${orders}, every sum as in the backup, and no fault in orders, payments, refunds, stock and emails. ${pictures.length} of ${manifest.pictures.length} images were read.`,
  }
}

async function checkDatabase(
  manifest: BackupManifest,
  seal: BackupSeal,
  { location, store, folder, now, onProgress }: RehearsalOptions,
): Promise<string> {
  return withTemporaryFolder(folder, async () => {
    const temporary = await temporaryDatabase(location, folder)
    try {
      const restored = {
        location: temporary.location,
        manifest,
        store,
        seal,
        replace: false,
        now,
        onProgress,
      }
      await restoreDatabase({ ...restored, beforeUse: async () => {} })
      return await checkRestored(temporary.location, manifest.name)
    } finally {
      await temporary.remove()
    }
  })
}

async function checkPictures(
  files: readonly string[],
  { store, seal, onProgress }: { store: BackupStore; seal: BackupSeal; onProgress: OnProgress },
): Promise<void> {
  const faults: string[] = []
  let done = 0
  await forEachConcurrently(files, async (file) => {
    await readPicture({ store, seal }, file).catch(async (error: unknown) => {
      if (!(error instanceof BackupRefused)) throw error
      faults.push(error.message)
      await store.delete(pictureName(file, seal))
    })
    done += 1
    onProgress({ step: 'Reading images', done, all: files.length, counts: 'images' })
  })
  const [first, ...others] = faults
  if (first === undefined) return
  throw new BackupRefused(
    others.length === 0
      ? `${first} The next backup copies it again, if the shop still has it.`
      : `${first} ${faults.length} images are affected. The next backup copies them again, if the shop still has them.`,
  )
}

/** `most` entries of a list from `start` on, which wraps around at the end. */
function nextOf(all: readonly string[], start: number, most: number): string[] {
  if (all.length <= most) return [...all]
  const from = start % all.length
  return [...all.slice(from), ...all.slice(0, from)].slice(0, most)
}
