import { randomUUID } from 'node:crypto'
import { claimRound, endRound, renewRound, type SourceState } from '#db/catalog/content-sources.ts'
import {
  findByProducts,
  findByRecords,
  findRecordsToRevisit,
  newMirroredRecord,
  readRevisions,
  type MirroredRecord,
} from '#db/catalog/mirrored-records.ts'
import type { SourceRecord } from '#domain/catalog/source-record.ts'
import type { MirroredSource, Shop } from '#operations/shop.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { toProductId } from '#domain/ids.ts'
import { openMirror, RecordChanged, type Mirror, saveRecordRow } from './mirror.ts'
import { findMirroredProducts } from './mirrored-products.ts'
import { readSource, type Reading } from './read-source.ts'
import { applyRecord } from './apply-record.ts'
import { staffMessageOf } from './source-failure.ts'
import { archiveProduct } from '#operations/catalog/archive-product.ts'

/** A round renews its claim for every page and every batch of records. */
const LEASE_MS = 3 * 60_000
const BATCH_SIZE = 20
const UNKNOWN = 'The shop could not import the records that it read.'
/** Products stay unchanged, but staff should check. */
const EMPTY = 'The table has no records. The products stay in the shop as they are.'

/**
 * One round of mirroring a source of content into the shop, when it is due and no other process runs one: reads what
 * changed there and settles each record. False when there was nothing to do. Records that a failed round has settled
 * stay settled. An aborted round ends soon, and the next one begins at once.
 */
export async function mirrorContent(
  shop: Shop,
  { content: source, everyMs }: MirroredSource,
  signal?: AbortSignal,
): Promise<boolean> {
  const { database, now } = shop
  const by = randomUUID()
  const startedAt = now()
  const lease = () => ({ by, until: now() + LEASE_MS })
  const state = await claimRound(database.db, source.place, lease(), startedAt)
  if (state === null) return false
  const renew = async () => {
    signal?.throwIfAborted()
    if (!(await renewRound(database.db, source.place, lease())))
      throw new Error('Another process is mirroring now')
  }
  let end: Partial<SourceState> = {}
  let failure: string | null = null
  try {
    const mirror = openMirror(shop, source, signal)
    const revisions = await readRevisions(database.db, source.place)
    const reading = await readSource(source, state, startedAt, renew)
    const isSettled = await settleAll(mirror, reading.records, revisions, renew)
    const missing = await archiveMissing(mirror, reading, revisions)
    await mirror.publish()
    end = endOf(reading, missing, startedAt, isSettled)
    if (reading.isComplete && reading.records.length === 0 && revisions.size > 0) failure = EMPTY
  } catch (error) {
    if (signal?.aborted) return true
    failure = error instanceof SupplierError ? staffMessageOf(error) : UNKNOWN
    throw error
  } finally {
    await endRound(database.db, source.place, by, {
      nextAt: signal?.aborted ? startedAt : startedAt + everyMs,
      failure: signal?.aborted ? state.failure : failure,
      failingSince: failure === null && !signal?.aborted ? null : (state.failingSince ?? startedAt),
      ...end,
    })
  }
  return true
}

/** When a record is left for the next round, `readAt` stays, so that the next round reads the same changes again. */
function endOf(
  { isComplete, records }: Reading,
  missing: number,
  startedAt: number,
  isSettled: boolean,
): Partial<SourceState> {
  return {
    ...(isSettled && { readAt: startedAt }),
    ...(isComplete && { fullAt: startedAt, records: records.length, missing }),
  }
}

/**
 * Settles the records that were read, and those that earlier rounds left unsettled. False when some could not be
 * settled.
 */
async function settleAll(
  mirror: Mirror,
  records: readonly SourceRecord[],
  revisions: ReadonlyMap<string, number>,
  renew: () => Promise<void>,
): Promise<boolean> {
  const { shop, source } = mirror
  const read = new Set(records.map(({ id }) => id))
  const left = await findRecordsToRevisit(shop.database.db, source.place)
  const again = left.flatMap(({ theirs }) => (theirs && !read.has(theirs.id) ? [theirs] : []))
  const all = [...records, ...again]
  let isSettled = true
  for (let from = 0; from < all.length; from += BATCH_SIZE) {
    await renew()
    if (!(await settleSome(mirror, all.slice(from, from + BATCH_SIZE), revisions))) isSettled = false
    await mirror.publish()
  }
  return isSettled
}

async function settleSome(
  mirror: Mirror,
  records: readonly SourceRecord[],
  revisions: ReadonlyMap<string, number>,
): Promise<boolean> {
  const { shop, source } = mirror
  const rows = await rowsOf(mirror, records)
  const products = await findMirroredProducts(
    shop,
    rows.map(({ productId }) => productId),
  )
  let isSettled = true
  for (const [index, row] of rows.entries()) {
    const record = records[index]
    // A product that was restored here has a new record; its former record, restored there, belongs to no product.
    if (record === undefined || row.recordId !== record.id) continue
    mirror.signal?.throwIfAborted()
    try {
      // A row that was written since the round began may be newer than the record that was read.
      if (row.revision !== (revisions.get(record.id) ?? 0)) throw new RecordChanged()
      await applyRecord(mirror, record, row, products.get(row.productId) ?? null)
    } catch (error) {
      isSettled = false
      if (!(error instanceof RecordChanged)) {
        shop.log.error('A record could not be mirrored', error, { place: source.place, record: record.id })
      }
    }
  }
  return isSettled
}

/** The row of each record, in their order; a new one under the record's own id where there is none. */
async function rowsOf({ shop, source }: Mirror, records: readonly SourceRecord[]): Promise<MirroredRecord[]> {
  const { db } = shop.database
  const ids = records.map(({ id }) => id)
  const known = await findByRecords(db, source.place, ids)
  const byRecord = new Map(known.map((row) => [row.recordId, row]))
  const others = await findByProducts(
    db,
    source.place,
    ids.filter((id) => !byRecord.has(id)).map(toProductId),
  )
  const former = new Map(others.map((row) => [row.productId, row]))
  return ids.map((id) => {
    const row = byRecord.get(id) ?? former.get(toProductId(id))
    return row ?? { ...newMirroredRecord(source.place, toProductId(id)), recordId: id }
  })
}

/** One complete reading may overlook a record that was moved while it was read. */
const MISSED_ROUNDS = 2

/**
 * Takes products off sale whose records are missing in two complete readings in a row. A source that returns no records
 * was emptied by mistake, or is the wrong one: it changes nothing. Returns how many are missing and not yet off sale.
 */
async function archiveMissing(
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
