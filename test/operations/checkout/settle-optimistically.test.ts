import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import type { PaymentIntent } from '#providers/payments/payment-gateway.ts'
import { one, orderFor, ordersByState, place, PAYS, stockOf } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('a payment that is settled from data read without a lock', (open) => {
  let shop: TestShop
  let product: Product
  let intent: PaymentIntent

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie({ stock: 5 }))
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    intent = (await shop.gateway.findIntentBySecret(clientSecret))!
  })

  /** The shop, in which something happens between reading the order and writing. */
  function meanwhile(happens: () => Promise<unknown>): TestShop {
    let isDone = false
    const { db } = shop.database
    const disturbed = new Proxy(db, {
      get(_target, name) {
        const value: unknown = Reflect.get(db, name)
        if (typeof value !== 'function') return value
        if (name !== 'executeQuery') return value.bind(db) as unknown
        return async (query: Parameters<typeof db.executeQuery>[0]) => {
          const result = await db.executeQuery(query)
          if (!isDone && 'sql' in query && query.sql.includes('"orders"."version"')) {
            isDone = true
            await happens()
          }
          return result
        }
      },
    })
    return { ...shop, database: { ...shop.database, db: disturbed } }
  }

  const kinds = async () => {
    const rows = await shop.database.db.selectFrom('order_events').select('kind').orderBy('id').execute()
    return rows.map(({ kind }) => kind)
  }

  test('is settled once, however many requests and events arrive at the same time', async () => {
    const settled = await Promise.all(Array.from({ length: 5 }, () => settlePayment(shop, intent)))
    expect(new Set(settled.map(({ kind }) => kind))).toEqual(new Set(['paid']))
    expect(await kinds()).toEqual(['placed', 'paid'])
    expect(await shop.database.db.selectFrom('outbox').select('id').execute()).toHaveLength(2)
  })

  test('does not pay an order whose total has changed by then', async () => {
    const changing = meanwhile(() =>
      sql`update orders set version = version + 1, subtotal_cents = subtotal_cents + 100, total_cents = total_cents + 100`.execute(
        shop.database.db,
      ),
    )
    expect(await settlePayment(changing, intent)).toMatchObject({ kind: 'needs-attention' })
    expect(await ordersByState(shop)).toEqual({ 'needs-attention': 1 })
    expect(await kinds()).toEqual(['placed', 'needs-attention', 'does-not-agree'])
  })

  test('takes the units again when the order no longer holds them', async () => {
    const releasing = meanwhile(() => shop.database.db.deleteFrom('holds').execute())
    expect(await settlePayment(releasing, intent)).toMatchObject({ kind: 'paid' })
    expect(await kinds()).toEqual(['placed', 'held-again', 'paid'])
    expect(await stockOf(shop, product)).toEqual({ stock: 3, held: 0 })
  })

  test('needs attention when it is in another currency', async () => {
    expect(await settlePayment(shop, { ...intent, currency: 'usd' })).toMatchObject({
      kind: 'needs-attention',
    })
  })
})
