import {
  claimRemoval,
  deleteMarksWithoutPicture,
  endRemoval,
  findInterruptedRemovals,
  findPictureMarks,
  markPictures,
} from '#db/catalog/picture-marks.ts'
import { picturesOfIssues } from '#db/newsletter/issues.ts'
import { picturesOfSettings } from '#db/settings/settings.ts'
import type { Shop } from '#operations/shop.ts'

const DAY_MS = 24 * 3_600_000
/** A picture in use is marked as wanted once in this time, and skipped until then. */
const RECHECK_AFTER_MS = DAY_MS
/** How long an unused picture is kept: a database restored from last week's backup must find all its pictures. */
const GRACE_MS = 30 * DAY_MS
/** A removal takes moments; one that began before this was interrupted. */
const MAX_REMOVAL_MS = 10 * 60_000
const BATCH_SIZE = 200

/**
 * Removes pictures and films that no product (archived ones included), no order, no newsletter and no version of a
 * setting uses, and unfinished files of stopped processes. Checks the next pictures from `from`, and returns where to
 * continue; empty is the beginning. Any number of processes may run it: a picture is removed only after the whole grace
 * period without a mark, and storing a picture (claim-picture.ts) or saving a product or setting with it
 * (protect-pictures.ts) marks it first. A picture without a mark, as in a folder restored from a backup, is marked when
 * it is found.
 */
export async function sweepPictures(shop: Shop, from = ''): Promise<string> {
  const { database, images } = shop
  const now = shop.now()
  if (from === '') {
    await images.removeUnfinished(now - RECHECK_AFTER_MS)
    for (const key of await findInterruptedRemovals(database.db, now - MAX_REMOVAL_MS, BATCH_SIZE)) {
      await remove(shop, key)
    }
  }
  const { keys, next } = await images.list(from, BATCH_SIZE)
  const marks = await findPictureMarks(database.db, keys)
  const due = keys.filter((key) => isDue(marks.get(key)?.wantedAt, now))
  const used = await picturesInUse(shop, due)
  const unmarked = keys.filter((key) => !marks.has(key))
  await markPictures(database.db, [...unmarked, ...used], now)
  let removed = 0
  for (const key of due) {
    if (used.has(key)) continue
    if (!(await claimRemoval(database.db, key, { wantedBefore: now - GRACE_MS, now }))) continue
    await remove(shop, key)
    removed += 1
  }
  if (removed > 0) shop.log.info('Pictures that nothing uses were removed', { pictures: removed })
  if (next === '') await deleteMarksWithoutPicture(database.db, now - GRACE_MS - 2 * RECHECK_AFTER_MS)
  return next
}

function isDue(wantedAt: number | undefined, now: number): boolean {
  return wantedAt !== undefined && wantedAt < now - RECHECK_AFTER_MS
}

async function remove({ database, images }: Shop, key: string): Promise<void> {
  await images.remove(key)
  await endRemoval(database.db, key)
}

async function picturesInUse({ catalog, database }: Shop, keys: readonly string[]): Promise<Set<string>> {
  const used = new Set(await catalog.picturesInUse(keys))
  const others = keys.filter((key) => !used.has(key))
  if (others.length === 0) return used
  const lines = database.db.selectFrom('order_lines').where('picture_key', 'in', others)
  for (const { key } of await lines.select('picture_key as key').distinct().execute()) {
    if (key !== null) used.add(key)
  }
  for (const key of await picturesOfSettings(database.db, others)) used.add(key)
  for (const key of await picturesOfIssues(database.db, others)) used.add(key)
  return used
}
