import type { Product, ProductDraft } from '#domain/catalog/product.ts'
import { findCategory } from '#domain/catalog/category.ts'
import type { TakenCode } from '#domain/catalog/size.ts'
import type { StockCounts } from '#domain/catalog/stock-edit.ts'
import {
  CodeTaken,
  ProductIdTaken,
  type SaveHook,
  type Catalog,
  type SaveRefusal,
  type StockOrigin,
} from '#providers/catalog/catalog.ts'
import type { Shop } from '#operations/shop.ts'
import type { ProductId } from '#domain/ids.ts'
import { lockCategories } from '#db/catalog/categories.ts'
import { findSizeChart } from '#db/catalog/size-charts.ts'
import { ownChartKey } from '#domain/catalog/size-chart.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { readSetting } from '#operations/saved-settings.ts'
import { recordProduct } from './record-product.ts'
import { protectPictures } from '#operations/protect-pictures.ts'

/** With `version`: an edit of product `id`, based on that version. Without: a new product, with `id` if given. */
export interface ProductToSave {
  id?: ProductId
  version?: number
  /** The counts that the editor loaded: units sold while the form was open stay sold. */
  seen?: StockCounts
  draft: ProductDraft
  /** Written together with the product. */
  alongside?: SaveHook
  /** Who changes its counts, and why. */
  origin?: StockOrigin
}

/** Why nothing was saved. `pictures-gone`: these pictures were unused for so long that they were removed. */
export type SaveProductRefusal =
  | SaveRefusal
  | { kind: 'id-taken' }
  | { kind: 'pictures-gone'; keys: string[] }
  | { kind: 'code-taken'; taken: TakenCode }
  /** The category, or the size chart, was removed. */
  | { kind: 'no-such-category' | 'no-such-chart' }

/** Creates or updates a product, and invalidates the pages that show it. */
export async function saveProduct(
  shop: Pick<Shop, 'author' | 'catalog' | 'changes' | 'database' | 'images' | 'now'>,
  product: ProductToSave,
): Promise<Product | SaveProductRefusal> {
  const { catalog, changes } = shop
  const keys = await wantNewPictures(shop, product)
  if (keys.length > 0) return { kind: 'pictures-gone', keys }
  const alongside: SaveHook = async (tx, id, fields) => {
    await checkCategory(tx, id, fields)
    await checkChart(tx, id, fields)
    await product.alongside?.(tx, id, fields)
    await recordProduct(tx, shop, id, fields.before ? 'product-changed' : 'product-added', fields)
  }
  const saved = await write(catalog, { ...product, alongside })
  if (!('kind' in saved)) await changes.publish('catalogue')
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
  const before =
    id === undefined || version === undefined ? null : await shop.catalog.find(id, { hiddenToo: true })
  const had = new Set(before?.pictures.map(({ key }) => key))
  const added = draft.pictures.map(({ key }) => key).filter((key) => !had.has(key))
  return protectPictures(shop, added)
}

async function write(
  catalog: Catalog,
  { id, version, seen, draft, alongside, origin }: ProductToSave,
): Promise<Product | SaveProductRefusal> {
  if (version !== undefined && id === undefined) return { kind: 'not-found' }
  try {
    return id !== undefined && version !== undefined
      ? await catalog.update(id, version, draft, seen, alongside, origin)
      : await catalog.add(draft, id, alongside, origin)
  } catch (error) {
    if (error instanceof NoSuchCategory) return { kind: 'no-such-category' }
    if (error instanceof NoSuchChart) return { kind: 'no-such-chart' }
    if (error instanceof ProductIdTaken) return { kind: 'id-taken' }
    if (error instanceof CodeTaken) return { kind: 'code-taken', taken: error.taken }
    throw error
  }
}

/** Rolls the transaction back. */
class NoSuchCategory extends Error {}

/** A product may stay in a removed category, but can be moved only into one that exists. */
async function checkCategory(...[tx, , { before, after }]: Parameters<SaveHook>): Promise<void> {
  if (before?.category === after.category) return
  await lockCategories(tx, 'save-a-product')
  const { categories } = (await readSetting(tx, CATEGORIES_SETTING)).value
  if (findCategory(categories, after.category) === undefined) throw new NoSuchCategory()
}

/** Rolls the transaction back. */
class NoSuchChart extends Error {}

async function checkChart(...[tx, , { before, after }]: Parameters<SaveHook>): Promise<void> {
  if (after.sizeChart === '' || before?.sizeChart === after.sizeChart) return
  await lockCategories(tx, 'save-a-product')
  if ((await findSizeChart(tx, ownChartKey(after.sizeChart))) === null) throw new NoSuchChart()
}
