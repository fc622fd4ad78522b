import { afterEach, expect, test } from 'vitest'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { takeStock } from '#db/catalog/stock.ts'
import { transact } from '#db/engine/transact.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { ProductSize, Size } from '#domain/catalog/size.ts'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { Ask } from '#test/support/staff-browser.ts'
import { SOLD, hoodie, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('The stock of a product, changed in place', (open, { startWith }) => {
  afterEach(async () => expect(await findLedgerDifferences(open().db)).toEqual([]))

  let shop: TestShop
  let ask: Ask

  signInBeforeEach({ open, startWith }, (opened) => ({ shop, ask } = opened))

  const sized = (...sizes: ProductSize[]) =>
    shop.catalog.add(hoodie({ stock: sizes.reduce((sum, { stock }) => sum + (stock ?? 0), 0), sizes }))
  const set = (
    { id, version }: Pick<Product, 'id' | 'version'>,
    size: Size | null,
    before: number | null,
    stock: unknown,
  ) => ask('PUT', `/api/staff/products/${id}/stock`, { version, size, before, stock })
  const bodyOf = async <T>(answer: Response) => (await answer.json()) as T
  const sell = ({ id }: Product, size: Size, quantity: number) =>
    transact(shop.database, (tx) => takeStock(tx, [{ productId: id, size, quantity }], SOLD))

  test('a size gets another count, the sum follows, and every process is notified', async () => {
    const product = await sized({ size: 'S', stock: 4 }, { size: 'M', stock: 0 })
    shop.announced.length = 0
    const answer = await set(product, 'M', 0, '6')
    expect(answer.status).toBe(200)
    expect(await bodyOf<StaffProduct>(answer)).toMatchObject({
      version: 2,
      stock: 10,
      sizes: [
        { size: 'S', stock: 4 },
        { size: 'M', stock: 6 },
      ],
    })
    expect(shop.announced).toEqual(['catalogue'])
  })

  test('the product’s own count can be changed when its sizes have none, and empty means not tracked', async () => {
    const product = await shop.catalog.add(hoodie({ stock: 12, sizes: [{ size: 'M', stock: null }] }))
    const counted = await bodyOf<StaffProduct>(await set(product, null, 12, 20))
    expect(counted).toMatchObject({ stock: 20, sizes: [{ size: 'M', stock: null }] })
    const untracked = await bodyOf<StaffProduct>(await set({ ...product, version: 2 }, null, 20, ''))
    expect(untracked).toMatchObject({ stock: null, outOfStock: false })
  })

  test('units sold since staff loaded the page stay sold, of this size and of the others', async () => {
    const product = await sized({ size: 'S', stock: 4 }, { size: 'M', stock: 5 })
    await sell(product, 'S', 1)
    await sell(product, 'M', 2)
    expect(await bodyOf(await set(product, 'S', 4, 10))).toMatchObject({
      stock: 12,
      sizes: [
        { size: 'S', stock: 9 },
        { size: 'M', stock: 3 },
      ],
    })
  })

  test('another member’s change is not overwritten: the refusal shows the product as it is now', async () => {
    const product = await sized({ size: 'S', stock: 4 })
    await set(product, 'S', 4, 7)
    const refused = await set(product, 'S', 4, 9)
    expect({ status: refused.status, body: await bodyOf(refused) }).toMatchObject({
      status: 409,
      body: { current: { version: 2, sizes: [{ size: 'S', stock: 7 }] } },
    })
    expect((await shop.catalog.find(product.id))?.stock).toBe(7)
  })

  test.each([
    ['S', 'six', 'Enter the stock as a whole number, 0 or more, or leave it empty.'],
    ['S', -1, 'Enter the stock as a whole number, 0 or more, or leave it empty.'],
    ['XL', 1, 'The product is not offered in XL.'],
    [null, 1, 'The stock of this product is the sum of its sizes. Change their counts.'],
  ] as const)('the count of %s as %j is refused at its field', async (size, stock, message) => {
    const product = await sized({ size: 'S', stock: 4 })
    const refused = await set(product, size, 4, stock)
    expect({ status: refused.status, body: await bodyOf(refused) }).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/stock', message }] },
    })
    expect((await shop.catalog.find(product.id))?.version).toBe(1)
  })

  test('a product that is archived or unknown is not found', async () => {
    const product = await sized({ size: 'S', stock: 4 })
    await shop.catalog.archive(product.id)
    expect((await set({ ...product, version: 2 }, 'S', 4, 5)).status).toBe(404)
    const nothing = await ask('PUT', '/api/staff/products/nothing/stock', {
      version: 1,
      size: null,
      before: 1,
      stock: 1,
    })
    expect(nothing.status).toBe(404)
  })
})
