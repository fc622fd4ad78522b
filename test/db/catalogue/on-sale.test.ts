import { expect, test } from 'vitest'
import { onSale } from '#db/catalogue/on-sale.ts'
import { readProductsForSale } from '#db/catalogue/products-for-sale.ts'
import { takeStock } from '#db/catalogue/take-stock.ts'
import { isOnSale, type Product } from '#domain/catalogue/product.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie } from '#test/support/test-shop.ts'
import { toProductId } from '#domain/ids.ts'

describeOnEachDatabase('What is on sale', (open) => {
  async function stocked(): Promise<{ catalog: SqlCatalog; all: Product[] }> {
    const catalog = new SqlCatalog(open())
    for (const id of ['kept', 'deleted', 'restored']) await catalog.add(hoodie(), toProductId(id))
    await catalog.archive(toProductId('deleted'))
    await catalog.archive(toProductId('restored'))
    await catalog.restore(toProductId('restored'))
    const found = ['kept', 'deleted', 'restored'].map((id) =>
      catalog.find(toProductId(id), { archivedToo: true }),
    )
    return { catalog, all: (await Promise.all(found)).filter((product) => product !== null) }
  }

  test('is the same in SQL as in the rule of the domain', async () => {
    const { all } = await stocked()
    const rows = await open().db.selectFrom('products').select('id').where(onSale).execute()
    expect(rows.map(({ id }) => id).toSorted()).toEqual(['kept', 'restored'])
    expect(all.filter(isOnSale).map(({ id }) => id)).toEqual(['kept', 'restored'])
  })

  test('is what lists show, carts are priced from and orders take', async () => {
    const { catalog, all } = await stocked()
    const { db } = open()
    const ids = all.map(({ id }) => id)
    const wanted = ids.filter((id) => id !== 'deleted').toSorted()
    const { products } = await catalog.list({ limit: 9, offset: 0 })
    expect(products.map(({ id }) => id).toSorted()).toEqual(wanted)
    expect((await catalog.findMany(ids)).map(({ id }) => id)).toEqual(wanted)
    expect([...(await readProductsForSale(db, ids)).keys()].toSorted()).toEqual(wanted)
    for (const productId of ids) {
      const taken = await db
        .transaction()
        .execute((tx) => takeStock(tx, [{ productId, size: 'M', quantity: 1 }]))
      expect([productId, taken !== null]).toEqual([productId, wanted.includes(productId)])
    }
  })
})
