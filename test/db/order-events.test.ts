import { expect, test } from 'vitest'
import { recordEvent, recordOneTimeEvent } from '#db/orders/order-events.ts'
import { transact } from '#db/engine/transact.ts'
import type { Product } from '#domain/catalog/product.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('a one-time event in an order’s history', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product
  const { placed, found, historyOf } = orderDesk(() => ({ shop, product }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  test('is stored once, however many write it at the same time, next to others of its kind', async () => {
    const { orderNumber } = await placed()
    const { id } = await found(orderNumber)
    const other = await connectAgain()
    const record = (database: typeof other, name: string) =>
      transact(database, (tx) => recordOneTimeEvent(tx, id, 1, { kind: 'declined', name, actor: 'gateway' }))
    const first = await Promise.all(
      [shop.database, other, shop.database].map((one) => record(one, 'attempt-1')),
    )
    expect(first.filter(Boolean)).toHaveLength(1)
    expect({
      there: await record(other, 'attempt-2'),
      again: await record(shop.database, 'attempt-2'),
    }).toEqual({ there: true, again: false })
    expect(await historyOf(orderNumber)).toEqual(['placed', 'declined', 'declined'])
  })

  test('is refused a second time by the table itself; an event without a key is not', async () => {
    const { orderNumber } = await placed()
    const { id } = await found(orderNumber)
    const { db } = shop.database
    const row = { order_id: id, at: 1, kind: 'declined', detail: '{}', key: 'declined:1' } as const
    await db.insertInto('order_events').values(row).execute()
    await expect(db.insertInto('order_events').values(row).execute()).rejects.toThrow(/unique/i)
    await recordEvent(db, id, 1, 'changed')
    await recordEvent(db, id, 1, 'changed')
    expect(await historyOf(orderNumber)).toEqual(['placed', 'declined', 'changed', 'changed'])
  })
})
