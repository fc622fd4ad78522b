import { beforeEach, expect, test } from 'vitest'
import type { ProductCardView } from '#web/page.ts'
import { serveBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import { toProductId } from '#domain/ids.ts'

describeOnEachDatabase('Products by their ids', (open) => {
  let shop: TestShop
  let served: ServedShop

  serveBeforeEach(open, (opened) => ({ shop, served } = opened))
  beforeEach(async () => {
    for (const id of 'abcdefghij') await shop.catalog.add(hoodie(), toProductId(id))
  })

  async function ask(ids: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${served.url}/api/products?ids=${ids}`, { headers })
    expect(response.status).toBe(200)
    return ((await response.json()) as { products: ProductCardView[] }).products
  }

  test('come in the requested order, without deleted and unknown ones', async () => {
    await shop.catalog.archive(toProductId('b'))
    const found = await ask('c,b,nothing,a,%00,../x')
    expect(found.map(({ id }) => id)).toEqual(['c', 'a'])
  })

  test('are never more than eight, and none without a request', async () => {
    expect(await ask([...'abcdefghij'].join(','))).toHaveLength(8)
    expect(await ask('')).toEqual([])
    expect((await fetch(`${served.url}/api/products`)).status).toBe(200)
  })

  test('have prices in the visitor’s currency, and are marked when sold out', async () => {
    await shop.catalog.add(hoodie({ stock: 0 }), toProductId('gone'))
    const [product] = await ask('gone', { 'x-forwarded-for': '203.0.113.81' })
    expect(product).toMatchObject({ outOfStock: true, price: expect.stringMatching(/¥|￥/) })
  })
})
