import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { DECLINED, deliverWebhooks, ordersByState, PAYS, stockOf } from '#test/support/buyer.ts'
import { serveBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('many orders from one address over HTTP', (open) => {
  let shop: TestShop
  let served: ServedShop
  let product: Product

  serveBeforeEach(open, (opened) => ({ shop, served } = opened))

  const post = (address: string, path: string, body: object, cookie = '') =>
    fetch(served.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
      body: JSON.stringify(body),
    })
  const order = (address: string, quantity = 1, cookie = '') =>
    post(
      address,
      '/create-payment-intent',
      {
        checkoutId: randomUUID(),
        amount: priceCart([{ price: product.price, quantity }], { destination: null, tariff: TARIFF }).total,
        currency: 'cad',
        items: [{ productId: product.id, size: 'M', quantity }],
        customer: { ...CUSTOMER, email: `${randomUUID()}@x.example` },
      },
      cookie,
    )
  const held = async () => (await stockOf(shop, product)).held

  test('300 people in one office can all buy at the same moment', async () => {
    product = await shop.catalog.add(hoodie({ stock: 300 }))
    const placed = await Promise.all(Array.from({ length: 300 }, () => order('198.51.100.7')))
    expect(placed.filter(({ status }) => status !== 200)).toEqual([])
    const bought = await Promise.all(
      placed.map(async (answer) => {
        const { clientSecret } = (await answer.json()) as { clientSecret: string }
        const paid = await post('198.51.100.7', '/test-gateway/confirm', { clientSecret, card: PAYS })
        const settled = await post('198.51.100.7', '/api/checkout/settle', { clientSecret })
        return [paid.status, settled.status]
      }),
    )
    expect(bought.filter(([paid, settled]) => paid !== 200 || settled !== 200)).toEqual([])
    expect(await ordersByState(shop)).toEqual({ paid: 300 })
    expect(await stockOf(shop, product)).toEqual({ stock: 0, held: 0 })
  })

  /**
   * The most that one network can hold: the largest accepted order, then the next, then small ones until none is
   * accepted.
   */
  async function hoard(address: string, most: number, requests: number): Promise<number> {
    let made = 0
    for (const quantity of [120, 100, 75, 60, 50, 40, 30, 25, 20, 15, 12, 10, 2, 1]) {
      while (made < requests && (await held()) + quantity <= most) {
        if ((await order(address, quantity)).status !== 200) break
        made += 1
      }
    }
    return made
  }

  test('six requests from one network hold 110 of 464 units', async () => {
    product = await shop.catalog.add(hoodie({ stock: 464 }))
    await hoard('198.51.100.7', 464, 6)
    expect(await held()).toBe(110)
  })

  test('holding 500 units takes two networks and 173 requests; one network gets 400', async () => {
    product = await shop.catalog.add(hoodie({ stock: 500 }))
    const first = await hoard('2001:db8:1:1::1', 500, 1_000)
    expect({ first, held: await held() }).toEqual({ first: 141, held: 400 })
    expect(await hoard('2001:db8:1:ffff::2', 500, 1_000)).toBe(0)
    const second = await hoard('2001:db8:2::1', 500, 1_000)
    expect({ taken: first + second, held: await held() }).toEqual({ taken: 173, held: 500 })
  })

  test('a browser keeps the id of its first order, and a sixth unpaid order is refused with advice', async () => {
    product = await shop.catalog.add(hoodie({ stock: 300 }))
    const first = await order('198.51.100.7')
    const cookie = first.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^visitor=[\w-]{22}\.[\w-]{22}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/)
    const [id = ''] = cookie.split(';')
    for (let more = 0; more < 5; more += 1) {
      const placed = await order(`203.0.113.${more}`, 1, id)
      expect({ status: placed.status, setCookie: placed.headers.get('set-cookie') }).toEqual({
        status: 200,
        setCookie: cookie,
      })
    }
    const refused = await order('203.0.113.9', 1, id)
    expect({ status: refused.status, retryAfter: refused.headers.get('retry-after') }).toEqual({
      status: 429,
      retryAfter: '900',
    })
    expect(await refused.json()).toMatchObject({
      type: '/problems/too-many-unpaid',
      title:
        '5 of your orders are waiting for payment. Pay for one of them, or wait 15 minutes and press Pay Now again.',
    })
  })

  test('a declined card releases its order’s share of the limit immediately', async () => {
    product = await shop.catalog.add(hoodie({ stock: 464 }))
    const large = await order('198.51.100.7', 100)
    const { clientSecret } = (await large.json()) as { clientSecret: string }
    const refused = await order('198.51.100.7', 10)
    expect({ status: refused.status, body: (await refused.json()) as object }).toMatchObject({
      status: 429,
      body: {
        title:
          'Large orders from your network are waiting for payment. Order up to 2 items, or wait 15 minutes and press Pay Now again.',
      },
    })
    await post('198.51.100.7', '/test-gateway/confirm', { clientSecret, card: DECLINED })
    await deliverWebhooks(shop)
    expect((await order('198.51.100.7', 10)).status).toBe(200)
  })
})
