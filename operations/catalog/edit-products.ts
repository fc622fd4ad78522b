import { listOwnCharts } from '#db/catalog/size-charts.ts'
import { listPricesOf } from '#db/catalog/price-history.ts'
import { wasAsked } from '#domain/catalog/price-history.ts'
import { editedProduct, type EditObstacle, type ProductEdit } from '#domain/catalog/product-edit.ts'
import { PRODUCT_FIELDS } from '#domain/catalog/product-fields.ts'
import type { Product, ProductDraft } from '#domain/catalog/product.ts'
import type { ProductId } from '#domain/ids.ts'
import { pick } from '#domain/record-of.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import { archiveProduct } from './archive-product.ts'
import { deleteProduct } from './delete-product.ts'
import { restoreProduct } from './restore-product.ts'
import { saveProduct } from './save-product.ts'

/** What an edit would make of a product. `neverAsked`: it would be compared with a price that it never had. */
export type ReviewedProduct =
  | { id: ProductId; before: null; obstacle: 'not-found' }
  | { id: ProductId; before: Product; obstacle: EditObstacle }
  | { id: ProductId; before: Product; obstacle: null; after: ProductDraft; neverAsked: boolean }

/** What an edit would make of products, in this order. Changes nothing. */
export async function reviewEdit(
  shop: Shop,
  ids: readonly ProductId[],
  edit: ProductEdit,
): Promise<ReviewedProduct[]> {
  const charts = new Set((await listOwnCharts(shop.database.db)).map(({ handle }) => handle))
  const context = { categories: await readCategories(shop), charts, now: shop.now() }
  const prices = edit.field === 'compareAt' ? await listPricesOf(shop.database.db, ids) : new Map()
  const reviewed: ReviewedProduct[] = []
  for (const id of ids) {
    const before = await shop.catalog.find(id, { archivedToo: true })
    const after = before && editedProduct(before, edit, context)
    if (before === null || after === null) reviewed.push({ id, before: null, obstacle: 'not-found' })
    else if (edit.field === 'removed' && (await shop.catalog.isNeeded(id)))
      reviewed.push({ id, before, obstacle: 'needed' })
    else if (typeof after === 'string') reviewed.push({ id, before, obstacle: after })
    else {
      const neverAsked =
        edit.field === 'compareAt' &&
        after.compareAt !== null &&
        !wasAsked([before, ...(prices.get(id) ?? [])], after.compareAt)
      reviewed.push({ id, before, obstacle: null, after, neverAsked })
    }
  }
  return reviewed
}

/** What became of one product. `unchanged`: it was so already. */
export type EditOutcome = { kind: 'changed' | 'unchanged' | 'changed-meanwhile' | 'not-found' | EditObstacle }

/** Changes one product, in its own transaction, if it is still as `by` saw it. */
export async function editProduct(
  shop: Shop,
  { id, version, by }: { id: ProductId; version: number; by: string },
  edit: ProductEdit,
): Promise<EditOutcome> {
  const [found] = await reviewEdit(shop, [id], edit)
  if (!found || found.obstacle !== null) return { kind: found?.obstacle ?? 'not-found' }
  const { before, after } = found
  if (edit.field === 'archived') {
    const isChanged = await (edit.to ? archiveProduct : restoreProduct)(shop, id)
    return { kind: isChanged ? 'changed' : 'changed-meanwhile' }
  }
  if (before.version !== version) return { kind: 'changed-meanwhile' }
  if (edit.field === 'removed') return { kind: (await deleteProduct(shop, id)) ? 'changed' : 'needed' }
  if (isSame(before, after)) return { kind: 'unchanged' }
  const origin = { by, reason: 'corrected' } as const
  const saved = await saveProduct(shop, { id, version, seen: before, draft: after, origin })
  if (!('kind' in saved)) return { kind: 'changed' }
  switch (saved.kind) {
    case 'not-found':
    case 'changed-meanwhile':
    case 'no-such-category':
    case 'no-such-chart':
      return { kind: saved.kind }
  }
  throw new Error(`An edit of a product cannot be refused: ${saved.kind}`)
}

function isSame(before: Product, { codes: _codes, ...after }: ProductDraft): boolean {
  const { codes: _kept, ...fields } = pick(before, PRODUCT_FIELDS)
  return JSON.stringify(fields) === JSON.stringify({ ...fields, ...after })
}
