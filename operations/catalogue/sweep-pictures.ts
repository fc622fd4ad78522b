import type { Shop } from '#operations/shop.ts'

const DAY_MS = 24 * 3_600_000
/** A picture in use is marked as wanted once in this time, and skipped until then. */
const LOOK_AGAIN_MS = DAY_MS
/** How long an unused picture is kept: a database restored from last week's backup must find all its pictures. */
const GRACE_MS = 30 * DAY_MS
const AT_ONCE = 200

/**
 * Removes pictures that no product (archived ones included) and no order uses, and unfinished files of stopped
 * processes. Checks the next pictures behind the key `after`, and returns the key to continue from; an empty key is the
 * beginning. Any number of processes may run it: a picture is removed only after the whole grace period without a mark,
 * and saving a product marks its pictures (save-product.ts).
 */
export async function sweepPictures(shop: Shop, after = ''): Promise<string> {
  const now = shop.now()
  if (after === '') await shop.images.removeUnfinished(now - LOOK_AGAIN_MS)
  const pictures = await shop.images.list({ after, limit: AT_ONCE })
  const due = pictures.filter(({ wantedAt }) => wantedAt < now - LOOK_AGAIN_MS).map(({ key }) => key)
  const used = await picturesInUse(shop, due)
  await shop.images.keep([...used], now)
  let removed = 0
  for (const key of due) {
    if (!used.has(key) && (await shop.images.remove(key, now - GRACE_MS))) removed += 1
  }
  if (removed > 0) shop.log.info('Pictures that nothing uses were removed', { pictures: removed })
  return pictures.length < AT_ONCE ? '' : (pictures.at(-1)?.key ?? '')
}

async function picturesInUse({ catalog, database }: Shop, keys: readonly string[]): Promise<Set<string>> {
  const used = new Set(await catalog.picturesInUse(keys))
  const others = keys.filter((key) => !used.has(key))
  if (others.length === 0) return used
  const lines = database.db.selectFrom('order_lines').where('picture_key', 'in', others)
  for (const { key } of await lines.select('picture_key as key').distinct().execute()) {
    if (key !== null) used.add(key)
  }
  return used
}
