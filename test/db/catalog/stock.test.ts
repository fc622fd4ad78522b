import { expect, test } from 'vitest'
import { lockStock } from '#db/catalog/stock.ts'
import { transact } from '#db/engine/transact.ts'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import type { StockCounts } from '#domain/catalog/stock-edit.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { one, orderFor, place, stockOf } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop, SOLD } from '#test/support/test-shop.ts'

function counts(stock: number, sizes: Record<string, number | null>): StockCounts {
  return { stock, sizes: Object.entries(sizes).map(([size, count]) => ({ size, stock: count })) }
}

describeOnEachDatabase('Locked stock', (open, { testOnPostgres }) => {
  test('is taken in turn: who finds too little takes nothing, and the next one may', async () => {
    const shop = await openTestShop(open())
    const [tee, cap] = [
      await shop.catalog.add(hoodie({ name: 'Tee', stock: 3, sizes: [{ size: 'M', stock: 3 }] })),
      await shop.catalog.add(hoodie({ name: 'Cap', stock: 1 })),
    ]
    await transact(open(), async (tx) => {
      const stock = await lockStock(tx, [one(cap), one(tee)], 0)
      const take = (...units: ReturnType<typeof one>[]) => stock.take(units, SOLD)
      expect(take(one(tee, 'M', 2), one(cap))).toEqual({
        taken: [
          { ...one(tee, 'M', 2), fromProduct: true, fromSize: true },
          { ...one(cap), fromProduct: true, fromSize: false },
        ],
        soldOut: true,
      })
      expect(take(one(tee, 'M', 1), one(cap))).toBeNull()
      expect(take(one(tee, 'M', 1))).toMatchObject({ soldOut: true })
      expect(take(one(tee, 'XXL'))).toBeNull()
      const back = { ...one(tee, 'M', 2), fromProduct: true, fromSize: true }
      expect(stock.giveBack([back], { ...SOLD, reason: 'released' })).toEqual({ backInStock: true })
      await stock.write(tx)
    })
    const counts = async ({ id }: { id: typeof tee.id }) => shop.catalog.find(id)
    expect(await counts(tee)).toMatchObject({ stock: 2, sizes: [{ size: 'M', stock: 2 }] })
    expect(await counts(cap)).toMatchObject({ stock: 0 })
    const ledger = await open()
      .db.selectFrom('stock_movements')
      .select(['product_id', 'size', 'delta', 'count_after'])
      .where('reason', '!=', 'added')
      .orderBy('id')
      .execute()
    expect(ledger.map((row) => Object.values(row))).toEqual([
      [tee.id, null, -2, 1],
      [tee.id, 'M', -2, 1],
      [cap.id, null, -1, 0],
      [tee.id, null, -1, 0],
      [tee.id, 'M', -1, 0],
      [tee.id, null, 2, 2],
      [tee.id, 'M', 2, 2],
    ])
    expect(await findLedgerDifferences(open().db)).toEqual([])
  })

  test.each([
    ['was removed', counts(30, { S: 10, M: 20 }), counts(10, { S: 10 }), counts(10, { S: 10 })],
    ['was counted', counts(9, { M: null }), counts(5, { M: 5 }), counts(5, { M: 5 })],
    [
      'was removed beside one without a count',
      counts(9, { S: null, M: 9 }),
      counts(7, { S: null }),
      counts(9, { S: null }),
    ],
  ])(
    'of products is the sum of counted sizes, also when a held size %s',
    async (_, before, edited, after) => {
      const shop = await openTestShop(open())
      const tee = await shop.catalog.add(hoodie(before))
      await place(shop, orderFor([tee], [one(tee, 'M', 2)]))
      const seen = (await shop.catalog.find(tee.id))!
      await shop.catalog.update(tee.id, seen.version, { ...seen, ...edited }, seen)
      shop.pass(shop.settings.holdMinutes * 60_000)
      expect(await expireOrders(shop)).toBe(1)
      expect(await shop.catalog.find(tee.id)).toMatchObject(after)
      expect(await findLedgerDifferences(open().db)).toEqual([])
    },
  )

  testOnPostgres('lets the hold of another order of its products be renewed', async () => {
    const shop = await openTestShop(open())
    const [tee, cap] = [await shop.catalog.add(hoodie()), await shop.catalog.add(hoodie({ name: 'Cap' }))]
    const request = orderFor([tee, cap], [one(tee), one(cap)])
    await place(shop, request)
    await transact(open(), async (tx) => {
      await lockStock(tx, [one(tee), one(cap)], 0)
      await place(shop, request)
    })
    expect(await stockOf(shop, tee)).toEqual({ stock: 9, held: 1 })
  })
})
