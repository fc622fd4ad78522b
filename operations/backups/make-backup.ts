import { mkdir, rm } from 'node:fs/promises'
import { copyDatabase } from '#db/backups/copy-database.ts'
import type { DatabaseCopy } from '#db/backups/database-copy.ts'
import type { DatabaseLocation } from '#db/engine/open-database.ts'
import { backupName, writeManifest, type BackupManifest } from '#domain/backups/backup-manifest.ts'
import type { BackupSeal, BackupStore } from '#providers/backups/backup-store.ts'
import type { MovableStore } from '#providers/images/movable-store.ts'
import {
  folderOf,
  manifestOf,
  singleChunk,
  readChecked,
  sha256,
  writeFile,
  writeParts,
} from './backup-files.ts'
import { BackupRefused, type OnProgress } from './backup-progress.ts'
import { copyPictures, type CopiedPictures } from './copy-pictures.ts'
import { listBackups, readBackup } from './list-backups.ts'
import { deleteBackup, pruneBackups } from './prune-backups.ts'

/** What a backup is made from. `folder`: a private folder on this machine, for unfinished work. */
export interface BackupOptions {
  location: DatabaseLocation
  pictures: MovableStore
  store: BackupStore
  seal: BackupSeal
  folder: string
  shopVersion: string
  timeZone: string
  now: () => number
  onProgress: OnProgress
}

/** A backup that was just made. `pruned`: the names of the old ones that were deleted. */
export interface MadeBackup {
  manifest: BackupManifest
  pictures: CopiedPictures
  pruned: string[]
}

/**
 * Makes a backup while the shop sells: a copy of the database at one moment, then the pictures that this copy names,
 * then the manifest, which completes the backup. Pictures come second: every picture that the copy names was stored
 * before the copy was made, and the sweep keeps pictures for 30 days after their last use. Everything is read again and
 * compared. A failure deletes what was written; what a killed process left is deleted by the next backup. Only one may
 * run at a time.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { store, location, folder, onProgress, timeZone } = options
  await store.removeUnfinished()
  const { names, leftovers } = await listBackups(store)
  for (const file of leftovers) await store.delete(file)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const takenAt = freeTime(options.now(), names)
  const copying = { step: 'Copying the database', counts: 'bytes' as const }
  const copy = await copyDatabase(location, {
    folder,
    onProgress: (progress) => onProgress({ ...copying, ...progress }),
  })
  const name = backupName(takenAt)
  try {
    const { manifest, pictures } = await writeBackup(copy, takenAt, options)
    await verifyBackup(store, name, onProgress)
    return { manifest, pictures, pruned: await pruneBackups(store, timeZone) }
  } catch (error) {
    await deleteBackup(store, name).catch(() => {}) // the next backup deletes it
    throw error
  } finally {
    await copy.close()
  }
}

/** The next time that is not the name of a backup: names are precise to the second. */
function freeTime(now: number, names: readonly string[]): number {
  return names.includes(backupName(now)) ? freeTime(now + 1_000, names) : now
}

async function writeBackup(
  copy: DatabaseCopy,
  takenAt: number,
  { store, seal, pictures: source, shopVersion, onProgress }: BackupOptions,
): Promise<{ manifest: BackupManifest; pictures: CopiedPictures }> {
  const name = backupName(takenAt)
  const place = folderOf(name)
  const content = counted(copy, (done) =>
    onProgress({ step: 'Storing the database', done, all: copy.contentBytes, counts: 'bytes' }),
  )
  const database = await writeParts(store, seal, { name: `${place}database`, content })
  const pictures = await copyPictures(copy.pictureKeys, { pictures: source, store, seal, onProgress })
  const text = JSON.stringify(copy.figures)
  const [figures] = await writeParts(store, seal, {
    name: `${place}figures.json`,
    content: singleChunk(Buffer.from(text)),
  })
  if (figures === undefined) throw new Error('The figures of a backup were not written')
  const manifest: BackupManifest = {
    name,
    takenAt,
    shopVersion,
    schema: copy.schema,
    engine: copy.engine,
    sealedFor: seal.sealedFor,
    databaseBytes: copy.bytes,
    database,
    figures,
    pictures: pictures.files,
    missingPictures: pictures.missing,
  }
  await writeFile(store, manifestOf(name), Buffer.from(writeManifest(manifest, sha256)))
  return { manifest, pictures }
}

/** Reads every file of a backup again, and looks for its pictures. Throws BackupRefused. */
export async function verifyBackup(store: BackupStore, name: string, onProgress: OnProgress): Promise<void> {
  const { database, figures } = await readBackup(store, name)
  const files = [...database, figures]
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const file of files) {
    onProgress({ step: 'Reading it again', done, all, counts: 'bytes' })
    await readChecked(store, file)
    done += file.bytes
  }
  if (database.length === 0) throw new BackupRefused(`The backup ${name} has no database.`)
}

async function* counted(copy: DatabaseCopy, onBytes: (done: number) => void): AsyncIterable<Uint8Array> {
  let done = 0
  for await (const piece of copy.content()) {
    yield piece
    done += piece.byteLength
    onBytes(done)
  }
}
