import type { MirroredRecord } from '#db/catalog/mirrored-records.ts'
import { withCounts, type MirroredContent, type MirroredField } from '#domain/catalog/mirrored-content.ts'
import { pick } from '#domain/record-of.ts'
import type { Product, ProductDraft } from '#domain/catalog/product.ts'
import type { SourceRecord } from '#domain/catalog/source-record.ts'
import { saveProduct } from '#operations/catalog/save-product.ts'
import { fetchPictures } from './fetch-pictures.ts'
import { saveRecordRow, rowToRevisit, withoutPictures, type Mirror } from './mirror.ts'
import { distinctIds, picturesOf, type PictureLinks } from './mirrored-pictures.ts'

interface FieldsToTake {
  known: MirroredRecord
  /** The row after the fields are saved. */
  settled: MirroredRecord
  theirs: MirroredContent
  product: Product
  take: readonly MirroredField[]
  /** Whether staff changed the product too, in other fields. */
  isOurs: boolean
}

/**
 * Saves what changed at the source, as a staff member would, together with the row that records it. A product that is
 * saved by someone else at the same time is compared again in the next round.
 */
export async function applySourceFields(
  mirror: Mirror,
  record: SourceRecord,
  fields: FieldsToTake,
): Promise<void> {
  const { known, settled, product, take, isOurs } = fields
  const fetched = take.includes('pictures')
    ? await fetchPictures(mirror, record, settled)
    : { links: settled.pictures }
  if ('problem' in fetched) {
    return saveRecordRow(mirror, known, withoutPictures(known, record, fetched))
  }
  const { links } = fetched
  const theirs = { ...fields.theirs, pictures: distinctIds(record.pictures, links) }
  const agreed = { ...(settled.agreed ?? theirs), ...pick(theirs, take) }
  const version = isOurs ? settled.productVersion : product.version + 1
  const after = { ...settled, agreed, pictures: links, productVersion: version }
  const saved = await saveProduct(mirror.shop, {
    id: product.id,
    version: product.version,
    seen: {
      stock: take.includes('stock') ? (settled.agreed?.stock ?? null) : product.stock,
      sizes: product.sizes,
    },
    draft: draftWith(product, theirs, take, links),
    origin: { by: 'system', reason: 'imported' },
    alongside: (tx) => saveRecordRow(mirror, known, after, tx),
  })
  if ('kind' in saved) await saveRecordRow(mirror, known, rowToRevisit(known, record))
}

function draftWith(
  product: Product,
  theirs: MirroredContent,
  take: readonly MirroredField[],
  links: PictureLinks,
): ProductDraft {
  const { sizes, pictures, ...columns } = pick(theirs, take)
  return {
    ...product,
    ...columns,
    codes: [], // codes stay unchanged
    sizes: sizes ? withCounts(sizes, product.sizes) : product.sizes,
    pictures: pictures ? picturesOf(pictures, links, product.pictures) : product.pictures,
  }
}
