import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { DEMO_PRODUCTS, type DemoProduct } from '#demo/products.ts'
import { DEMO_SIZE_CHARTS } from '#demo/size-charts.ts'
import { CATEGORIES } from '#domain/catalog/category.ts'
import { withEmptyFields } from '#domain/catalog/product-fields.ts'
import type { Picture } from '#domain/catalog/product.ts'
import { saveProduct } from './save-product.ts'
import { saveSizeChart } from './save-size-chart.ts'
import { storePicture } from './store-picture.ts'
import type { Shop } from '#operations/shop.ts'
import { toProductId } from '#domain/ids.ts'

type SeededShop = Pick<Shop, 'catalog' | 'changes' | 'database' | 'images' | 'log' | 'now'>

const SETTING = 'demo-catalogue'

/**
 * Fills an empty shop with the demo catalogue, through the same operations that staff use. `folder` contains
 * `pictures/`. It may be interrupted and restarted, and two processes may run it at once: ids are fixed, so nothing is
 * added twice. Once it has finished it never runs again.
 */
export async function seedDemo(shop: SeededShop, folder: string): Promise<void> {
  if (!(await mayBegin(shop))) return
  await addSizeCharts(shop)
  // The shop lists the newest product first, so the first of the list is added last.
  for (const product of DEMO_PRODUCTS.toReversed()) await addUnlessThere(shop, product, folder)
  await shop.database.db.updateTable('settings').set({ value: 'done' }).where('name', '=', SETTING).execute()
  shop.log.info('The demo catalogue was added', { products: DEMO_PRODUCTS.length })
}

/** True for an empty shop, and after an interrupted seeding. */
async function mayBegin({ catalog, database }: SeededShop): Promise<boolean> {
  return database.db.transaction().execute(async (tx) => {
    const begun = await tx
      .selectFrom('settings')
      .select('value')
      .where('name', '=', SETTING)
      .executeTakeFirst()
    if (begun) return begun.value !== 'done'
    if ((await catalog.count()) > 0) return false
    await tx
      .insertInto('settings')
      .values({ name: SETTING, value: 'begun' })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    return true
  })
}

/** Version 0: an existing chart is left unchanged. */
async function addSizeCharts(shop: SeededShop): Promise<void> {
  for (const { value: category } of CATEGORIES) {
    const draft = DEMO_SIZE_CHARTS[category]
    if (draft !== undefined) await saveSizeChart(shop, { category, version: 0, draft })
  }
}

async function addUnlessThere(shop: SeededShop, product: DemoProduct, folder: string): Promise<void> {
  const { pictures: files, ...draft } = product
  const id = toProductId(product.id)
  if ((await shop.catalog.find(id, { archivedToo: true })) !== null) return
  const pictures = await Promise.all(files.map((file) => addPicture(shop, folder, file)))
  await saveProduct(shop, { id, draft: withEmptyFields({ ...draft, pictures }) })
}

async function addPicture(
  shop: SeededShop,
  folder: string,
  { file, alt }: DemoProduct['pictures'][number],
): Promise<Picture> {
  const content = await openAsBlob(join(folder, 'pictures', file))
  const stored = await storePicture(shop, content.stream())
  if ('kind' in stored) throw new Error(`The demo picture ${file} was refused: ${stored.kind}`)
  return { ...stored, alt }
}
