import { randomUUID } from 'node:crypto'
import { claimRound, endRound, renewRound, type SourceState } from '#db/catalogue/content-sources.ts'
import {
  findByProducts,
  findByRecords,
  findUnsettled,
  newMirroredRecord,
  readRevisions,
  type MirroredRecord,
} from '#db/catalogue/mirrored-records.ts'
import type { SourceRecord } from '#domain/catalogue/source-record.ts'
import type { Shop } from '#operations/shop.ts'
import type { ContentSource } from '#providers/content/content-source.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { openMirror, RecordChanged, type Mirror } from './mirror.ts'
import { findMirroredProducts } from './mirrored-products.ts'
import { archiveMissing } from './archive-missing.ts'
import { readSource, type Reading } from './read-source.ts'
import { settleRecord } from './settle-record.ts'
import { wordsOf } from './source-failure.ts'

/** A round renews its claim for every page and every batch of records. */
const LEASE_MS = 3 * 60_000
const AT_ONCE = 50
const UNKNOWN = 'The shop could not take over what it has read.'
/** Nothing follows from it for the products, but somebody should look. */
const EMPTY = 'The table has no records. The products stay in the shop as they are.'

/**
 * One round of mirroring a source of content into the shop, when it is due and no other process is at it: reads what
 * changed there and settles each record. False when there was nothing to do. What a failed round has settled stays.
 */
export async function mirrorContent(shop: Shop, source: ContentSource, everyMs: number): Promise<boolean> {
  const { database, now } = shop
  const by = randomUUID()
  const startedAt = now()
  const lease = () => ({ by, until: now() + LEASE_MS })
  const state = await claimRound(database.db, source.place, lease(), startedAt)
  if (state === null) return false
  const renew = async () => {
    if (!(await renewRound(database.db, source.place, lease())))
      throw new Error('Another process mirrors now')
  }
  let reading: Reading | undefined
  let missing: number | undefined
  let failure: string | null = null
  try {
    const mirror = openMirror(shop, source)
    const revisions = await readRevisions(database.db, source.place)
    reading = await readSource(source, state, startedAt, renew)
    await settleAll(mirror, reading.records, revisions, renew)
    missing = await archiveMissing(mirror, reading, revisions)
    await mirror.tell()
    if (reading.isComplete && reading.records.length === 0 && revisions.size > 0) failure = EMPTY
  } catch (error) {
    failure = error instanceof SupplierError ? wordsOf(error) : UNKNOWN
    throw error
  } finally {
    await endRound(database.db, source.place, by, {
      nextAt: startedAt + everyMs,
      failure,
      failingSince: failure === null ? null : (state.failingSince ?? startedAt),
      ...(missing !== undefined && reading && endOf(reading, missing, startedAt)),
    })
  }
  return true
}

function endOf({ isComplete, records }: Reading, missing: number, readAt: number): Partial<SourceState> {
  return isComplete ? { readAt, fullAt: readAt, records: records.length, missing } : { readAt }
}

/** Settles the records that were read, and those of earlier rounds that something was left to do about. */
async function settleAll(
  mirror: Mirror,
  records: readonly SourceRecord[],
  revisions: ReadonlyMap<string, number>,
  renew: () => Promise<void>,
): Promise<void> {
  const { shop, source } = mirror
  const read = new Set(records.map(({ id }) => id))
  const left = await findUnsettled(shop.database.db, source.place)
  const again = left.flatMap(({ theirs }) => (theirs && !read.has(theirs.id) ? [theirs] : []))
  const all = [...records, ...again]
  for (let from = 0; from < all.length; from += AT_ONCE) {
    await renew()
    await settleSome(mirror, all.slice(from, from + AT_ONCE), revisions)
    await mirror.tell()
  }
}

async function settleSome(
  mirror: Mirror,
  records: readonly SourceRecord[],
  revisions: ReadonlyMap<string, number>,
): Promise<void> {
  const { shop, source } = mirror
  const rows = await rowsOf(mirror, records)
  const products = await findMirroredProducts(
    shop,
    rows.map(({ productId }) => productId),
  )
  for (const [index, row] of rows.entries()) {
    const record = records[index]
    // A row that was written since the round began may know more than what was read.
    if (record === undefined || row.revision !== (revisions.get(record.id) ?? 0)) continue
    try {
      await settleRecord(mirror, record, row, products.get(row.productId) ?? null)
    } catch (error) {
      if (!(error instanceof RecordChanged)) {
        shop.log.error('A record could not be mirrored', error, { place: source.place, record: record.id })
      }
    }
  }
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
    ids.filter((id) => !byRecord.has(id)),
  )
  const former = new Map(others.map((row) => [row.productId, row]))
  return ids.map((id) => {
    const row = byRecord.get(id) ?? former.get(id)
    return row ?? { ...newMirroredRecord(source.place, id), recordId: id }
  })
}
