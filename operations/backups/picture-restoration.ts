import { pictureKeyOf, type BackupManifest } from '#domain/backups/backup-manifest.ts'
import type { AwaitedPictures } from '#providers/backups/awaited-pictures.ts'
import { BackupUnusable, type BackupSeal, type BackupStore } from '#providers/backups/backup-store.ts'
import type { MasterFile, MovableStore } from '#providers/images/movable-store.ts'
import { isFilmType } from '#providers/images/films/film-store.ts'
import { singleChunk, pictureName, collectBytes } from './backup-files.ts'
import { BackupRefused } from './backup-progress.ts'
import { forEachConcurrently, isPicture } from './copy-pictures.ts'

const NAME = /^[0-9a-f]{24}-(\d+)x(\d+)\.(jpg|webp|mp4|webm)$/

/** The pictures of a backup that a store of pictures does not have yet. */
export async function pictureRestoration({
  manifest,
  store,
  seal,
  pictures,
}: {
  manifest: Pick<BackupManifest, 'pictures'>
  store: BackupStore
  seal: BackupSeal
  pictures: MovableStore & { missing(keys: readonly string[]): Promise<string[]> }
}): Promise<AwaitedPictures> {
  const files = new Map(manifest.pictures.map((file) => [pictureKeyOf(file), file]))
  const awaited = new Set(await pictures.missing([...files.keys()]))
  const restoring = new Map<string, Promise<void>>()

  async function fetchOne(key: string): Promise<void> {
    const file = files.get(key) ?? ''
    const master = await readPicture({ store, seal }, file)
    if (isFilmType(master.type) && !pictures.keepsFilms) {
      throw new BackupRefused(
        `The video ${file} was left out: where the shop stores its images, it cannot store videos.`,
      )
    }
    await pictures.put(key, { master, widths: [] })
    awaited.delete(key)
  }

  const restore = (key: string): Promise<void> => {
    const running = restoring.get(key) ?? fetchOne(key).finally(() => restoring.delete(key))
    restoring.set(key, running)
    return running
  }

  return {
    isAwaited: (key) => awaited.has(key),
    restore,
    async restoreAll(onProgress) {
      const refused: string[] = []
      const all = [...awaited]
      let done = 0
      await forEachConcurrently(all, async (key) => {
        if (awaited.has(key)) {
          await restore(key).catch((error: unknown) => {
            if (!(error instanceof BackupRefused)) throw error
            awaited.delete(key)
            refused.push(error.message)
          })
        }
        done += 1
        onProgress({ done, all: all.length })
      })
      return refused
    },
  }
}

/** Reads a picture of a backup and compares it with its name. Throws BackupRefused. */
export async function readPicture(
  { store, seal }: { store: BackupStore; seal: BackupSeal },
  file: string,
): Promise<MasterFile> {
  const name = pictureName(file, seal)
  const [, width, height, type] = NAME.exec(file) ?? []
  const sealed = await store.read(name)
  if (sealed === null) throw new BackupRefused(`The image ${name} is missing in ${store.address}.`)
  const damaged = () => new BackupRefused(`The image ${name} in ${store.address} is damaged.`)
  const bytes = await collectBytes(seal.open(singleChunk(sealed))).catch((error: unknown) => {
    throw seal.sealedFor === null || error instanceof BackupUnusable ? error : damaged()
  })
  if (!isPicture(pictureKeyOf(file), bytes)) throw damaged()
  return {
    width: Number(width),
    height: Number(height),
    type: (type ?? 'jpg') as MasterFile['type'],
    content: new Blob([new Uint8Array(bytes)]),
  }
}
