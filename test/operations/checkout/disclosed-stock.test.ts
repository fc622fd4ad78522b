import { afterEach, beforeEach, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { endpoints, pages } from '#test/support/every-route.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

/** Counts that appear nowhere else. */
const COUNTED = 46_413
const IN_SIZE = 35_127

/** The counts and their quarters, anywhere in a text. */
function countsIn(text: string): string[] {
  const counts = [COUNTED, IN_SIZE].flatMap((count) => [count, Math.floor(count / 4)])
  return counts
    .flatMap((count) => [String(count), count.toLocaleString('en-CA')])
    .filter((count) => text.includes(count))
}

describeOnEachDatabase('the exact stock', (open) => {
  let shop: TestShop
  let served: ServedShop
  let products: Product[]

  beforeEach(async () => {
    shop = await openTestShop(open())
    products = [
      await shop.catalog.add(hoodie({ stock: COUNTED, price: cents(10_00) })),
      await shop.catalog.add(
        hoodie({
          name: 'Emblem Tee',
          stock: null,
          sizes: [{ size: 'M', stock: IN_SIZE }],
          price: cents(10_00),
        }),
      ),
    ]
    served = await serveShop(shop)
  })
  afterEach(() => served.close())

  const read = async (path: string) => (await fetch(served.url + path)).text()
  const post = async (path: string, body: object) => {
    const response = await fetch(served.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, text: await response.text() }
  }
  test('appears on no public page and in no public response', async () => {
    const params = (path: string) => path.replace(':id', products[0]!.id).replace(':number', 'R-0000-0000')
    const addresses = [
      ...pages.map(({ path }) => params(path)),
      ...endpoints
        .filter(({ method, access, path }) => method === 'GET' && access === 'public' && !path.includes(':'))
        .map(({ path }) => path),
      ...products.map(({ id }) => `/product/${id}`),
      '/shop?q=emblem',
      '/shop?sort=price',
      '/api/search?q=emblem',
      `/api/products?ids=${products.map(({ id }) => id).join()}`,
    ]
    for (const address of addresses) expect(countsIn(await read(address)), address).toEqual([])
  })

  test('is not revealed by larger and larger requests', async () => {
    for (const { id } of products) {
      const disclosed = new Set<number>()
      for (const quantity of [1, 10, 100, 1_000, 5_000, 8_000, 9_000, 9_999]) {
        const items = Array.from({ length: 2 }, () => ({ productId: id, size: 'M', quantity }))
        const priced = await post('/api/cart/price', { items })
        const customer = { ...CUSTOMER, email: 'ada@x.example' }
        const ordered = await post('/create-payment-intent', { amount: 1, currency: 'cad', items, customer })
        expect(ordered.status).toBe(409)
        for (const { text } of [priced, ordered]) {
          expect(countsIn(text)).toEqual([])
          const { lines } = JSON.parse(text) as {
            lines: { left: number | null; orderLimit: number | null }[]
          }
          for (const { left, orderLimit } of lines) {
            if (orderLimit === null) expect(left ?? 0).toBeLessThanOrEqual(10)
            else disclosed.add(orderLimit)
          }
        }
      }
      expect([...disclosed]).toEqual([id === products[0]?.id ? 10_000 : 7_500])
    }
  })

  test('is disclosed when ten or fewer are left', async () => {
    const few = await shop.catalog.add(hoodie({ stock: 3 }))
    const { text } = await post('/api/cart/price', { items: [{ productId: few.id, size: 'M', quantity: 5 }] })
    expect(JSON.parse(text)).toMatchObject({ lines: [{ status: 'not-enough', left: 3, orderLimit: null }] })
  })
})
