import type { ProductId } from '#domain/ids.ts'
import { PRODUCT_FIELDS } from '#domain/catalog/product-fields.ts'
import type { Product, ProductDraft } from '#domain/catalog/product.ts'
import { countProblem, withCount, type CountedSize } from '#domain/catalog/stock-edit.ts'
import { pick } from '#domain/record-of.ts'
import type { Shop } from '#operations/shop.ts'
import type { SaveRefusal } from '#providers/catalog/catalog.ts'
import { saveProduct } from './save-product.ts'

/** A new count of a size, or of the product. `version` and `before`: what the editor saw. */
export interface StockChange {
  id: ProductId
  version: number
  size: CountedSize
  before: number | null
  stock: number | null
  /** The email address of the staff member. */
  by: string
}

/** Why nothing was saved. `not-counted`: there is no such count to change, with the reason. */
export type ChangeStockRefusal = SaveRefusal | { kind: 'not-counted'; reason: string }

/** Changes one count of a product that is not archived. Units sold since the editor saw the count stay sold. */
export async function changeStock(
  shop: Pick<Shop, 'author' | 'catalog' | 'changes' | 'database' | 'images' | 'now'>,
  { id, version, size, before, stock, by }: StockChange,
): Promise<Product | ChangeStockRefusal> {
  const product = await shop.catalog.find(id, { hiddenToo: true })
  if (product === null) return { kind: 'not-found' }
  if (product.version !== version) return { kind: 'changed-meanwhile', current: product }
  const reason = countProblem(product, size)
  if (reason !== null) return { kind: 'not-counted', reason }
  const draft: ProductDraft = {
    ...pick(product, PRODUCT_FIELDS),
    ...withCount(product, size, stock),
    codes: [],
  }
  const saved = await saveProduct(shop, {
    id,
    version,
    seen: withCount(product, size, before),
    draft,
    origin: { by, reason: 'corrected' },
  })
  if ('kind' in saved && saved.kind !== 'not-found' && saved.kind !== 'changed-meanwhile') {
    throw new Error(`A change of stock cannot be refused: ${saved.kind}`)
  }
  return saved
}
