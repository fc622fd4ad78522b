import { findPictureMarks } from '#db/catalog/picture-marks.ts'
import type { Shop } from '#operations/shop.ts'
import type { PictureFile, PictureFormat, PictureWidth } from '#providers/images/image-store.ts'

/** A picture in one width and format, as a browser requests it. */
export interface WantedPicture {
  key: string
  width: PictureWidth
  format: PictureFormat
}

/** What one process remembers about pictures that an outside store does not have. */
export interface PictureMisses {
  /** Whether the store did not have it a moment ago. */
  has(wanted: WantedPicture, now: number): boolean
  remember(wanted: WantedPicture, now: number): void
  /** Counts a request to the store for this network. Null when it is allowed, otherwise the seconds to wait. */
  take(network: string, now: number): number | null
  /** The store had the picture, so the request does not count. */
  giveBack(network: string): void
}

/** Too many requests for pictures that do not exist. `wait` in seconds. */
export interface TooManyMisses {
  kind: 'too-many-misses'
  wait: number
}

/**
 * While a picture is being uploaded to the store its key is marked, but a lookup finds nothing. Longer than any upload
 * takes, and longer than a miss is remembered.
 */
const MAX_UPLOAD_MS = 10 * 60_000

/**
 * Finds a picture without repeatedly asking an outside store for one that it does not have: every such request costs
 * money, and anyone can invent keys. The key of an uploaded picture is marked before it is stored (store-picture.ts),
 * so a lookup of a marked key is never limited, and a miss is not remembered against a new mark. Only keys without a
 * mark are counted by network.
 */
export async function findPicture(
  { database, images, now }: Pick<Shop, 'database' | 'images' | 'now'>,
  wanted: WantedPicture,
  { misses, network }: { misses: PictureMisses; network: string },
): Promise<PictureFile | TooManyMisses | null> {
  const { key, width, format } = wanted
  if (images.findCopy === undefined) return images.find(key, width, format)
  const copy = await images.findCopy(key, width, format)
  if (copy !== null) return copy
  const startedAt = now()
  const mark = (await findPictureMarks(database.db, [key])).get(key)
  const isNew = mark !== undefined && mark.wantedAt > startedAt - MAX_UPLOAD_MS
  if (!isNew && misses.has(wanted, startedAt)) return null
  const wait = mark === undefined ? misses.take(network, startedAt) : null
  if (wait !== null) return { kind: 'too-many-misses', wait }
  const found = await images.find(key, width, format)
  if (found === null) misses.remember(wanted, startedAt)
  else if (mark === undefined) misses.giveBack(network)
  return found
}
