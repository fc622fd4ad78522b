import type { Shop } from '#operations/shop.ts'

const DAY_MS = 24 * 3_600_000
/** A picture in use is said to be wanted once in this time, and not looked at again until then. */
const LOOK_AGAIN_MS = DAY_MS
/** How long a picture is kept that nothing uses: a database from last week's backup must find all of its pictures. */
const GRACE_MS = 30 * DAY_MS
const AT_ONCE = 200

/**
 * Removes pictures that no product, archived ones too, and no order names, and what stopped processes left
 * half-written. Looks at the next pictures behind the key `after`, and answers where to go on; the empty key is the
 * beginning. Any number of processes may do it: a picture goes only when nobody has wanted it for the whole grace, and
 * saving a product says that it wants its pictures (save-product.ts).
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
