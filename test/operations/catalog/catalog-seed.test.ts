import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_SIZE_CHARTS } from '#demo/size-charts.ts'
import { CATEGORIES } from '#domain/catalog/category.ts'
import { getSizeChart } from '#operations/catalog/get-size-chart.ts'
import { DEMO_PRODUCTS } from '#demo/products.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { isOutOfStock } from '#domain/catalog/product.ts'
import { archiveProduct } from '#operations/catalog/archive-product.ts'
import { saveProduct } from '#operations/catalog/save-product.ts'
import { seedDemo } from '#operations/catalog/seed-demo.ts'
import type { ChangeTopic, Shop } from '#operations/shop.ts'
import { draftOf } from '#providers/catalog/catalog.contract.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import type { ImageStore, StoredPicture } from '#providers/images/image-store.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { toProductId } from '#domain/ids.ts'

const DEMO_FOLDER = join(import.meta.dirname, '../../../demo')
const ORDER = DEMO_PRODUCTS.map(({ id }) => id)

/** What the catalogue's operations need of a shop. The pictures are not looked at here. */
function shopOn(database: ShopDatabase, store = remembered) {
  const told: ChangeTopic[] = []
  const images = { store, missing: async () => [] } as unknown as ImageStore
  const shop = {
    database,
    catalog: new SqlCatalog(database),
    images,
    now: Date.now,
    changes: { publish: async (topic: ChangeTopic) => void told.push(topic), listen() {} },
    log: { info() {}, error() {} },
  } satisfies Partial<Shop>
  return { shop, told }
}

async function remembered(content: ReadableStream<Uint8Array>): Promise<StoredPicture> {
  const { size } = await new Response(content).blob()
  return { key: String(size), width: 1200, height: 1500, placeholder: '' }
}

async function onSale({ shop }: ReturnType<typeof shopOn>): Promise<string[]> {
  const { products } = await shop.catalog.list({ limit: 100, offset: 0 })
  return products.map(({ id }) => id)
}

describeOnEachDatabase('Seeding the demo catalogue', (open, { connectAgain }) => {
  test('an empty shop gets every product with its pictures, in the order of the shop page', async () => {
    const seeded = shopOn(open())
    await seedDemo(seeded.shop, DEMO_FOLDER)
    expect(await onSale(seeded)).toEqual(ORDER)
    for (const { id, pictures, ...draft } of DEMO_PRODUCTS) {
      const product = await seeded.shop.catalog.find(toProductId(id))
      expect(product).toMatchObject(draft)
      expect(product?.pictures.map(({ alt }) => alt)).toEqual(pictures.map(({ alt }) => alt))
    }
    expect(new Set(seeded.told)).toEqual(new Set(['catalogue']))
    for (const { value } of CATEGORIES) {
      expect(await getSizeChart(seeded.shop, value)).toMatchObject(DEMO_SIZE_CHARTS[value] ?? { version: 0 })
    }
  })

  test('a shop that has or had products is left alone', async () => {
    const seeded = shopOn(open())
    const own = await seeded.shop.catalog.add(draftOf())
    await seeded.shop.catalog.archive(own.id)
    await seedDemo(seeded.shop, DEMO_FOLDER)
    expect(await onSale(seeded)).toEqual([])
    expect(await seeded.shop.catalog.count()).toBe(1)
  })

  test('seeding happens once: what staff delete stays deleted', async () => {
    const seeded = shopOn(open())
    await seedDemo(seeded.shop, DEMO_FOLDER)
    await seeded.shop.catalog.archive(toProductId('crew-sock'))
    await seedDemo(seeded.shop, DEMO_FOLDER)
    expect(await onSale(seeded)).toEqual(ORDER.filter((id) => id !== 'crew-sock'))
  })

  test('interrupted seeding continues where it stopped', async () => {
    let left = 20
    const interrupted = shopOn(open(), async (bytes) => {
      if (left === 0) throw new Error('the power went')
      left -= 1
      return remembered(bytes)
    })
    await expect(seedDemo(interrupted.shop, DEMO_FOLDER)).rejects.toThrow('the power went')
    expect((await onSale(interrupted)).length).toBeLessThan(ORDER.length)
    await seedDemo(shopOn(open()).shop, DEMO_FOLDER)
    expect(await onSale(interrupted)).toEqual(ORDER)
  })

  test('two processes that start at the same time add each product once', async () => {
    const [one, other] = [shopOn(open()), shopOn(await connectAgain())]
    await Promise.all([seedDemo(one.shop, DEMO_FOLDER), seedDemo(other.shop, DEMO_FOLDER)])
    expect(await one.shop.catalog.count()).toBe(ORDER.length)
    expect(await onSale(other)).toEqual(ORDER)
  })
})

describeOnEachDatabase('Saving and deleting products', (open) => {
  test('every change is announced, a refused one is not', async () => {
    const { shop, told } = shopOn(open())
    const draft = draftOf()
    expect(await saveProduct(shop, { draft })).toMatchObject({ id: 'wears-red-tee' })
    expect(await saveProduct(shop, { id: toProductId('tee'), draft })).toMatchObject({ id: 'tee' })
    expect(await saveProduct(shop, { id: toProductId('tee'), version: 1, draft })).toMatchObject({
      version: 2,
    })
    expect(told).toHaveLength(3)
    expect(await saveProduct(shop, { id: toProductId('tee'), draft })).toEqual({ kind: 'id-taken' })
    expect(await saveProduct(shop, { id: toProductId('tee'), version: 1, draft })).toMatchObject({
      kind: 'changed-meanwhile',
    })
    expect(await saveProduct(shop, { id: toProductId('gone'), version: 1, draft })).toEqual({
      kind: 'not-found',
    })
    expect(told).toHaveLength(3)
    expect(await archiveProduct(shop, toProductId('tee')), 'the first time').toBe(true)
    expect(await archiveProduct(shop, toProductId('tee')), 'the second time').toBe(false)
    expect(told).toHaveLength(4)
  })
})

test('the demo shows every kind of stock, and every picture in the folder', () => {
  const find = (id: string) => DEMO_PRODUCTS.find((product) => product.id === id)
  expect(DEMO_PRODUCTS).toHaveLength(16)
  expect(find('washed-hoodie-grey')?.sizes).toEqual([])
  expect(find('crew-sock')?.stock).toBeNull()
  expect(find('red-sweatpant')).toMatchObject({ stock: 3 })
  expect(DEMO_PRODUCTS.filter(isOutOfStock).map(({ id }) => id)).toEqual(['washed-hoodie-grey'])
  expect(DEMO_PRODUCTS.flatMap(({ pictures }) => pictures.map(({ file }) => file)).toSorted()).toEqual(
    readdirSync(join(DEMO_FOLDER, 'pictures')).toSorted(),
  )
})
