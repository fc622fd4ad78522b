import { readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeptPicture, PictureList } from './image-store.ts'
import { findMaster, isPictureKey, pictureFolder } from './picture-files.ts'

/** Files that are being written. Whole ones never end so. */
const UNFINISHED = /\.(?:upload|part)$/
const BEING_REMOVED = '.removed'

/** The pictures in `folder` from the one behind `after`, in the order of their keys. */
export async function listPictures(folder: string, { after, limit }: PictureList): Promise<KeptPicture[]> {
  const found: KeptPicture[] = []
  for (const shard of await sortedNames(folder)) {
    if (shard.length !== 2 || shard < after.slice(0, 2)) continue
    for (const key of await sortedNames(join(folder, shard))) {
      if (!isPictureKey(key) || key <= after) continue
      const wantedAt = await changedAt(await markOf(folder, key))
      if (wantedAt !== null) found.push({ key, wantedAt })
      if (found.length === limit) return found
    }
  }
  return found
}

/** Marks a picture as wanted. False when it is not there. The mark is the time of its master. */
export async function keepPicture(folder: string, key: string, at: number): Promise<boolean> {
  const master = isPictureKey(key) ? await findMaster(folder, key) : null
  if (master === null) return false
  return utimes(master.file, at / 1000, at / 1000).then(
    () => true,
    (error: unknown) => unlessMissing(error, false),
  )
}

/**
 * Removes a picture that nobody wanted since `wantedBefore`. It is moved aside first, in one step: a mark that was made
 * before that step brings it back, and after it the picture cannot be marked any more. So whoever has marked a picture
 * has it.
 */
export async function removePicture(folder: string, key: string, wantedBefore: number): Promise<boolean> {
  if (!isPictureKey(key)) return false
  const place = pictureFolder(folder, key)
  const aside = place + BEING_REMOVED
  const wantedAt = await changedAt(await markOf(folder, key))
  if (wantedAt === null || wantedAt >= wantedBefore) return false
  if (!(await moved(place, aside))) return false
  const name = (await sortedNames(aside)).find((file) => file.startsWith('master-'))
  const lastWantedAt = name === undefined ? null : await changedAt(join(aside, name))
  if (lastWantedAt !== null && lastWantedAt >= wantedBefore && (await moved(aside, place))) return false
  await rm(aside, { recursive: true, force: true })
  return true
}

/** Removes files that a stopped process left, and puts back pictures that it was about to remove. */
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

/** Whether it is wanted is asked again later. Where the same picture was stored anew, this one is not needed. */
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

/** What carries the mark: the master, or the folder of a picture that never got one. */
async function markOf(folder: string, key: string): Promise<string> {
  return (await findMaster(folder, key))?.file ?? pictureFolder(folder, key)
}

/** False when it is not there, or when something has taken its new place meanwhile. */
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

/** Somebody else may take away what this looks for. */
function unlessMissing<T>(error: unknown, otherwise: T): T {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return otherwise
  throw error
}
