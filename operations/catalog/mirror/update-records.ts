import type { MirroredRecord } from '#db/catalog/mirrored-records.ts'
import {
  checkTypedContent,
  isSameValue,
  type MirroredContent,
  type MirroredField,
} from '#domain/catalog/mirrored-content.ts'
import type { Product } from '#domain/catalog/product.ts'
import { keysOf, pick } from '#domain/record-of.ts'
import type { SourceRecord } from '#domain/catalog/source-record.ts'
import type { ShopCategory } from '#domain/catalog/category.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { localChanges, shopContent, outgoingContent } from './local-changes.ts'
import { RecordChanged, writeRow, type Mirror } from './mirror.ts'
import { distinctIds, withOwnPictures } from './mirrored-pictures.ts'
import { mayHaveBeenWritten, staffMessageOf } from './source-failure.ts'

interface Update {
  row: MirroredRecord
  product: Product
  recordId: string
  values: Partial<MirroredContent>
}

/**
 * Writes the fields that changed here to up to ten records. Reads them just before, so that changes made there since
 * the last round are not overwritten. Values are recorded before they are sent, so that a value whose response was
 * lost does not look like a change by another editor.
 */
export async function updateRecords(
  mirror: Mirror,
  changes: readonly { row: MirroredRecord; product: Product }[],
): Promise<void> {
  const { shop, source } = mirror
  const records = await source.find(changes.map(({ row }) => row.recordId ?? ''))
  const categories = await readCategories(shop)
  const updates: Update[] = []
  for (const { row, product } of changes) {
    const record = records.find(({ id }) => id === row.recordId)
    const values = record && valuesToWrite(mirror, row, product, { record, categories })
    if (!values || Object.keys(values).length === 0) continue
    try {
      const noted = await writeRow({ ...row, sent: withSent(row, values, shop.now()) }, shop.database.db)
      updates.push({ row: noted, product, recordId: record.id, values })
    } catch (error) {
      if (!(error instanceof RecordChanged)) throw error
    }
  }
  if (updates.length > 0) await send(mirror, updates)
}

/** The fields that changed here, and that the source still has as agreed on, or as sent before. */
function valuesToWrite(
  mirror: Mirror,
  row: MirroredRecord,
  product: Product,
  { record, categories }: { record: SourceRecord; categories: readonly ShopCategory[] },
): Partial<MirroredContent> | null {
  const links = withOwnPictures(row.pictures, record.pictures, product.pictures)
  const checked = checkTypedContent(record.fields, distinctIds(record.pictures, links), {
    categories,
    kept: product.sizes,
  })
  if ('errors' in checked) return null
  const theirs = checked.content
  const isUntouched = (field: MirroredField) =>
    [row.agreed?.[field], ...(row.sent[field] ?? []).map(({ value }) => value)].some((value) =>
      isSameValue(value, theirs[field]),
    )
  return pick(shopContent(row, product), localChanges(mirror, row, product).filter(isUntouched))
}

function withSent(
  { sent }: MirroredRecord,
  values: Partial<MirroredContent>,
  at: number,
): MirroredRecord['sent'] {
  const added = keysOf(values).map((field) => [field, [...(sent[field] ?? []), { value: values[field], at }]])
  return { ...sent, ...Object.fromEntries(added) }
}

async function send(mirror: Mirror, updates: readonly Update[]): Promise<void> {
  const outgoing = updates.map(({ recordId, product, values }) => ({
    id: recordId,
    fields: outgoingContent(mirror, product, values),
  }))
  let written: SourceRecord[]
  try {
    written = await mirror.source.update(outgoing)
  } catch (error) {
    if (!(error instanceof SupplierError) || mayHaveBeenWritten(error)) throw error
    return notWritten(mirror, updates, error)
  }
  for (const update of updates) {
    await recordWritten(mirror, update, written.find(({ id }) => id === update.recordId) ?? null)
  }
}

/** Nothing was written. A refused or deleted record does not hold up the others. */
async function notWritten(mirror: Mirror, updates: readonly Update[], error: SupplierError): Promise<void> {
  const isAboutRecords = error.kind === 'refused' || error.kind === 'not-found'
  if (isAboutRecords && updates.length > 1) {
    for (const update of updates) await send(mirror, [update])
    return
  }
  for (const { row, values } of updates) {
    const sent = withoutLastSent(row, values)
    const refused = isAboutRecords
      ? { values: JSON.stringify(values), words: staffMessageOf(error) }
      : row.refused
    await writeUnlessChanged(mirror, { ...row, sent, refused })
  }
  if (!isAboutRecords) throw error
}

async function recordWritten(
  mirror: Mirror,
  { row, product, values }: Update,
  record: SourceRecord | null,
): Promise<void> {
  const pictures = withOwnPictures(row.pictures, record?.pictures ?? [], product.pictures)
  const agreed = { ...(row.agreed ?? shopContent(row, product)), ...values }
  if (values.pictures && record) agreed.pictures = distinctIds(record.pictures, pictures)
  const after = { ...row, agreed, pictures, sent: withoutLastSent(row, values), refused: null }
  const isAll = localChanges(mirror, after, product).length + row.conflicts.length === 0
  await writeUnlessChanged(mirror, {
    ...after,
    productVersion: isAll ? product.version : row.productVersion,
  })
}

/** What was sent before stays: without an answer, it may still be written later. */
function withoutLastSent({ sent }: MirroredRecord, values: Partial<MirroredContent>): MirroredRecord['sent'] {
  const before = keysOf(sent).map((field) => [
    field,
    field in values ? (sent[field] ?? []).slice(0, -1) : sent[field],
  ])
  return Object.fromEntries(
    before.filter(([, sentValues]) => sentValues?.length !== 0),
  ) as MirroredRecord['sent']
}

/** A round that has read the new values in the meantime has already recorded them. */
async function writeUnlessChanged({ shop }: Mirror, row: MirroredRecord): Promise<void> {
  try {
    await writeRow(row, shop.database.db)
  } catch (error) {
    if (!(error instanceof RecordChanged)) throw error
  }
}
