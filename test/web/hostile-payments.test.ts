import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { Shop } from '#operations/shop.ts'
import { settleCheckout } from '#web/api/checkout/checkout-settle.ts'
import { NegativeCache } from '#web/http/limits/negative-cache.ts'
import { one, orderFor, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('payments that an attacker asks the shop to settle', (open) => {
  let shop: TestShop
  let product: Product
  /** The same shop, with an outside gateway. */
  let outside: Shop
  let calls: string[]

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie())
    calls = []
    const gateway = new Proxy<Shop['gateway']>(shop.gateway, {
      get(inside, name) {
        if (name === 'cardEndpoint') return null
        if (name === 'findIntentBySecret') {
          return async (secret: string) => {
            calls.push(secret)
            return inside.findIntentBySecret(secret)
          }
        }
        const found: unknown = Reflect.get(inside, name, inside)
        return typeof found === 'function' ? (found.bind(inside) as unknown) : found
      },
    })
    outside = { ...shop, gateway }
  })
  afterEach(() => void vi.useRealTimers())

  const settle = async (clientSecret: string, from: Shop = outside) => {
    const request = new Request('http://shop.example/api/checkout/settle', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientSecret }),
    })
    const pictureMisses = new NegativeCache()
    return settleCheckout(request, {
      shop: from,
      address: '203.0.113.9',
      currency: 'CAD',
      pictureMisses,
      incoming: null as never,
    })
  }

  test('that are invented use up no gateway calls that shoppers need, and a shopper still gets an answer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    for (let times = 0; times < 200; times += 1) await settle(`pi_${times}_secret_x`)
    expect(calls.length).toBeLessThanOrEqual(60)
    const refused = (await settle('pi_x_secret_x')) as Response
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 1])
    expect((await settle(`${clientSecret}x`)).status).toBe(429)
    expect((await settle(clientSecret)).status).toBe(200)
  })

  test('that are real are limited one by one when they are requested all the time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const [mine, theirs] = [
      await place(shop, orderFor([product], [one(product)])),
      await place(shop, orderFor([product], [one(product)])),
    ]
    for (let times = 0; times < 100; times += 1) await settle(mine.clientSecret)
    expect(calls.length).toBeLessThanOrEqual(30)
    expect((await settle(theirs.clientSecret)).status).toBe(200)
  })

  test('are not limited with the built-in gateway, which is in the shop’s database', async () => {
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    for (let times = 0; times < 70; times += 1) expect((await settle(clientSecret, shop)).status).toBe(200)
  })
})
