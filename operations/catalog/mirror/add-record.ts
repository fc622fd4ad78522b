import { findByRecords, type MirroredRecord } from '#db/catalog/mirrored-records.ts'
import type { Product } from '#domain/catalog/product.ts'
import { withoutLinks, type SourceRecord } from '#domain/catalog/source-record.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { shopContent, outgoingContent } from './local-changes.ts'
import { MAX_CLOCK_SKEW_MS, isRecordOf, mayStillBeCreated } from './is-record-of.ts'
import { writeRow, type Mirror } from './mirror.ts'
import { distinctIds, withOwnPictures } from './mirrored-pictures.ts'
import { mayHaveBeenWritten, staffMessageOf } from './source-failure.ts'

/**
 * Creates the record of a product that was added here, or restored after its record had been removed. When an earlier
 * attempt got no response, its record is looked for first, and may appear late: a second one would be a duplicate.
 */
export async function addRecord(mirror: Mirror, row: MirroredRecord, product: Product): Promise<void> {
  const { shop, source } = mirror
  const { db } = shop.database
  const created = row.creatingAt === null ? null : await findCreatedRecord(mirror, row)
  if (created !== null) {
    const theirs = withoutLinks(created)
    await writeRow({ ...row, recordId: created.id, creatingAt: null, theirs, unsettled: true }, db)
    return
  }
  if (mayStillBeCreated(row, shop.now())) return
  const fresh = {
    ...row,
    recordId: null,
    gone: false,
    missed: 0,
    pictures: {},
    sent: {},
    conflicts: [],
    refused: null,
  }
  const content = shopContent(fresh, product)
  const outgoing = outgoingContent(mirror, product, content)
  const asking = await writeRow(
    {
      ...fresh,
      agreed: { ...content, pictures: [] },
      creatingAt: shop.now(),
      productVersion: product.version,
    },
    db,
  )
  try {
    const record = await source.add(outgoing)
    const pictures = withOwnPictures({}, record.pictures, product.pictures)
    const agreed = { ...content, pictures: distinctIds(record.pictures, pictures) }
    await writeRow({ ...asking, recordId: record.id, creatingAt: null, agreed, pictures }, db)
  } catch (error) {
    if (!(error instanceof SupplierError) || mayHaveBeenWritten(error)) throw error
    const isRefused = error.kind === 'refused'
    const refused = isRefused ? { values: JSON.stringify(content), words: staffMessageOf(error) } : null
    await writeRow({ ...asking, creatingAt: null, refused }, db)
    if (!isRefused) throw error
  }
}

/** The record that an earlier attempt created without getting an answer, if there is one. */
export async function findCreatedRecord(
  { shop, source }: Mirror,
  row: MirroredRecord,
): Promise<SourceRecord | null> {
  if (row.creatingAt === null) return null
  for await (const page of source.list(row.creatingAt - MAX_CLOCK_SKEW_MS)) {
    const candidates = page.filter((record) => isRecordOf(record, row))
    const known = await findByRecords(
      shop.database.db,
      source.place,
      candidates.map(({ id }) => id),
    )
    const taken = new Set(known.map(({ recordId }) => recordId))
    const free = candidates.find(({ id }) => !taken.has(id))
    if (free) return free
  }
  return null
}
