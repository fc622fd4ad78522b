import {
  PICTURE_FORMATS,
  PICTURE_WIDTHS,
  type PictureFormat,
  type PictureWidth,
} from '#providers/images/image-store.ts'
import type { StoredType } from '#providers/images/picture-files.ts'

/** The prefix of the masters. Only the shop needs to read them. */
export const MASTERS = 'masters/'

const MASTER = /^masters\/([0-9a-f]{24})-(\d+)x(\d+)\.(jpg|webp|mp4|webm)$/

/** The parts of a master's name. */
export interface NamedMaster {
  name: string
  key: string
  width: number
  height: number
  type: StoredType
}

/** Null for an object that is not a master of the shop. */
export function parseMasterName(name: string): NamedMaster | null {
  const [, key, width, height, type] = MASTER.exec(name) ?? []
  if (key === undefined) return null
  return { name, key, width: Number(width), height: Number(height), type: type as StoredType }
}

/** The name contains the size, so that the widths are known without reading it. */
export function masterName(key: string, { width, height, type }: Omit<NamedMaster, 'name' | 'key'>): string {
  return `${MASTERS}${key}-${width}x${height}.${type}`
}

/** The prefix of the names of a picture's widths. */
export function widthsPrefix(key: string): string {
  return `pictures/${key}-`
}

/** The name of a width, which is its path in the shop too. */
export function widthName(key: string, width: PictureWidth, format: PictureFormat): string {
  return `${widthsPrefix(key)}${width}.${format}`
}

/** The widths among these objects of a picture. */
export function widthsAmong(
  key: string,
  names: readonly string[],
): { name: string; width: PictureWidth; format: PictureFormat }[] {
  const all = PICTURE_WIDTHS.flatMap((width) =>
    PICTURE_FORMATS.map((format) => ({ name: widthName(key, width, format), width, format })),
  )
  return all.filter(({ name }) => names.includes(name))
}

/** The content type of a master. */
export function masterContentType(type: StoredType): string {
  return CONTENT_TYPES[type]
}

const CONTENT_TYPES: Readonly<Record<StoredType, string>> = {
  jpg: 'image/jpeg',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
}
