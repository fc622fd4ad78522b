import { findByRecords } from '#db/catalog/mirrored-records.ts'
import { archiveProduct } from '#operations/catalog/archive-product.ts'
import { saveRecordRow, RecordChanged, type Mirror } from './mirror.ts'
import type { Reading } from './read-source.ts'

/** One complete reading may overlook a record that was moved while it was read. */
const MISSED_ROUNDS = 2

/**
 * Takes products off sale whose records are missing in two complete readings in a row. A source that returns no records
 * was emptied by mistake, or is the wrong one: it changes nothing. Returns how many are missing and not yet off sale.
 */
export async function archiveMissing(
  mirror: Mirror,
  { isComplete, records }: Reading,
  revisions: ReadonlyMap<string, number>,
): Promise<number> {
  if (!isComplete || records.length === 0) return 0
  const { shop, source } = mirror
  const read = new Set(records.map(({ id }) => id))
  const unseen = [...revisions.keys()].filter((id) => !read.has(id))
  const rows = await findByRecords(shop.database.db, source.place, unseen)
  let missing = 0
  for (const row of rows) {
    if (row.gone || row.revision !== revisions.get(row.recordId ?? '')) continue
    const missed = row.missed + 1
    const isGone = missed >= MISSED_ROUNDS
    if (!isGone) missing += 1
    try {
      if (isGone) await archiveProduct(shop, row.productId)
      await saveRecordRow(mirror, row, { ...row, missed, gone: isGone, unsettled: row.unsettled && !isGone })
    } catch (error) {
      if (!(error instanceof RecordChanged)) throw error
    }
  }
  return missing
}
