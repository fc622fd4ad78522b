import { expect, test } from 'vitest'
import { WALLETS } from '#domain/settings/wallets.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import type { Ask } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'
import type { Product } from '#domain/catalog/product.ts'

const DOMAIN_FILE = '/.well-known/apple-developer-merchantid-domain-association'

describeOnEachDatabase('wallets over HTTP', (open, { startWith }) => {
  let product: Product
  let served: ServedShop
  let ask: Ask
  let shop: TestShop

  signInBeforeEach({ open, startWith }, (opened) => ({ product, served, ask, shop } = opened), hoodie())

  const save = (changes: object) =>
    ask('PUT', '/api/staff/settings/wallets', { version: 0, value: { ...WALLETS.fallback, ...changes } })
  const page = async (path: string) => (await fetch(served.url + path)).text()
  const post = async (path: string, body: object) => {
    const answer = await fetch(served.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  test('are on no page of a shop without a gateway’s account, until an owner shows the test wallet', async () => {
    const paths = [`/product/${product.id}`, '/cart', '/checkout']
    for (const path of paths) expect(await page(path), path).not.toContain('"wallets"')
    expect((await save({ test: true, cart: false })).status).toBe(200)
    const offered = await Promise.all(paths.map(page))
    expect(offered.map((html) => html.includes('"wallets":["test"]'))).toEqual([true, false, true])
  })

  test('the page of a gift card has none, which would not ask for whom it is, and keeps its own screen', async () => {
    await save({ test: true })
    const sizes = [{ size: '25', stock: null }]
    const card = await shop.catalog.add(hoodie({ giftAmounts: '25', stock: null, sizes }))
    const html = await page(`/product/${card.id}`)
    expect(html).not.toContain('"wallets"')
    expect(html).toContain('Recipient')
  })

  test('a region is taken by its code, as wallets give it, for the price and for the order', async () => {
    const items = [{ productId: product.id, size: 'M', quantity: 1 }]
    const at = (region: string) =>
      post('/api/cart/price', { items, destination: { country: 'CA', region, postal: 'S7K' } })
    expect((await at('sk')).body).toEqual((await at('Saskatchewan')).body)
    const { total: amount } = (await at('SK')).body['totals'] as { total: number }
    const order = { amount, currency: 'cad', items, checkoutId: 'by-a-wallet' }
    const placed = await post('/create-payment-intent', { ...order, customer: { ...CUSTOMER, region: 'SK' } })
    expect(placed.status).toBe(200)
    const number = placed.body['orderNumber']
    const wrong = await post('/create-payment-intent', { ...order, customer: { ...CUSTOMER, region: 'XX' } })
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: '/customer/region' }] } })
    const again = await post('/create-payment-intent', { ...order, customer: CUSTOMER })
    expect(again).toMatchObject({ status: 200, body: { orderNumber: number } })
  })

  test('the domain file is served as it was pasted, and is missing without', async () => {
    expect((await fetch(served.url + DOMAIN_FILE)).status).toBe(404)
    const wrong = await save({ domainFile: 'geschützt' })
    expect(wrong.status).toBe(422)
    await save({ domainFile: '7B227073704964223A22\n' })
    const answer = await fetch(served.url + DOMAIN_FILE)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await answer.text()).toBe('7B227073704964223A22')
  })
})
