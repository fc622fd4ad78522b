import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { OrderRequest } from '#operations/checkout/order-request.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
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
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const HOME = '198.51.100.7'
const ELSEWHERE = '203.0.113.9'
const MINUTE = 60_000

describeOnEachDatabase('checkout limits', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product
  let served: ServedShop | undefined

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 500 }))
  afterEach(async () => {
    await served?.close()
    served = undefined
  })

  const from = (address: string | null, changes: Partial<OrderRequest> = {}) =>
    orderFor([product], [one(product)], { address, ...changes })

  /** Places the order, has its card declined, and delivers the event. */
  async function decline(request: OrderRequest, times = 1): Promise<string> {
    let secret = ''
    for (let tried = 0; tried < times; tried += 1) {
      secret = (await place(shop, request)).clientSecret
      await shop.gateway.confirm(secret, DECLINED)
      await deliverWebhooks(shop)
    }
    return secret
  }

  test('after five declined cards a checkout waits twelve minutes, and holds no stock until then', async () => {
    const request = from(null)
    await decline(request, 5)
    expect(await placeOrder(shop, request)).toEqual({ kind: 'too-many-declines', waitSeconds: 720 })
    expect(await stockOf(shop, product)).toEqual({ stock: 500, held: 0 })
    shop.pass(12 * MINUTE)
    const { clientSecret } = await place(shop, request)
    expect(await shop.gateway.confirm(clientSecret, PAYS)).toMatchObject({ kind: 'intent' })
  })

  test('the fifth decline cancels the payment: its client secret cannot try more cards at the gateway', async () => {
    const secret = await decline(from(null), 5)
    expect(await shop.gateway.confirm(secret, PAYS)).toMatchObject({
      kind: 'refused',
      code: 'payment_intent_unexpected_state',
    })
  })

  test('card testing on one client secret is stopped by the decline events alone', async () => {
    const { clientSecret } = await place(shop, from(null))
    for (let tried = 0; tried < 5; tried += 1) await shop.gateway.confirm(clientSecret, DECLINED)
    await deliverWebhooks(shop)
    expect(await shop.gateway.confirm(clientSecret, PAYS)).toMatchObject({ kind: 'refused' })
  })

  test('a decline counts once, however often its event is delivered', async () => {
    const request = from(null)
    const { clientSecret } = await place(shop, request)
    await shop.gateway.confirm(clientSecret, DECLINED)
    const [first] = await shop.database.db.selectFrom('test_gateway_events').select('id').execute()
    for (let delivered = 0; delivered < 8; delivered += 1) {
      await shop.database.db
        .updateTable('test_gateway_events')
        .set({ delivered_at: null, deliver_after: 0 })
        .where('id', '=', first?.id ?? '')
        .execute()
      expect(await deliverWebhooks(shop)).toBe(1)
    }
    expect((await place(shop, request)).clientSecret).toBe(clientSecret)
    expect(await ordersByState(shop)).toEqual({ pending: 1 })
  })

  test('the sixth attempt waits even before the event of the fifth decline has arrived', async () => {
    const request = from(null)
    await decline(request, 4)
    const { clientSecret } = await place(shop, request)
    await shop.gateway.confirm(clientSecret, DECLINED)
    expect(await placeOrder(shop, request)).toMatchObject({ kind: 'too-many-declines' })
  })

  test('a new checkout of the same shopper at the same address waits too', async () => {
    await decline(from(HOME), 1)
    for (let tried = 0; tried < 4; tried += 1) await decline(from(HOME))
    expect(await placeOrder(shop, from(HOME))).toMatchObject({ kind: 'too-many-declines' })
  })

  test('a stranger who types a victim’s email address locks out only themselves', async () => {
    for (let tried = 0; tried < 5; tried += 1) await decline(from(ELSEWHERE))
    expect(await placeOrder(shop, from(ELSEWHERE))).toMatchObject({ kind: 'too-many-declines' })
    await place(shop, from(HOME))
  })

  test('other shoppers behind the same address can still buy, until thirty cards were declined there', async () => {
    const shopperNamed = (name: string) =>
      from(HOME, { customer: { ...CUSTOMER, email: `${name}@office.example` } })
    for (let tried = 0; tried < 5; tried += 1) await decline(shopperNamed('tester'))
    await place(shop, shopperNamed('colleague'))
    for (let tried = 0; tried < 25; tried += 1) await decline(shopperNamed(`made-up-${tried}`))
    expect(await placeOrder(shop, shopperNamed('colleague'))).toEqual({
      kind: 'too-many-declines',
      waitSeconds: 120,
    })
    await place(shop, from(ELSEWHERE))
  })

  test('all processes of the shop share the count', async () => {
    const second = await openTestShop(await connectAgain())
    const request = from(HOME)
    await decline(request, 5)
    expect(await placeOrder(second, request)).toMatchObject({ kind: 'too-many-declines' })
  })

  test('a checkout renews its hold thirty times, then not until the hold has run out', async () => {
    const request = from(null)
    for (let placed = 0; placed <= 30; placed += 1) await place(shop, request)
    expect(await placeOrder(shop, request)).toEqual({ kind: 'too-many-tries', waitSeconds: 1_800 })
    await place(shop, from(null))
  })

  test('a visitor’s network address is stored only as a digest', async () => {
    await decline(from(HOME))
    const tables = [
      await shop.database.db.selectFrom('payments').selectAll().execute(),
      await shop.database.db.selectFrom('throttles').selectAll().execute(),
    ]
    expect(JSON.stringify(tables)).not.toContain(HOME)
  })

  test('over HTTP the refusal gives the time to wait, in plain words and in Retry-After', async () => {
    served = await serveShop(shop)
    const checkoutId = randomUUID()
    const body = {
      checkoutId,
      amount: 145_36,
      currency: 'cad',
      items: [{ productId: product.id, size: 'M', quantity: 1 }],
      customer: CUSTOMER,
    }
    const post = (path: string, json: object) =>
      fetch(served?.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': HOME },
        body: JSON.stringify(json),
      })
    for (let tried = 0; tried < 5; tried += 1) {
      const asked = await post('/create-payment-intent', body)
      const { clientSecret } = (await asked.json()) as { clientSecret: string }
      expect((await post('/test-gateway/confirm', { clientSecret, card: DECLINED })).status).toBe(402)
    }
    const refused = await post('/create-payment-intent', body)
    expect({ status: refused.status, retryAfter: refused.headers.get('retry-after') }).toEqual({
      status: 429,
      retryAfter: '720',
    })
    expect(await refused.json()).toMatchObject({
      type: '/problems/too-many-declines',
      title:
        "Too many cards were declined, so we can't take another one for now. Nothing was charged. Wait 12 minutes and press Pay Now again.",
    })
    const elsewhere = await post('/create-payment-intent', { ...body, checkoutId: randomUUID() })
    expect(elsewhere.status).toBe(429)
  })
})
