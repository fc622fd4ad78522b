import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Picture } from '#domain/product.ts'
import { archiveProduct } from '#operations/archive-product.ts'
import { describeOnEachDatabase } from './each-database.ts'
import { serveShop, type ServedShop } from './serve-shop.ts'
import { hoodie, openTestShop, type TestShop } from './test-shop.ts'

const HOSTILE = `</script><!-- <script>alert(1)</script> & "Tee" 'x' ]]> \u0001\u000b end`
const HOSTILE_IN_XML = `</script><!-- <script>alert(1)</script> & "Tee" 'x' ]]>  end`
const PICTURE: Picture = {
  key: 'a1b2',
  alt: 'Seen from the front',
  width: 1200,
  height: 1500,
  placeholder: '',
}

type Json = Record<string, unknown>

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: false,
  processEntities: { enabled: true, maxTotalExpansions: 100_000 },
  isArray: (name) => ['url', 'sitemap', 'item', 'image:image', 'g:additional_image_link'].includes(name),
})

describeOnEachDatabase('What search engines read', (open) => {
  let shop: TestShop
  let served: ServedShop

  beforeEach(async () => {
    shop = await openTestShop(open())
    served = await serveShop(shop)
  })
  afterEach(() => served.close())

  async function read(path: string, headers: Record<string, string> = {}): Promise<string> {
    const response = await fetch(served.url + path, { headers })
    expect(response.status, path).toBe(200)
    return response.text()
  }

  async function xml<T>(path: string): Promise<T> {
    const text = await read(path)
    expect(XMLValidator.validate(text), text).toBe(true)
    return parser.parse(text) as T
  }

  async function sitemap(path = '/sitemap.xml') {
    type Entry = { loc: string; lastmod?: string; 'image:image'?: { 'image:loc': string }[] }
    return (await xml<{ urlset: { url?: Entry[] } }>(path)).urlset.url ?? []
  }

  async function feed() {
    type Item = Record<string, string> & { 'g:shipping': Record<string, string> }
    const { rss } = await xml<{ rss: { channel: { item?: Item[] } } }>('/feed.xml')
    return rss.channel.item ?? []
  }

  async function structured(path: string, headers?: Record<string, string>): Promise<Json[]> {
    const html = await read(path, headers)
    return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json = '']) => JSON.parse(json) as Json,
    )
  }

  const ofType = (blocks: Json[], type: string) => blocks.find((block) => block['@type'] === type)
  const content = (html: string, name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(html)?.[1]

  test('a name made to break out stays a name, in the page, the sitemap and the feed', async () => {
    await shop.catalog.add(hoodie({ name: HOSTILE, description: HOSTILE }), 'hostile')
    const html = await read('/product/hostile')
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<!-- <')
    const blocks = await structured('/product/hostile')
    expect(ofType(blocks, 'Product')).toMatchObject({ name: HOSTILE, description: HOSTILE })
    expect(content(html, 'og:title')).toContain('&lt;/script&gt;')
    expect(await sitemap()).toContainEqual(
      expect.objectContaining({ loc: 'http://shop.example/product/hostile' }),
    )
    const [small] = await feed()
    expect(small?.['g:title']).toBe(`${HOSTILE_IN_XML}, S`)
    expect(small?.['g:description']).toBe(HOSTILE_IN_XML)
    expect(ofType(await structured('/shop'), 'CollectionPage')).toMatchObject({
      mainEntity: { itemListElement: [{ name: HOSTILE }] },
    })
  })

  test('the price that others are told is the Canadian one, whatever the visitor sees', async () => {
    await shop.catalog.add(hoodie(), 'hoodie')
    const inYen = { cookie: 'currency=JPY; currencyCode=JPY' }
    const html = await read('/product/hoodie', inYen)
    expect(html).toMatch(/[¥￥]/)
    expect(content(html, 'product:price:amount')).toBe('118.00')
    expect(content(html, 'product:price:currency')).toBe('CAD')
    const product = ofType(await structured('/product/hoodie', inYen), 'Product')
    expect(product?.['offers']).toMatchObject([
      { price: '118.00', priceCurrency: 'CAD' },
      { price: '118.00', priceCurrency: 'CAD' },
    ])
  })

  test('each size is offered under one name in page and feed, in stock or out of it', async () => {
    const sizes = [
      { size: 'S', stock: 0 },
      { size: 'M', stock: 3 },
      { size: 'L', stock: null },
    ] as const
    await shop.catalog.add(
      hoodie({ stock: null, sizes: [...sizes], pictures: [PICTURE, { ...PICTURE, key: 'c3d4' }] }),
      'hoodie',
    )
    const product = ofType(await structured('/product/hoodie'), 'Product')
    expect(product).toMatchObject({
      sku: 'hoodie',
      url: 'http://shop.example/product/hoodie',
      brand: { name: 'Redemption' },
      image: ['a1b2', 'c3d4'].map((key) => `http://shop.example/pictures/${key}-640.webp`),
    })
    const items = await feed()
    const told = items.map((item) => [item['g:id'], item['g:size'], item['g:availability']])
    expect(told).toEqual([
      ['hoodie-s', 'S', 'out_of_stock'],
      ['hoodie-m', 'M', 'in_stock'],
      ['hoodie-l', 'L', 'in_stock'],
    ])
    expect(product?.['offers']).toMatchObject([
      { sku: 'hoodie-s', availability: 'https://schema.org/OutOfStock' },
      { sku: 'hoodie-m', availability: 'https://schema.org/InStock' },
      { sku: 'hoodie-l', availability: 'https://schema.org/InStock' },
    ])
    expect(items[1]).toMatchObject({
      'g:title': 'Emblem Hoodie, M',
      'g:item_group_id': 'hoodie',
      'g:link': 'http://shop.example/product/hoodie',
      'g:image_link': 'http://shop.example/pictures/a1b2-640.webp',
      'g:additional_image_link': ['http://shop.example/pictures/c3d4-640.webp'],
      'g:price': '118.00 CAD',
      'g:brand': 'Redemption',
      'g:condition': 'new',
      'g:shipping': { 'g:country': 'CA', 'g:price': '25.00 CAD' },
    })
  })

  test('what cannot be bought is out of stock for everybody: no sizes, or a count of nothing', async () => {
    await shop.catalog.add(hoodie({ sizes: [] }), 'sizeless')
    await shop.catalog.add(hoodie({ stock: 0 }), 'sold-out')
    for (const id of ['sizeless', 'sold-out']) {
      expect(content(await read(`/product/${id}`), 'product:availability')).toBe('out of stock')
      const offers = ofType(await structured(`/product/${id}`), 'Product')?.['offers'] as Json[]
      expect(new Set(offers.map((offer) => offer['availability']))).toEqual(
        new Set(['https://schema.org/OutOfStock']),
      )
    }
    const items = await feed()
    expect(items.map((item) => item['g:id'])).toEqual(['sold-out-s', 'sold-out-m', 'sizeless'])
    expect(new Set(items.map((item) => item['g:availability']))).toEqual(new Set(['out_of_stock']))
    expect(items[2]).not.toHaveProperty('g:item_group_id')
  })

  test('a link to a product shows its picture, and the shop’s card when it has none', async () => {
    await shop.catalog.add(hoodie({ pictures: [PICTURE] }), 'pictured')
    await shop.catalog.add(hoodie(), 'bare')
    const pictured = await read('/product/pictured')
    expect(content(pictured, 'og:image')).toBe('http://shop.example/pictures/a1b2-640.webp')
    expect(content(pictured, 'og:image:height')).toBe('800')
    expect(content(pictured, 'og:type')).toBe('product')
    expect(content(pictured, 'twitter:card')).toBe('summary_large_image')
    const bare = await read('/product/bare')
    expect(content(bare, 'og:image')).toBe('http://shop.example/social-card.jpg')
    expect(ofType(await structured('/product/bare'), 'Product')).not.toHaveProperty('image')
    expect((await feed()).find((item) => item['g:id'] === 'bare-s')).not.toHaveProperty('g:image_link')
  })

  test('home says who we are and where a search is answered', async () => {
    const blocks = await structured('/')
    expect(ofType(blocks, 'Organization')).toMatchObject({
      name: 'Redemption',
      url: 'http://shop.example/',
      sameAs: ['https://instagram.example/shop'],
    })
    expect(ofType(blocks, 'WebSite')).toMatchObject({
      potentialAction: {
        '@type': 'SearchAction',
        target: { urlTemplate: 'http://shop.example/shop?q={search_term_string}' },
      },
    })
  })

  test('the shop page lists what stands on it, and search results are for nobody to list', async () => {
    await shop.catalog.add(hoodie(), 'hoodie')
    const blocks = await structured('/shop')
    expect(ofType(blocks, 'CollectionPage')).toMatchObject({
      mainEntity: {
        numberOfItems: 1,
        itemListElement: [{ position: 1, url: 'http://shop.example/product/hoodie', name: 'Emblem Hoodie' }],
      },
    })
    const way = ofType(blocks, 'BreadcrumbList')?.['itemListElement'] as Json[]
    expect(way.map(({ position, item }) => [position, item])).toEqual([
      [1, 'http://shop.example/'],
      [2, 'http://shop.example/shop'],
    ])
    const found = await read('/shop?q=hoodie')
    expect(content(found, 'robots')).toBe('noindex,follow')
    expect(found).not.toContain('rel="canonical"')
    expect(await structured('/shop?q=hoodie')).toEqual([])
  })

  test('the sitemap lists what everybody may see, and every address in it answers', async () => {
    await shop.catalog.add(hoodie({ pictures: [PICTURE] }), 'hoodie')
    await shop.catalog.add(hoodie(), 'deleted')
    await shop.catalog.archive('deleted')
    const entries = await sitemap()
    expect(entries.map(({ loc }) => loc.replace('http://shop.example', ''))).toEqual([
      '/',
      '/shop',
      '/about',
      '/contact',
      '/delivery-returns',
      '/privacy-policy',
      '/product/hoodie',
    ])
    expect(entries.at(-1)).toEqual({
      loc: 'http://shop.example/product/hoodie',
      lastmod: new Date(shop.now()).toISOString(),
      'image:image': [{ 'image:loc': 'http://shop.example/pictures/a1b2-640.webp' }],
    })
    const robots = await read('/robots.txt')
    expect(robots).toContain('Sitemap: http://shop.example/sitemap.xml')
    const forbidden = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path)
    expect(forbidden).toEqual(['/admin', '/api/', '/cart', '/checkout', '/thank-you'])
    const titles = new Set<string>()
    for (const { loc } of entries) {
      const path = loc.replace('http://shop.example', '')
      expect(forbidden.filter((start) => path.startsWith(start))).toEqual([])
      const html = await read(path)
      expect(html).toContain(`<link rel="canonical" href="${loc}">`)
      expect(html).toContain('<html lang="en-CA">')
      expect(html.match(/<h1[ >]/g), path).toHaveLength(1)
      expect(content(html, 'og:url')).toBe(loc)
      expect(content(html, 'og:locale')).toBe('en_CA')
      expect(content(html, 'og:site_name')).toBe('Redemption')
      expect(content(html, 'description')?.length, path).toBeGreaterThan(30)
      titles.add(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')
    }
    expect(titles.size).toBe(entries.length)
  })

  test('programs that read for people are told what the shop is, with its own numbers', async () => {
    const text = await read('/llms.txt')
    expect(text).toMatch(/^# Redemption\n\n> /)
    expect(text).toContain('25.00 CAD')
    expect(text).toContain('Tax is 2 %')
    for (const [, address = ''] of text.matchAll(/\]\((http:\/\/shop\.example[^)]*)\)/g)) {
      await read(address.replace('http://shop.example', ''))
    }
  })

  test('who has seen the sitemap and the feed is told so until the catalogue changes', async () => {
    await shop.catalog.add(hoodie(), 'hoodie')
    for (const path of ['/sitemap.xml', '/feed.xml']) {
      const first = await fetch(served.url + path)
      const etag = first.headers.get('etag') ?? ''
      const text = await first.text()
      expect(first.headers.get('content-encoding')).toBe('gzip')
      expect(await read(path, { 'accept-encoding': 'identity' })).toBe(text)
      const known = { headers: { 'if-none-match': etag } }
      expect((await fetch(served.url + path, known)).status).toBe(304)
      const head = await fetch(served.url + path, { method: 'HEAD' })
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
      await shop.changes.tell('rates')
      expect((await fetch(served.url + path, known)).status).toBe(304)
      await shop.changes.tell('catalogue')
      expect((await fetch(served.url + path, known)).status).toBe(200)
    }
    await archiveProduct(shop, 'hoodie')
    expect(await feed()).toEqual([])
    expect(await sitemap()).toHaveLength(6)
  })

  test('beyond five thousand products the sitemap has parts, and the feed is still whole', async () => {
    const all = Array.from({ length: 5_001 }, (_, number) => `tee-${number}`)
    for (let at = 0; at < all.length; at += 500) {
      const rows = all.slice(at, at + 500).map((id) => ({
        id,
        name: `Tee ${id}`,
        price_cents: 65_00,
        category: 'T-Shirts',
        description: '',
        stock: null,
        version: 1,
        created_at: Number(id.slice(4)),
        updated_at: 1,
        archived_at: null,
      }))
      await shop.database.db.insertInto('products').values(rows).execute()
    }
    await shop.changes.tell('catalogue')
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

  test('a reader that leaves in the middle is no failure, and leaves nothing half kept', async () => {
    await shop.catalog.add(hoodie(), 'hoodie')
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
    await vi.waitFor(quiet)
    shop.catalog.list = list
    expect(await feed()).toHaveLength(2)
    expect(shop.failures).toEqual([])
  })

  test('a feed that cannot be read says so; one that breaks off is never kept for whole', async () => {
    await shop.catalog.add(hoodie(), 'hoodie')
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
