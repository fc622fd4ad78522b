import { pictureKeyOf } from '#domain/backups/backup-manifest.ts'
import type { BackupSeal, BackupStore } from '#providers/backups/backup-store.ts'
import type { MasterFile, MovableStore } from '#providers/images/movable-store.ts'
import { singleChunk, pictureName, PICTURES, sha256, collectBytes } from './backup-files.ts'
import { BackupRefused, type OnProgress } from './backup-progress.ts'

/**
 * Which pictures a backup has. `files`: their names; `missing`: keys whose pictures are missing or damaged in the
 * shop's store.
 */
export interface CopiedPictures {
  files: string[]
  missing: string[]
  /** How many of them this backup copied, and their size. Earlier backups had copied the others. */
  added: number
  addedBytes: number
}

const CONCURRENCY = 4

/**
 * Copies the masters of pictures that the place does not have yet. A picture is named by the hash of its content, so
 * all backups share one copy. The widths are generated again on demand.
 */
export async function copyPictures(
  keys: readonly string[],
  {
    pictures,
    store,
    seal,
    onProgress,
  }: { pictures: MovableStore; store: BackupStore; seal: BackupSeal; onProgress: OnProgress },
): Promise<CopiedPictures> {
  const there = await storedPictures(store, seal)
  const copied: CopiedPictures = { files: [], missing: [], added: 0, addedBytes: 0 }
  let done = 0
  await forEachConcurrently(keys, async (key) => {
    const known = there.get(key)
    if (known !== undefined) copied.files.push(known)
    else await copyOne(key)
    done += 1
    onProgress({ step: 'Copying images', done, all: keys.length, counts: 'images' })
  })
  copied.files.sort()
  return copied

  async function copyOne(key: string): Promise<void> {
    const master = await pictures.takeMaster(key)
    const bytes = master && new Uint8Array(await master.content.arrayBuffer())
    if (master === null || bytes === null || !isPicture(key, bytes)) {
      copied.missing.push(key)
      return
    }
    const file = pictureFile(key, master)
    const name = pictureName(file, seal)
    const sealed = await collectBytes(seal.seal(singleChunk(bytes)))
    await store.write(name, sealed)
    const back = await store.read(name)
    if (back === null || sha256(back) !== sha256(sealed)) {
      await store.delete(name)
      throw new BackupRefused(`What was written to ${store.address} cannot be read back: ${name}.`)
    }
    copied.files.push(file)
    copied.added += 1
    copied.addedBytes += sealed.byteLength
  }
}

/** The files of the pictures that are in the place, by their keys. */
export async function storedPictures(
  store: BackupStore,
  { suffix }: BackupSeal,
): Promise<Map<string, string>> {
  const files = (await store.list(PICTURES))
    .map((name) => name.slice(name.lastIndexOf('/') + 1))
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, file.length - suffix.length))
    .filter((file) => /\.(?:jpg|webp|mp4|webm)$/.test(file))
  return new Map(files.map((file) => [pictureKeyOf(file), file]))
}

/** Whether these are the bytes of the picture: its key is the beginning of their hash (make-picture.ts). */
export function isPicture(key: string, bytes: Uint8Array): boolean {
  return sha256(bytes).startsWith(key)
}

/** The name contains the size, as in every store. */
function pictureFile(key: string, { width, height, type }: MasterFile): string {
  return `${key}-${width}x${height}.${type}`
}

/** Calls `work` for a few items at a time. The first failure stops the rest. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const next = items.values()
  let hasFailed = false
  const worker = async () => {
    for (const item of next) {
      if (hasFailed) return
      await work(item)
    }
  }
  await Promise.all(
    Array.from({ length: CONCURRENCY }, () =>
      worker().catch((error: unknown) => {
        hasFailed = true
        throw error
      }),
    ),
  )
}
