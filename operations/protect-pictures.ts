import { markPictures } from '#db/catalog/picture-marks.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * Marks stored pictures as wanted, so that the sweep (sweep-pictures.ts) leaves them for the whole grace period.
 * Returns the keys of those that are not stored, or are just being removed. Marking comes first: a picture that is
 * found after it was marked stays.
 */
export async function protectPictures(
  { database, images, now }: Pick<Shop, 'database' | 'images' | 'now'>,
  keys: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return []
  const gone = new Set(await markPictures(database.db, keys, now()))
  for (const key of await images.missing(keys)) gone.add(key)
  return keys.filter((key) => gone.has(key))
}
