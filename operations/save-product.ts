import type { Product, ProductDraft } from '#domain/product.ts'
import { ProductIdTaken, type SaveRefusal } from '#providers/catalog/catalog.ts'
import type { Shop } from './shop.ts'

/** With `version`: a change of product `id` as the editor saw it. Without: a new product, under `id` when one is given. */
export interface ProductToSave {
  id?: string
  version?: number
  draft: ProductDraft
}

/** Why nothing was saved. */
export type SaveProductRefusal = SaveRefusal | { kind: 'id-taken' }

/** Adds or changes a product, and tells every page that shows it. */
export async function saveProduct(
  shop: Pick<Shop, 'catalog' | 'changes'>,
  { id, version, draft }: ProductToSave,
): Promise<Product | SaveProductRefusal> {
  const saved = await write(shop, id, version, draft)
  if (!('kind' in saved)) await shop.changes.tell('catalogue')
  return saved
}

async function write(
  { catalog }: Pick<Shop, 'catalog'>,
  id: string | undefined,
  version: number | undefined,
  draft: ProductDraft,
): Promise<Product | SaveProductRefusal> {
  if (version !== undefined)
    return id === undefined ? { kind: 'not-found' } : catalog.update(id, version, draft)
  try {
    return await catalog.add(draft, id)
  } catch (error) {
    if (error instanceof ProductIdTaken) return { kind: 'id-taken' }
    throw error
  }
}
