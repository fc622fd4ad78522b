import type { Product, ProductDraft } from '#domain/catalogue/product.ts'
import type { StockCounts } from '#domain/catalogue/stock-edit.ts'
import { ProductIdTaken, type Alongside, type Catalog, type SaveRefusal } from '#providers/catalog/catalog.ts'
import type { Shop } from '#operations/shop.ts'
import type { ProductId } from '#domain/ids.ts'
import { wantPictures } from './want-pictures.ts'

/** With `version`: an edit of product `id`, based on that version. Without: a new product, with `id` if given. */
export interface ProductToSave {
  id?: ProductId
  version?: number
  /** The counts that the editor loaded: pieces sold while the form was open stay sold. */
  seen?: StockCounts
  draft: ProductDraft
  /** Written together with the product. */
  alongside?: Alongside
}

/** Why nothing was saved. `pictures-gone`: these pictures were unused for so long that they were removed. */
export type SaveProductRefusal =
  | SaveRefusal
  | { kind: 'id-taken' }
  | { kind: 'pictures-gone'; keys: string[] }

/** Creates or updates a product, and invalidates the pages that show it. */
export async function saveProduct(
  shop: Pick<Shop, 'catalog' | 'changes' | 'database' | 'images' | 'now'>,
  product: ProductToSave,
): Promise<Product | SaveProductRefusal> {
  const { catalog, changes } = shop
  const keys = await wantNewPictures(shop, product)
  if (keys.length > 0) return { kind: 'pictures-gone', keys }
  const saved = await write(catalog, product)
  if (!('kind' in saved)) await changes.tell('catalogue')
  return saved
}

/**
 * Marks new pictures as wanted before the product is written, so that the sweep does not remove them
 * (sweep-pictures.ts). The product's existing pictures are in use until another version is saved, and then this save is
 * refused. Returns the keys of missing pictures.
 */
async function wantNewPictures(
  shop: Pick<Shop, 'catalog' | 'database' | 'images' | 'now'>,
  { id, version, draft }: ProductToSave,
): Promise<string[]> {
  const before = id === undefined || version === undefined ? null : await shop.catalog.find(id)
  const had = new Set(before?.pictures.map(({ key }) => key))
  const added = draft.pictures.map(({ key }) => key).filter((key) => !had.has(key))
  return wantPictures(shop, added)
}

async function write(
  catalog: Catalog,
  { id, version, seen, draft, alongside }: ProductToSave,
): Promise<Product | SaveProductRefusal> {
  if (version !== undefined) {
    return id === undefined ? { kind: 'not-found' } : catalog.update(id, version, draft, seen, alongside)
  }
  try {
    return await catalog.add(draft, id, alongside)
  } catch (error) {
    if (error instanceof ProductIdTaken) return { kind: 'id-taken' }
    throw error
  }
}
