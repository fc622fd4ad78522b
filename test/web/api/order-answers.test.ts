import { afterEach, beforeEach, expect, test } from 'vitest'
import { PAYS } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('responses during an order', (open) => {
  let shop: TestShop
  let served: ServedShop

  beforeEach(async () => {
    shop = await openTestShop(open())
    served = await serveShop(shop)
  })
  afterEach(() => served.close())

  const post = (path: string, body: object) =>
    fetch(served.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: served.url },
      body: JSON.stringify(body),
    })

  test('have the headers of all responses, and are not cached', async () => {
    const product = await shop.catalog.add(hoodie())
    const items = [{ productId: product.id, size: 'M', quantity: 1 }]
    const order = { amount: 145_36, currency: 'cad', items, customer: CUSTOMER }
    const placed = await post('/create-payment-intent', order)
    const { clientSecret, ...rest } = (await placed.json()) as { clientSecret: string }
    const paid = await post('/test-gateway/confirm', { clientSecret, card: PAYS })
    const settled = await post('/api/checkout/settle', { clientSecret })
    expect(rest).toMatchObject({ totals: { total: 145_36 } })
    expect(await paid.json()).toMatchObject({ paymentIntent: { status: 'succeeded' } })
    expect(await settled.json()).toMatchObject({ state: 'paid' })
    const ordinary = await fetch(`${served.url}/api/no-such-thing`)
    const always = [...ordinary.headers.keys()].filter((name) => !/^(content-|date|keep-alive)/.test(name))
    expect(always).toContain('x-content-type-options')
    for (const answer of [placed, paid, settled]) {
      expect(answer.status).toBe(200)
      expect([...answer.headers.keys()]).toEqual(expect.arrayContaining(always))
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect(placed.headers.getSetCookie()).toHaveLength(1)
  })
})
