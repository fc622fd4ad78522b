import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import type { Product } from '#domain/catalog/product.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { one, orderFor, ordersByState, stockOf } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('orders that are placed together', (open, { testOnPostgres }) => {
  let shop: TestShop
  let product: Product

  beforeEach(async () => {
    shop = await openTestShop(open())
    const sizes = [{ size: 'M', stock: 20 }] as const
    product = await shop.catalog.add(hoodie({ stock: 20, sizes: [...sizes] }))
  })
  afterEach(async () => expect(await findLedgerDifferences(open().db)).toEqual([]))

  const cart = (quantity = 1, more: { amount?: number } = {}) =>
    orderFor([product], [one(product, 'M', quantity)], more)
  const placeAll = (requests: ReturnType<typeof cart>[]) =>
    Promise.all(requests.map((request) => placeOrder(shop, request)))

  testOnPostgres('share one transaction', async () => {
    const outcomes = await placeAll([cart(), cart(2), cart()])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['placed', 'placed', 'placed'])
    const { rows } = await sql<{ number: number }>`
      select count(distinct xmin::text) as number from orders`.execute(open().db)
    expect(rows).toEqual([{ number: 1 }])
  })

  test('each have their own rows, and the ledger has the stock that each left', async () => {
    await placeAll([cart(3), cart(1), cart(2)])
    expect(await stockOf(shop, product)).toEqual({ stock: 14, held: 6 })
    const { db } = open()
    const movements = await db
      .selectFrom('stock_movements')
      .select(['order_id', 'size', 'delta', 'count_after'])
      .where('order_id', 'is not', null)
      .orderBy('id')
      .execute()
    for (const counted of [null, 'M']) {
      const moved = movements.filter(({ size }) => size === counted)
      expect(new Set(moved.map(({ order_id }) => order_id)).size).toBe(3)
      const left = moved.map((_, at) => moved.slice(0, at + 1).reduce((sum, { delta }) => sum + delta, 20))
      expect(moved.map(({ count_after }) => count_after)).toEqual(left)
      expect(left.at(-1)).toBe(14)
    }
    const holds = await db.selectFrom('holds').select(['order_id', 'quantity']).execute()
    const lines = await db.selectFrom('order_lines').select(['order_id', 'quantity']).execute()
    const byOrder = (rows: typeof holds) => rows.toSorted((a, b) => (a.order_id < b.order_id ? -1 : 1))
    expect(byOrder(holds)).toEqual(byOrder(lines))
    for (const table of ['orders', 'payments', 'order_events'] as const) {
      const { rows } = await db
        .selectFrom(table)
        .select((e) => e.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
      expect(Number(rows)).toBe(3)
    }
  })

  test('are placed without the one that wants more than is left', async () => {
    const outcomes = await placeAll([cart(9), cart(8), cart(7)])
    const placed = outcomes.filter(({ kind }) => kind === 'placed')
    expect(placed).toHaveLength(2)
    expect(outcomes.find(({ kind }) => kind !== 'placed')).toMatchObject({ kind: 'cart-changed' })
    expect(await ordersByState(shop)).toEqual({ pending: 2 })
  })

  test('are placed without those beyond the limit of a network, and each order of a network counts', async () => {
    const from = (address: string) => ({ ...cart(), address })
    const addresses = ['203.0.113.7', '203.0.113.8', '203.0.113.7', '203.0.113.9']
    const outcomes = await placeAll(addresses.map(from))
    expect(outcomes.map(({ kind }) => kind)).toEqual(addresses.map(() => 'placed'))
    const { rows } = await open()
      .db.selectFrom('hold_times')
      .select((e) => e.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    expect(Number(rows)).toBe(4)

    const limited = { ...shop, settings: { ...shop.settings, networkUnits: 2 } }
    const more = await Promise.all(
      ['203.0.113.7', '203.0.113.8'].map((one) => placeOrder(limited, from(one))),
    )
    expect(more.map(({ kind }) => kind)).toEqual(['too-many-unpaid', 'placed'])
  })

  test('are one order when a shopper clicks twice', async () => {
    const twice = cart()
    const outcomes = await placeAll([twice, cart(), twice])
    for (const { kind } of outcomes) expect(kind).toBe('placed')
    expect(await ordersByState(shop)).toEqual({ pending: 2 })
    expect(await stockOf(shop, product)).toEqual({ stock: 18, held: 2 })
  })
})
