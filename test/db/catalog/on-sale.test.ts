import { expect, test } from 'vitest'
import { findNextPublication, onSale, published } from '#db/catalog/on-sale.ts'
import { readProductsForSale } from '#db/catalog/products-for-sale.ts'
import { lockStock } from '#db/catalog/stock.ts'
import { isOnSale, publicationOf, type Product, type ProductDraft } from '#domain/catalog/product.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, SOLD } from '#test/support/test-shop.ts'
import { toProductId } from '#domain/ids.ts'

const NOW = Date.UTC(2026, 10, 22, 18)

const PRODUCTS: Record<string, Partial<ProductDraft>> = {
  kept: {},
  deleted: {},
  restored: {},
  draft: { draft: true },
  'draft-in-time': { draft: true, publishedFrom: NOW - 1 },
  'from-now': { publishedFrom: NOW },
  later: { publishedFrom: NOW + 1 },
  'until-now': { publishedUntil: NOW },
  'until-later': { publishedUntil: NOW + 1 },
  between: { publishedFrom: NOW - 1, publishedUntil: NOW + 1 },
  before: { publishedFrom: NOW - 2, publishedUntil: NOW - 1 },
  announced: { publishedFrom: NOW - 1, soldFrom: NOW + 1 },
  'not-announced': { publishedFrom: NOW + 1, soldFrom: NOW - 1 },
  'sold-from-now': { soldFrom: NOW },
}
const SOLD_NOW = ['between', 'from-now', 'kept', 'restored', 'sold-from-now', 'until-later']
const isSeen: typeof isOnSale = (product, now) =>
  ['announced', 'on-sale'].includes(publicationOf(product, now))
const SHOWN = ['announced', ...SOLD_NOW]

describeOnEachDatabase('What is on sale', (open) => {
  async function stocked(): Promise<{ catalog: SqlCatalog; all: Product[] }> {
    const catalog = new SqlCatalog(open(), () => NOW)
    const ids = Object.keys(PRODUCTS).map((id) => toProductId(id))
    for (const id of ids) await catalog.add(hoodie(PRODUCTS[id]), id)
    await catalog.archive(toProductId('deleted'))
    await catalog.archive(toProductId('restored'))
    await catalog.restore(toProductId('restored'))
    const found = ids.map((id) => catalog.find(id, { archivedToo: true }))
    return { catalog, all: (await Promise.all(found)).filter((product) => product !== null) }
  }

  test('is the same in SQL as in the rule of the domain', async () => {
    const { all } = await stocked()
    for (const { ids, inSql, inDomain } of [
      { ids: SHOWN, inSql: published, inDomain: isSeen },
      { ids: SOLD_NOW, inSql: onSale, inDomain: isOnSale },
    ]) {
      const rows = await open().db.selectFrom('products').select('id').where(inSql(NOW)).execute()
      const kept = all.filter((product) => inDomain(product, NOW))
      for (const found of [rows, kept]) expect(found.map(({ id }) => id).toSorted()).toEqual(ids)
    }
  })

  test('decides what lists show, what carts are priced from and what orders accept', async () => {
    const { catalog, all } = await stocked()
    const { db } = open()
    const ids = all.map(({ id }) => id).toSorted()
    const { products, total } = await catalog.list({ limit: 20, offset: 0 })
    expect({ ids: products.map(({ id }) => id).toSorted(), total }).toEqual({
      ids: SHOWN,
      total: SHOWN.length,
    })
    expect((await catalog.searchBodies(20)).length).toBe(SHOWN.length)
    expect((await catalog.findMany(ids)).map(({ id }) => id)).toEqual(SHOWN)
    const [first] = products
    const related = first ? await catalog.related(first, 20) : []
    expect([...related.map(({ id }) => id), first?.id].toSorted()).toEqual(SHOWN)
    expect([...(await readProductsForSale(db, ids, NOW)).keys()].toSorted()).toEqual(SHOWN)
    for (const productId of ids) {
      const taken = await db.transaction().execute(async (tx) => {
        const units = [{ productId, size: 'M', quantity: 1 } as const]
        return (await lockStock(tx, units, NOW)).take(units, { ...SOLD, at: NOW })
      })
      expect(taken !== null, productId).toBe(SOLD_NOW.includes(productId))
      expect((await catalog.find(productId)) !== null, productId).toBe(SHOWN.includes(productId))
    }
  })

  test('staff find hidden products, and deleted ones only on request', async () => {
    const { catalog, all } = await stocked()
    for (const { id } of all) {
      const found = await catalog.find(id, { hiddenToo: true })
      expect(found !== null, id).toBe(id !== 'deleted')
    }
    const { total } = await catalog.listForStaff({ limit: 20, offset: 0 })
    expect(total).toBe(all.length - 1)
  })

  test('changes next at the nearest publishing time of a product', async () => {
    await stocked()
    const { db } = open()
    expect(await findNextPublication(db, NOW)).toBe(NOW + 1)
    expect(await findNextPublication(db, NOW - 2)).toBe(NOW - 1)
    expect(await findNextPublication(db, NOW + 1)).toBeNull()
  })
})
