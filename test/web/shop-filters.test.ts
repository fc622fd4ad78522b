import { beforeEach, expect, test, vi } from 'vitest'
import { cents } from '#domain/money.ts'
import { serveBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('The filters of the shop page', (open) => {
  let shop: TestShop
  let served: ServedShop

  serveBeforeEach(open, (opened) => ({ shop, served } = opened))
  beforeEach(async () => {
    await shop.catalog.add(hoodie({ name: 'Emblem Hoodie' }))
    await shop.catalog.add(hoodie({ name: 'Plain Hoodie', price: cents(90_00) }))
    await shop.catalog.add(
      hoodie({ name: 'Cap', category: 'Accessories', sizes: [{ size: 'L', stock: null }] }),
    )
  })

  const pageAt = async (path: string) => (await fetch(served.url + path)).text()
  const namesAt = async (path: string) =>
    [...(await pageAt(path)).matchAll(/href="\/product\/([\w-]+)(?:#size=\w+)?"/g)].map(([, id]) => id)

  test('category, size, order and search are all in the address', async () => {
    expect(await namesAt('/shop?category=Hoodies&size=M&sort=price-asc')).toEqual([
      'plain-hoodie',
      'emblem-hoodie',
    ])
    expect(await namesAt('/shop?size=L')).toEqual(['cap'])
    expect(await namesAt('/shop?category=Hoodies&q=plain')).toEqual(['plain-hoodie'])
    expect(await pageAt('/shop?category=Hoodies')).toMatch(/2 items/)
  })

  test('a page has one canonical address: sizes and sort orders show the same products again', async () => {
    const canonicalAt = async (path: string) =>
      /rel="canonical" href="([^"]*)"/.exec(await pageAt(path))?.[1]?.replace('http://shop.example', '')
    expect(await canonicalAt('/shop?size=M&sort=name')).toBe('/shop')
    expect(await canonicalAt('/shop?sort=name&category=Hoodies')).toBe('/shop?category=Hoodies')
  })

  test('invalid values and variants of a query share one page in the cache', async () => {
    const list = vi.spyOn(shop.catalog, 'listed')
    for (const path of [
      '/shop',
      '/shop?category=Shoes',
      '/shop?category=hoodies',
      '/shop?size=XXXXL&sort=random',
      '/shop?sort=newest&page=1',
      '/shop?category=&size=&q=++',
      '/shop?colour=red',
    ]) {
      expect((await fetch(served.url + path)).status).toBe(200)
    }
    expect(list).toHaveBeenCalledTimes(1)
    await pageAt('/shop?size=M&category=Hoodies')
    await pageAt('/shop?category=Hoodies&size=M&category=Pants&x=1')
    expect(list).toHaveBeenCalledTimes(2)
    await pageAt(`/shop?q=${'a'.repeat(100)}`)
    await pageAt(`/shop?q=${'a'.repeat(300)}`)
    expect(list).toHaveBeenCalledTimes(3)
  })

  test('filters without results show a message and a way back', async () => {
    const page = await pageAt('/shop?category=Pants&sort=name')
    expect(page).toContain('Nothing matches these filters right now.')
    expect(page).toMatch(/href="\/shop\?sort=name"[^>]*>Clear filters/)
    expect(await pageAt('/shop?category=Pants&q=wool')).toContain(
      'Try adjusting your search terms or browse all products.',
    )
  })
})
