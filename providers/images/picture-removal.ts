import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureList } from './image-store.ts'
import { isPictureKey, pictureFolder } from './picture-files.ts'

/** The endings of files that are being written. Finished files never have them. */
const UNFINISHED = /\.(?:upload|part)$/
const BEING_REMOVED = '.removed'

/** The pictures in `folder` after the key `after`, in the order of their keys. */
export async function listPictures(folder: string, after: string, limit: number): Promise<PictureList> {
  const keys: string[] = []
  for (const shard of await sortedNames(folder)) {
    if (shard.length !== 2 || shard < after.slice(0, 2)) continue
    for (const key of await sortedNames(join(folder, shard))) {
      if (!isPictureKey(key) || key <= after) continue
      keys.push(key)
      if (keys.length === limit) return { keys, next: key }
    }
  }
  return { keys, next: '' }
}

/** Removes a picture. It is first moved aside in one atomic step, so that nothing reads an incomplete picture. */
export async function removePicture(folder: string, key: string): Promise<boolean> {
  if (!isPictureKey(key)) return false
  const place = pictureFolder(folder, key)
  const aside = place + BEING_REMOVED
  await rm(aside, { recursive: true, force: true }) // left by an interrupted removal
  const isThere = await moved(place, aside)
  await rm(aside, { recursive: true, force: true })
  return isThere
}

/** Removes unfinished files of a stopped process, and restores pictures whose removal was interrupted. */
export async function removeUnfinished(folder: string, startedBefore: number): Promise<number> {
  let removed = await removeFiles(folder, startedBefore)
  for (const shard of await sortedNames(folder)) {
    if (shard.length !== 2) continue
    for (const name of await sortedNames(join(folder, shard))) {
      const place = join(folder, shard, name)
      if (name.endsWith(BEING_REMOVED)) await putBack(place)
      else removed += await removeFiles(place, startedBefore)
    }
  }
  return removed
}

/**
 * Restores a picture whose removal was interrupted; the next sweep decides about it again. If the same picture was
 * stored again, this copy is deleted.
 */
async function putBack(aside: string): Promise<void> {
  const isBack = await moved(aside, aside.slice(0, -BEING_REMOVED.length))
  if (!isBack) await rm(aside, { recursive: true, force: true })
}

async function removeFiles(place: string, startedBefore: number): Promise<number> {
  let removed = 0
  for (const name of await sortedNames(place)) {
    const file = join(place, name)
    if (!UNFINISHED.test(name) || !(await isBefore(file, startedBefore))) continue
    await rm(file, { force: true })
    removed += 1
  }
  return removed
}

/** Moves a file or folder. False when it does not exist, or when the target already exists. */
async function moved(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST' || error.code === 'EPERM') return false
      return unlessMissing(error, false)
    },
  )
}

async function isBefore(file: string, time: number): Promise<boolean> {
  const at = await changedAt(file)
  return at !== null && at < time
}

/** Null when it is not there. */
async function changedAt(file: string): Promise<number | null> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    (error: unknown) => unlessMissing(error, null),
  )
}

async function sortedNames(place: string): Promise<string[]> {
  const names = await readdir(place).catch((error: unknown) => unlessMissing<string[]>(error, []))
  return names.sort()
}

/** Another process may remove the file at the same time. */
function unlessMissing<T>(error: unknown, otherwise: T): T {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return otherwise
  throw error
}
