import { productColumns } from '#db/catalog/product-rows.ts'
import { expect, test, vi } from 'vitest'
import { archiveProduct } from '#operations/catalog/archive-product.ts'
import { crawler } from '#test/support/crawler.ts'
import { serveBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import { toProductId } from '#domain/ids.ts'

describeOnEachDatabase('Documents about the whole catalogue', (open) => {
  let shop: TestShop
  let served: ServedShop

  serveBeforeEach(open, (opened) => ({ shop, served } = opened))
  const { read, xml, sitemap, feed } = crawler(() => served.url)

  test('clients with the current sitemap and feed get a 304 until the catalogue changes', async () => {
    await shop.catalog.add(hoodie(), toProductId('hoodie'))
    for (const path of ['/sitemap.xml', '/feed.xml']) {
      const first = await fetch(served.url + path)
      const etag = first.headers.get('etag') ?? ''
      const text = await first.text()
      expect(first.headers.get('content-encoding')).toBe('gzip')
      expect(await read(path, { 'accept-encoding': 'identity' })).toBe(text)
      const known = { headers: { 'if-none-match': etag } }
      expect((await fetch(served.url + path, known)).status).toBe(304)
      const head = await fetch(served.url + path, { method: 'HEAD' })
      expect({ status: head.status, etag: head.headers.get('etag'), text: await head.text() }).toEqual({
        status: 200,
        etag,
        text: '',
      })
      await shop.changes.publish('rates')
      expect((await fetch(served.url + path, known)).status).toBe(304)
      await shop.changes.publish('catalogue')
      expect((await fetch(served.url + path, known)).status).toBe(200)
    }
    await archiveProduct(shop, toProductId('hoodie'))
    expect(await feed()).toEqual([])
    expect(await sitemap()).toHaveLength(6)
  })

  test('beyond five thousand products the sitemap has parts, and the feed is still complete', async () => {
    const all = Array.from({ length: 5_001 }, (_, number) => `tee-${number}`)
    for (let at = 0; at < all.length; at += 500) {
      const rows = all.slice(at, at + 500).map((id) => ({
        ...productColumns(hoodie({ name: `Tee ${id}`, stock: null })),
        id: toProductId(id),
        version: 1,
        created_at: Number(id.slice(4)),
        updated_at: 1,
        archived_at: null,
      }))
      await shop.database.db.insertInto('products').values(rows).execute()
    }
    await shop.changes.publish('catalogue')
    const { sitemapindex } = await xml<{ sitemapindex: { sitemap: { loc: string }[] } }>('/sitemap.xml')
    const parts = sitemapindex.sitemap.map(({ loc }) => loc.replace('http://shop.example', ''))
    expect(parts).toEqual(['/sitemap.xml?part=1', '/sitemap.xml?part=2'])
    const entries = [...(await sitemap(parts[0])), ...(await sitemap(parts[1]))]
    const ids = entries.flatMap(({ loc }) => /\/product\/(.*)$/.exec(loc)?.[1] ?? [])
    expect(ids.toSorted()).toEqual(all.toSorted())
    expect(entries).toHaveLength(all.length + 6)
    expect(new Set((await feed()).map((item) => item['g:id']))).toEqual(new Set(all))
    for (const part of ['0', '3', '1.5', 'x', '']) {
      expect((await fetch(`${served.url}/sitemap.xml?part=${part}`)).status, part).toBe(404)
    }
  })

  test('a client that disconnects half-way causes no error, and no partial document is cached', async () => {
    await shop.catalog.add(hoodie(), toProductId('hoodie'))
    const { list } = shop.catalog
    let asked = 0
    shop.catalog.list = async (query) => {
      asked += 1
      const { products, total } = await list.call(shop.catalog, { ...query, offset: 0 })
      return { products: products.flatMap((product) => Array(250).fill(product)), total }
    }
    const leaving = new AbortController()
    const answer = await fetch(`${served.url}/feed.xml`, {
      signal: leaving.signal,
      headers: { 'accept-encoding': 'identity' },
    })
    await answer.body?.getReader().read()
    leaving.abort()
    const quiet = async () => {
      const before = asked
      await read('/about')
      expect(asked).toBe(before)
    }
    await vi.waitFor(quiet, 30_000)
    shop.catalog.list = list
    expect(await feed()).toHaveLength(2)
    expect(shop.failures).toEqual([])
  })

  test('a feed that cannot be read gives an error; one that is cut off is never cached as complete', async () => {
    await shop.catalog.add(hoodie(), toProductId('hoodie'))
    const { list } = shop.catalog
    const broken = new Error('The disk is gone')
    shop.catalog.list = () => Promise.reject(broken)
    expect((await fetch(`${served.url}/feed.xml`)).status).toBe(500)
    shop.catalog.list = async (query) => {
      if (query.offset > 0) throw broken
      const { products, total } = await list.call(shop.catalog, query)
      return { products: products.flatMap((product) => Array(250).fill(product)), total }
    }
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    await expect(fetch(`${served.url}/feed.xml`).then((answer) => answer.text())).rejects.toThrow()
    expect(said).toHaveBeenCalledOnce()
    const plain = await fetch(`${served.url}/feed.xml`, { headers: { 'accept-encoding': 'identity' } })
    expect(await plain.text().catch(() => '')).not.toMatch(/<\/rss>|disk/)
    shop.catalog.list = list
    expect(await feed()).toHaveLength(2)
    expect(shop.failures.map(({ error }) => error)).toEqual([broken, broken, broken])
    shop.failures.length = 0
  })
})
