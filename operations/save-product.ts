import type { Product, ProductDraft } from '#domain/product.ts'
import type { StockCounts } from '#domain/stock-edit.ts'
import { ProductIdTaken, type Catalog, type SaveRefusal } from '#providers/catalog/catalog.ts'
import type { Shop } from './shop.ts'

/** With `version`: a change of product `id` as the editor saw it. Without: a new product, under `id` when one is given. */
export interface ProductToSave {
  id?: string
  version?: number
  /** The counts that the editor saw: what was sold while the form was open stays sold. */
  seen?: StockCounts
  draft: ProductDraft
}

/** Why nothing was saved. */
export type SaveProductRefusal = SaveRefusal | { kind: 'id-taken' }

/** Adds or changes a product, and tells every page that shows it. */
export async function saveProduct(
  { catalog, changes }: Pick<Shop, 'catalog' | 'changes'>,
  product: ProductToSave,
): Promise<Product | SaveProductRefusal> {
  const saved = await write(catalog, product)
  if (!('kind' in saved)) await changes.tell('catalogue')
  return saved
}

async function write(
  catalog: Catalog,
  { id, version, seen, draft }: ProductToSave,
): Promise<Product | SaveProductRefusal> {
  if (version !== undefined) {
    return id === undefined ? { kind: 'not-found' } : catalog.update(id, version, draft, seen)
  }
  try {
    return await catalog.add(draft, id)
  } catch (error) {
    if (error instanceof ProductIdTaken) return { kind: 'id-taken' }
    throw error
  }
}
