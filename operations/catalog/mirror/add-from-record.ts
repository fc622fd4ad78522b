import { withEmptyFields } from '#domain/catalog/product-fields.ts'
import { findCreating, type MirroredRecord } from '#db/catalog/mirrored-records.ts'
import { withCounts, type MirroredContent } from '#domain/catalog/mirrored-content.ts'
import type { SourceRecord } from '#domain/catalog/source-record.ts'
import { saveProduct } from '#operations/catalog/save-product.ts'
import { fetchPictures } from './fetch-pictures.ts'
import { isRecordOf } from './is-record-of.ts'
import { saveRecordRow, rowToRevisit, withoutPictures, type Mirror } from './mirror.ts'
import { distinctIds, picturesOf } from './mirrored-pictures.ts'

/**
 * Adds the product of a new record, under the record's id. When the shop created this record, but did not get the
 * response, the record belongs to the product that it was created for.
 */
export async function addFromRecord(
  mirror: Mirror,
  record: SourceRecord,
  known: MirroredRecord,
  content: MirroredContent,
): Promise<void> {
  const { shop, source } = mirror
  if (known.revision === 0) {
    const waiting = await findCreating(shop.database.db, source.place)
    const pending = waiting.find((row) => isRecordOf(record, row))
    if (pending) {
      const made = { ...pending, recordId: record.id, creatingAt: null, unsettled: true }
      return saveRecordRow(mirror, pending, rowToRevisit(made, record))
    }
  }
  const fetched = await fetchPictures(mirror, record, known)
  if ('problem' in fetched) {
    return saveRecordRow(mirror, known, withoutPictures(known, record, fetched))
  }
  const { links } = fetched
  const pictures = distinctIds(record.pictures, links)
  const after: MirroredRecord = {
    ...known,
    agreed: { ...content, pictures },
    theirs: null,
    problem: {},
    pictures: links,
    productVersion: 1,
    missed: 0,
    gone: false,
    unsettled: false,
  }
  const added = await saveProduct(shop, {
    id: known.productId,
    draft: withEmptyFields({
      ...content,
      sizes: withCounts(content.sizes, []),
      pictures: picturesOf(pictures, links, []),
    }),
    origin: { by: 'system', reason: 'imported' },
    alongside: (tx) => saveRecordRow(mirror, known, after, tx),
  })
  if ('kind' in added) await saveRecordRow(mirror, known, rowToRevisit(known, record))
}
