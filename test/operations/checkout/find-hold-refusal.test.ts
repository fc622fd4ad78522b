import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findOrderByNumber } from '#db/orders/orders.ts'
import type { Product } from '#domain/catalog/product.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import type { OrderRequest } from '#operations/checkout/order-request.ts'
import { placeOrder, type OrderOutcome } from '#operations/checkout/place-order.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import {
  DECLINED,
  deliverWebhooks,
  one,
  orderFor,
  ordersByState,
  PAYS,
  place,
  stockOf,
} from '#test/support/buyer.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const OFFICE = '198.51.100.7'
const ELSEWHERE = '203.0.113.9'
const MINUTE = 60_000

describeOnEachDatabase('limits of unpaid holds', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 464 }))

  /** A new shopper, as far as the shop can tell: another checkout, another email address, no cookie. */
  const from = (address: string, quantity = 1, changes: Partial<OrderRequest> = {}) =>
    orderFor([product], [one(product, 'M', quantity)], {
      address,
      customer: { ...CUSTOMER, email: `${randomUUID()}@x.example` },
      ...changes,
    })
  const held = async () => (await stockOf(shop, product)).held
  const kindOf = (outcome: OrderOutcome) => ('limit' in outcome ? outcome.limit : outcome.kind)
  const ask = async (request: OrderRequest) => kindOf(await placeOrder(shop, request))
  const passHold = async () => {
    shop.pass(15 * MINUTE)
    while ((await expireOrders(shop)) > 0);
  }

  test('one order gets at most a quarter of the stock, however its lines are split', async () => {
    expect(await ask(from(OFFICE, 101))).toBe('cart-changed')
    const split = [one(product, 'S', 60), one(product, 'M', 60), one(product, 'S', 60)]
    expect(await placeOrder(shop, orderFor([product], split))).toMatchObject({
      cart: {
        items: [
          { status: 'ok' },
          { status: 'not-enough', left: 40, orderLimit: 100 },
          { status: 'not-enough', left: 0, orderLimit: 100 },
        ],
      },
    })
    await place(shop, from(OFFICE, 100))
  })

  test('six requests from one network hold one large order and five small ones, not all the stock', async () => {
    const sizes = [100, 80, 75, 60, 40, 25, 20, 10, 2]
    for (let request = 0; request < 6; request += 1) {
      for (const quantity of sizes) if ((await ask(from(OFFICE, quantity))) === 'placed') break
    }
    expect(await held()).toBe(110)
  })

  test('one network holds at most 400 units, with any number of requests', async () => {
    for (let request = 0; request < 4; request += 1) await place(shop, from(OFFICE, 10))
    expect(await placeOrder(shop, from(OFFICE, 3))).toMatchObject({
      kind: 'too-many-unpaid',
      limit: 'network-large',
      waitSeconds: 900,
    })
    for (let request = 0; request < 180; request += 1) await place(shop, from(OFFICE, 2))
    expect(await held()).toBe(400)
    expect(await ask(from(OFFICE))).toBe('network')
    expect(await ask(from(ELSEWHERE, 10))).toBe('placed')
  })

  test('concurrent placements of one network are counted one after the other, across processes', async () => {
    shop.settings.networkUnits = 20
    const second = await openTestShop(await connectAgain())
    second.settings.networkUnits = 20
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, i) => placeOrder(i % 2 ? second : shop, from(OFFICE, 1 + (i % 2)))),
    )
    expect(await held()).toBeLessThanOrEqual(20)
    expect(await held()).toBeGreaterThanOrEqual(19)
    expect(new Set(outcomes.map(kindOf))).toEqual(new Set(['placed', 'network']))
  })

  test.each(['paid', 'expired', 'cancelled', 'declined'])(
    'an order that is %s frees its share of the limit',
    async (end) => {
      await place(shop, from(OFFICE, 100))
      expect(await ask(from(OFFICE, 10))).toBe('network-large')
      await passHold()
      const { clientSecret, orderNumber } = await place(shop, from(OFFICE, 100))
      expect(await ask(from(OFFICE, 10))).toBe('network-large')
      if (end === 'expired') await passHold()
      if (end === 'declined') await shop.gateway.confirm(clientSecret, DECLINED)
      if (end === 'paid') await shop.gateway.confirm(clientSecret, PAYS)
      if (end === 'cancelled') {
        const { version } = (await findOrderByNumber(shop.database.db, orderNumber))!
        const cancellation = {
          number: orderNumber,
          version,
          by: 'ada@shop.example',
          permissions: PERMISSIONS,
          restock: true,
          reason: '',
        }
        expect(await cancelOrder(shop, cancellation)).toEqual({ kind: 'cancelled' })
      }
      await deliverWebhooks(shop)
      expect(await ask(from(OFFICE, 10))).toBe('placed')
    },
  )

  test('paid orders do not count: shoppers of one network can buy all day', async () => {
    shop.settings.networkUnits = 40
    for (let round = 0; round < 6; round += 1) {
      for (let buyer = 0; buyer < 20; buyer += 1) {
        const { clientSecret } = await place(shop, from(OFFICE, 2))
        shop.pass(1_000)
        await shop.gateway.confirm(clientSecret, PAYS)
        await deliverWebhooks(shop)
      }
      await applyRetention(shop)
    }
    expect(await held()).toBe(0)
    expect(await shop.database.db.selectFrom('hold_times').selectAll().execute()).toEqual([])
  })

  test('a checkout cannot be renewed for ever: after an hour of holding it waits for a day', async () => {
    const request = from(OFFICE, 10)
    let minutes = 0
    while ((await ask(request)) === 'placed') {
      shop.pass(5 * MINUTE)
      minutes += 5
      await expireOrders(shop)
    }
    expect(minutes).toBe(60)
    expect(await placeOrder(shop, request)).toMatchObject({ limit: 'visitor-time' })
    await passHold()
    expect(await held()).toBe(0)
    shop.pass(24 * 60 * MINUTE)
    await place(shop, request)
  })

  test('two checkouts of one shopper that take turns share the hour', async () => {
    const email = 'handing@over.example'
    const customer = { ...CUSTOMER, email }
    const checkouts = [from(OFFICE, 10, { customer }), from(OFFICE, 10, { customer })]
    let minutes = 0
    for (let turn = 0; (await ask(checkouts[turn % 2]!)) === 'placed'; turn += 1) {
      await passHold()
      minutes += 15
    }
    expect(minutes).toBe(60)
  })

  test('a browser is recognised by its cookie, on any network and with any email address', async () => {
    const visitor = 'A'.repeat(22)
    const networks = [OFFICE, ELSEWHERE, '192.0.2.1', '192.0.2.2', '192.0.2.3']
    for (const address of networks) await place(shop, from(address, 1, { visitor }))
    expect(await ask(from('192.0.2.4', 1, { visitor }))).toBe('visitor-orders')
    expect(await ask(from('192.0.2.4', 1))).toBe('placed')
    await passHold()
    expect(await ask(from('192.0.2.4', 1, { visitor }))).toBe('placed')
  })

  test('invented shoppers use up the limit of their network, which then allows ten units in small orders', async () => {
    shop.settings.networkUnits = 400
    let spent = 0
    while ((await ask(from(OFFICE, 10))) === 'placed') {
      for (let more = 0; more < 3; more += 1) await place(shop, from(OFFICE, 10))
      await passHold()
      spent += 40
    }
    expect(spent).toBe(400)
    expect(await placeOrder(shop, from(OFFICE, 10))).toMatchObject({ limit: 'network-large' })
    for (let buyer = 0; buyer < 10; buyer += 1) await place(shop, from(OFFICE))
    expect(await placeOrder(shop, from(OFFICE))).toMatchObject({ limit: 'network', waitSeconds: 900 })
    expect(await ask(from(ELSEWHERE, 10))).toBe('placed')
    shop.pass(24 * 60 * MINUTE)
    await passHold()
    expect(await ask(from(OFFICE, 10))).toBe('placed')
  })

  test('a shopper who slowly tries five cards does not reach the limit', async () => {
    const visitor = 'B'.repeat(22)
    const request = from(OFFICE, 10, { visitor })
    for (let card = 0; card < 4; card += 1) {
      const { clientSecret } = await place(shop, request)
      shop.pass(8 * MINUTE)
      await shop.gateway.confirm(clientSecret, DECLINED)
      await deliverWebhooks(shop)
      shop.pass(5 * MINUTE)
    }
    const { clientSecret } = await place(shop, request)
    const paid = await shop.gateway.confirm(clientSecret, PAYS)
    if (paid.kind !== 'intent') throw new Error('The card was refused')
    const intent = await shop.gateway.findIntentBySecret(clientSecret)
    expect(await settlePayment(shop, intent!)).toMatchObject({ kind: 'paid' })
  })

  test('stock that is not tracked is neither held nor limited', async () => {
    product = await shop.catalog.add(hoodie({ stock: null }))
    for (let request = 0; request < 3; request += 1) await place(shop, from(OFFICE, 500))
    expect(await ordersByState(shop)).toEqual({ pending: 3 })
    expect(await stockOf(shop, product)).toEqual({ stock: null, held: 1_500 })
  })

  test('lines of the same product and size are merged, at the same total', async () => {
    const items = [one(product, 'S', 2), one(product, 'M'), one(product, 'S', 3)]
    const { totals } = await place(shop, orderFor([product], items))
    expect(totals).toMatchObject({ itemCount: 6, subtotal: 6 * 118_00 })
    const lines = await shop.database.db
      .selectFrom('order_lines')
      .select(['position', 'size', 'quantity'])
      .orderBy('position')
      .execute()
    expect(lines).toEqual([
      { position: 0, size: 'S', quantity: 5 },
      { position: 1, size: 'M', quantity: 1 },
    ])
  })
})
