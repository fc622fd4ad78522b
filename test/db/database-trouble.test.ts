import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type ShopDatabase } from '#db/engine/open-database.ts'
import type { Product } from '#domain/catalog/product.ts'
import { ordersByState } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { readOnly } from '#test/support/read-only.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('a shop whose database refuses writes', (open, { location }) => {
  let shop: TestShop
  let served: ServedShop
  let product: Product
  let stuck: ShopDatabase

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie())
    stuck = await openDatabase(readOnly(location()))
    if (stuck.engine === 'sqlite') await sql`pragma query_only = on`.execute(stuck.db)
    served = await serveShop({ ...shop, database: stuck })
  })

  afterEach(async () => {
    await served.close()
    await stuck.close()
  })

  const order = () => ({
    amount: 145_36,
    currency: 'cad',
    items: [{ productId: product.id, size: 'M', quantity: 1 }],
    customer: CUSTOMER,
  })
  const post = (path: string, body: unknown) =>
    fetch(`${served.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('reports it, charges no card, and still serves what it can read', async () => {
    const refused = await post('/create-payment-intent', order())
    expect({ status: refused.status, contentType: refused.headers.get('content-type') }).toEqual({
      status: 503,
      contentType: 'application/problem+json',
    })
    expect(await refused.json()).toMatchObject({ type: '/problems/unavailable', status: 503 })
    expect(shop.failures.splice(0)).toHaveLength(1)
    expect(await ordersByState(shop)).toEqual({})
    expect(await shop.database.db.selectFrom('test_gateway_intents').selectAll().execute()).toEqual([])
    const priced = await post('/api/cart/price', { items: order().items })
    expect(await priced.json()).toMatchObject({ totals: { total: 145_36 } })
  })
})
