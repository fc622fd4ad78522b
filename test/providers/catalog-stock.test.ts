import { afterEach, expect, test } from 'vitest'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { takeStock } from '#db/catalog/stock.ts'
import { draftOf } from '#providers/catalog/catalog.contract.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { one, orderFor, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { SOLD, openTestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('Editing a product while it sells', (open) => {
  afterEach(async () => expect(await findLedgerDifferences(open().db)).toEqual([]))

  const sizes = [
    { size: 'S' as const, stock: 20 },
    { size: 'M' as const, stock: 30 },
  ]

  test('returns no units that were sold meanwhile, and causes no deadlock', async () => {
    const database = open()
    const catalog = new SqlCatalog(database)
    const seen = await catalog.add(draftOf({ stock: 50, sizes }))
    const sale = () =>
      database.db.transaction().execute(async (tx) => {
        const units = [{ productId: seen.id, size: 'M' as const, quantity: 1 }]
        expect(await takeStock(tx, units, SOLD)).toMatchObject({ soldOut: false })
      })
    async function save(): Promise<void> {
      for (let version = 1; version <= 10; version += 1) {
        expect(
          await catalog.update(seen.id, version, { ...seen, name: `Tee ${version}` }, seen),
        ).toMatchObject({
          version: version + 1,
        })
      }
    }
    await Promise.all([save(), ...Array.from({ length: 25 }, sale)])
    expect(await catalog.find(seen.id)).toMatchObject({
      name: 'Tee 10',
      stock: 25,
      sizes: [
        { size: 'S', stock: 20 },
        { size: 'M', stock: 5 },
      ],
    })
  })

  test('does not make an order fail that is placed meanwhile', async () => {
    const shop = await openTestShop(open())
    const seen = await shop.catalog.add(draftOf({ stock: 50, sizes }))
    async function save(): Promise<void> {
      for (let version = 1; version <= 10; version += 1) {
        await shop.catalog.update(seen.id, version, { ...seen, name: `Tee ${version}` }, seen)
      }
    }
    const sales = Array.from({ length: 25 }, () => place(shop, orderFor([seen], [one(seen)])))
    await Promise.all([save(), ...sales])
    expect(await shop.catalog.find(seen.id)).toMatchObject({ name: 'Tee 10', stock: 25 })
  })

  test('does not fail because of a sale', async () => {
    const database = open()
    const catalog = new SqlCatalog(database)
    const seen = await catalog.add(draftOf({ stock: 50, sizes }))
    await database.db
      .transaction()
      .execute((tx) => takeStock(tx, [{ productId: seen.id, size: 'S', quantity: 3 }], SOLD))
    const more = sizes.map(({ size, stock }) => ({ size, stock: stock + 10 }))
    expect(await catalog.update(seen.id, 1, { ...seen, stock: 70, sizes: more }, seen)).toMatchObject({
      stock: 67,
      sizes: [
        { size: 'S', stock: 27 },
        { size: 'M', stock: 40 },
      ],
    })
  })
})
