import type { MirroredRecord } from '#db/catalog/mirrored-records.ts'
import { mergeContent, type SentValues } from '#domain/catalog/merge-content.ts'
import {
  checkTypedContent,
  isSameValue,
  mirroredContent,
  type MirroredContent,
} from '#domain/catalog/mirrored-content.ts'
import { keysOf } from '#domain/record-of.ts'
import type { Product } from '#domain/catalog/product.ts'
import { stockOfSizes } from '#domain/catalog/size.ts'
import { withoutLinks, type SourceRecord } from '#domain/catalog/source-record.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import { restoreProduct } from '#operations/catalog/restore-product.ts'
import { addFromRecord } from './add-from-record.ts'
import { saveRecordRow, rowToRevisit, type Mirror } from './mirror.ts'
import { distinctIds, idsOfPictures, withOwnPictures } from './mirrored-pictures.ts'
import { applySourceFields } from './apply-source-fields.ts'

/** After this time, a write that got no answer was either carried out or never will be. */
const UNANSWERED_WRITE_MS = 60 * 60_000

const COUNTED_BY_SIZE =
  'The sizes of this product have separate stock counts. Change its stock in the staff area, or remove those counts.'

/**
 * Brings the shop's copy in line with a record, as far as it can be without a person: a record that the product form
 * would refuse changes nothing, and a field that changed on both sides waits for a choice. Throws RecordChanged.
 */
export async function applyRecord(
  mirror: Mirror,
  record: SourceRecord,
  known: MirroredRecord,
  found: Product | null,
): Promise<void> {
  const pictures = withOwnPictures(known.pictures, record.pictures, found?.pictures ?? [])
  const row = { ...known, pictures }
  const checked = checkTypedContent(record.fields, distinctIds(record.pictures, pictures), {
    categories: await readCategories(mirror.shop),
    kept: found?.sizes ?? [],
  })
  if ('errors' in checked) {
    return saveRecordRow(mirror, known, { ...rowToRevisit(row, record), problem: checked.errors })
  }
  const theirs = checked.content
  if (found === null) return addFromRecord(mirror, record, known, theirs)
  if (found.archivedAt !== null && !row.gone) return saveRecordRow(mirror, known, { ...row, missed: 0 })
  const product = row.gone ? await bringBack(mirror, found) : found
  return mergeWithProduct(mirror, record, { known, row: { ...row, gone: false }, theirs, product })
}

interface Sides {
  known: MirroredRecord
  row: MirroredRecord
  theirs: MirroredContent
  product: Product
}

async function mergeWithProduct(mirror: Mirror, record: SourceRecord, sides: Sides): Promise<void> {
  const { known, row, theirs, product } = sides
  const preferred = [...(row.agreed?.pictures ?? []), ...theirs.pictures]
  const ours = mirroredContent(product, idsOfPictures(product.pictures, row.pictures, preferred))
  const edited = product.version !== row.productVersion
  const merge = mergeContent({ agreed: row.agreed ?? ours, theirs, ours, sent: row.sent, edited })
  if (merge.take.includes('stock') && stockOfSizes(product.sizes) !== null) {
    const problem = { stock: COUNTED_BY_SIZE }
    return saveRecordRow(mirror, known, { ...rowToRevisit(row, record), agreed: row.agreed ?? ours, problem })
  }
  const isOpen = merge.conflicts.length > 0
  const isOurs = edited && merge.give.length + merge.conflicts.length > 0
  const settled: MirroredRecord = {
    ...row,
    agreed: merge.agreed,
    theirs: isOpen ? withoutLinks(record) : null,
    sent: unanswered(row, theirs, mirror.shop.now()),
    conflicts: merge.conflicts,
    problem: {},
    missed: 0,
    unsettled: isOpen,
    productVersion: isOurs ? row.productVersion : product.version,
  }
  if (merge.take.length === 0) return saveRecordRow(mirror, known, settled)
  return applySourceFields(mirror, record, { known, settled, theirs, product, take: merge.take, isOurs })
}

/** The record was deleted, and its product archived. Now the record exists again. */
async function bringBack({ shop }: Mirror, product: Product): Promise<Product> {
  await restoreProduct(shop, product.id)
  return (await shop.catalog.find(product.id, { hiddenToo: true })) ?? product
}

/**
 * The values that were sent without an answer, without those that the record has. While the record still has the agreed
 * value, a sent value is dropped after a while; otherwise staff would have to decide about every new count.
 */
function unanswered({ agreed, sent }: MirroredRecord, theirs: MirroredContent, now: number): SentValues {
  const left = keysOf(sent).map((field) => {
    const values = sent[field] ?? []
    if (isSameValue(agreed?.[field], theirs[field])) {
      return [field, values.filter(({ at }) => now - at < UNANSWERED_WRITE_MS)] as const
    }
    const arrived = values.findIndex(({ value }) => isSameValue(value, theirs[field]))
    return [field, values.filter((_, index) => index !== arrived)] as const
  })
  return Object.fromEntries(left.filter(([, values]) => values.length > 0))
}
