import { findByProducts } from '#db/catalog/mirrored-records.ts'
import { mirroredFieldsWith } from '#domain/catalog/mirrored-content.ts'
import { transact } from '#db/engine/transact.ts'
import type { ProductId } from '#domain/ids.ts'
import { keysOf, pick } from '#domain/record-of.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { findMirroredProducts } from './mirrored-products.ts'
import { openMirror, RecordChanged, writeRow } from './mirror.ts'
import { conflictOf } from './read-mirror-status.ts'
import { applyRecord } from './apply-record.ts'

/** A choice between the two versions of a product, as a staff member saw them. */
export interface VersionChoice {
  productId: ProductId
  revision: number
  /** The shop's count that was shown: units sold since then stay sold. */
  stock: number | null
  take: 'theirs' | 'ours'
}

/**
 * Carries out a choice: the other version becomes the agreed one, so that the chosen version is the only change. The
 * source's version is saved at once; the shop's version is written to the source by the next task.
 */
export async function chooseVersion(
  shop: Shop,
  { productId, revision, stock, take }: VersionChoice,
): Promise<'chosen' | 'not-found' | 'changed-meanwhile'> {
  if (shop.source === null) return 'not-found'
  const { db } = shop.database
  const mirror = openMirror(shop, shop.source.content)
  const [row] = await findByProducts(db, mirror.source.place, [productId])
  const product = (await findMirroredProducts(shop, [productId])).get(productId)
  const conflict = row && conflictOf(row, product, await readCategories(shop))
  if (!row?.agreed || !row.theirs || !conflict) return 'not-found'
  if (row.revision !== revision) return 'changed-meanwhile'
  const { fields, theirs, ours } = conflict
  const isCountTaken = take === 'theirs' && fields.includes('stock')
  const agreed = mirroredFieldsWith(row.agreed, take === 'theirs' ? { ...ours, stock } : theirs, fields)
  // Since the count was shown only sales and returns have changed it, so an earlier save by someone else is no
  // conflict.
  const productVersion = isCountTaken ? conflict.product.version : row.productVersion
  const sent = pick(
    row.sent,
    keysOf(row.sent).filter((field) => !fields.includes(field)),
  )
  try {
    const chosen = await transact(shop.database, async (tx) => {
      const version = take === 'theirs' ? 'of the source' : 'of the shop'
      await recordAudit(tx, shop, {
        action: 'product-version-chosen',
        subject: { id: productId, name: conflict.product.name },
        changes: [{ field: 'Version', before: null, after: version }],
      })
      return writeRow({ ...row, agreed, sent, conflicts: [], unsettled: true, productVersion }, tx)
    })
    await applyRecord(mirror, row.theirs, chosen, conflict.product)
    await shop.changes.publish('catalogue')
    return 'chosen'
  } catch (error) {
    if (error instanceof RecordChanged) return 'changed-meanwhile'
    throw error
  }
}
