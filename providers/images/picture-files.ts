import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PICTURE_FORMATS, PICTURE_WIDTHS, type PictureFormat, type PictureWidth } from './image-store.ts'
import type { FilmType } from '#domain/settings/film.ts'
import type { MasterType } from './making/picture-job.ts'

const KEY = /^[0-9a-f]{24}$/
const MASTER = /^master-(\d+)x(\d+)\.(jpg|webp|mp4|webm)$/

/** The file format of a stored picture or film. */
export type StoredType = MasterType | FilmType

/** The file of a picture's master, and its size in pixels. A film is a master without widths. */
export interface Master {
  file: string
  width: number
  height: number
  type: StoredType
}

/** Whether a text is a valid picture key. */
export function isPictureKey(text: string): boolean {
  return KEY.test(text)
}

/** Whether a picture of any size can be served in this width and format. */
export function isServed(key: string, width: PictureWidth, format: PictureFormat): boolean {
  return isPictureKey(key) && PICTURE_WIDTHS.includes(width) && PICTURE_FORMATS.includes(format)
}

/** The folder of one picture, with its master and the widths made from it. */
export function pictureFolder(folder: string, key: string): string {
  return join(folder, key.slice(0, 2), key)
}

/** The path of a picture's file in one width and format, below the folder of the image store. */
export function widthFile(folder: string, key: string, width: PictureWidth, format: PictureFormat): string {
  return join(pictureFolder(folder, key), `${width}.${format}`)
}

/** The name contains the size, so that the widths are known without opening the file. */
export function masterFile(folder: string, key: string, width: number, height: number, type: string): string {
  return join(pictureFolder(folder, key), `master-${width}x${height}.${type}`)
}

/** Null when no picture is stored under the key. */
export async function findMaster(folder: string, key: string): Promise<Master | null> {
  const place = pictureFolder(folder, key)
  for (const name of await readdir(place).catch(() => [])) {
    const [, width, height, type] = MASTER.exec(name) ?? []
    if (width === undefined) continue
    return {
      file: join(place, name),
      width: Number(width),
      height: Number(height),
      type: type as StoredType,
    }
  }
  return null
}

/** The widths of a picture that exist. */
export async function findWidths(
  folder: string,
  key: string,
): Promise<{ file: string; width: PictureWidth; format: PictureFormat }[]> {
  const names = new Set(await readdir(pictureFolder(folder, key)).catch(() => []))
  return PICTURE_WIDTHS.flatMap((width) => PICTURE_FORMATS.map((format) => ({ width, format }))).flatMap(
    (made) =>
      names.has(`${made.width}.${made.format}`)
        ? [{ ...made, file: widthFile(folder, key, made.width, made.format) }]
        : [],
  )
}

/**
 * Writes a file atomically, even in case of a power cut. Its folder must exist: a picture that is removed in the
 * meantime must not reappear as a folder of widths.
 */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.part`
  try {
    await writeSynced(draft, bytes)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(file))
}

/** Moves a file that was written and synced to its place, atomically. */
export async function moveInto(file: string, draft: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await rename(draft, file)
  await syncFolder(dirname(file))
}

/** Writes a new file, which survives a power cut once the promise resolves. */
export async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes changes of the entries in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return // folders cannot be opened there
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
