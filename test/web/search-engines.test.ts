import { expect, test } from 'vitest'
import type { Picture } from '#domain/catalog/product.ts'
import { crawler, metaOf, ofType, type Json } from '#test/support/crawler.ts'
import { serveBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import { toProductId } from '#domain/ids.ts'

const HOSTILE = `</script><!-- <script>alert(1)</script> & "Tee" 'x' ]]> \u0001\u000b end`
const HOSTILE_IN_XML = `</script><!-- <script>alert(1)</script> & "Tee" 'x' ]]>  end`
const PICTURE: Picture = {
  key: 'a1b2',
  alt: 'Seen from the front',
  width: 1200,
  height: 1500,
  placeholder: '',
}

describeOnEachDatabase('metadata for search engines', (open) => {
  let shop: TestShop
  let served: ServedShop

  serveBeforeEach(open, (opened) => ({ shop, served } = opened))
  const { read, sitemap, feed, structured } = crawler(() => served.url)

  test('a product name with markup is escaped in the page, the sitemap and the feed', async () => {
    await shop.catalog.add(hoodie({ name: HOSTILE, description: HOSTILE }), toProductId('hostile'))
    const html = await read('/product/hostile')
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<!-- <')
    const blocks = await structured('/product/hostile')
    expect(ofType(blocks, 'ProductGroup')).toMatchObject({ name: HOSTILE, description: HOSTILE })
    expect(metaOf(html, 'og:title')).toContain('&lt;/script&gt;')
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

  test('metadata has the Canadian price, whatever the display currency', async () => {
    await shop.catalog.add(hoodie(), toProductId('hoodie'))
    const inYen = { cookie: 'currency=JPY; currencyCode=JPY' }
    const html = await read('/product/hoodie', inYen)
    expect(html).toMatch(/[¥￥]/)
    expect(metaOf(html, 'product:price:amount')).toBe('118.00')
    expect(metaOf(html, 'product:price:currency')).toBe('CAD')
    const product = ofType(await structured('/product/hoodie', inYen), 'ProductGroup')
    expect(product?.['hasVariant']).toMatchObject([
      { offers: { price: '118.00', priceCurrency: 'CAD' } },
      { offers: { price: '118.00', priceCurrency: 'CAD' } },
    ])
  })

  test('each size is offered with the same SKU in page and feed, in stock or not', async () => {
    const sizes = [
      { size: 'S', stock: 0 },
      { size: 'M', stock: 3 },
      { size: 'L', stock: null },
    ] as const
    await shop.catalog.add(
      hoodie({ stock: null, sizes: [...sizes], pictures: [PICTURE, { ...PICTURE, key: 'c3d4' }] }),
      toProductId('hoodie'),
    )
    const product = ofType(await structured('/product/hoodie'), 'ProductGroup')
    expect(product).toMatchObject({
      productGroupID: 'hoodie',
      variesBy: ['https://schema.org/size'],
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
    const variants = product?.['hasVariant']
    expect(variants).toMatchObject([
      { sku: 'hoodie-s', size: 'S', offers: { availability: 'https://schema.org/OutOfStock' } },
      { sku: 'hoodie-m', size: 'M', offers: { availability: 'https://schema.org/InStock' } },
      { sku: 'hoodie-l', size: 'L', offers: { availability: 'https://schema.org/InStock' } },
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

  test('a product without sizes or stock is out of stock in all metadata', async () => {
    await shop.catalog.add(hoodie({ sizes: [] }), toProductId('sizeless'))
    await shop.catalog.add(hoodie({ stock: 0 }), toProductId('sold-out'))
    for (const id of ['sizeless', 'sold-out']) {
      expect(metaOf(await read(`/product/${id}`), 'product:availability')).toBe('out of stock')
      const text = JSON.stringify(await structured(`/product/${id}`))
      expect(new Set(text.match(/schema\.org\/(?:In|OutOf)Stock/g))).toEqual(
        new Set(['schema.org/OutOfStock']),
      )
    }
    const items = await feed()
    expect(items.map((item) => item['g:id'])).toEqual(['sold-out-s', 'sold-out-m', 'sizeless'])
    expect(new Set(items.map((item) => item['g:availability']))).toEqual(new Set(['out_of_stock']))
    expect(items[2]).not.toHaveProperty('g:item_group_id')
  })

  test('a product link is previewed with its picture, or with the shop’s card when it has none', async () => {
    await shop.catalog.add(hoodie({ pictures: [PICTURE] }), toProductId('pictured'))
    await shop.catalog.add(hoodie(), toProductId('bare'))
    const pictured = await read('/product/pictured')
    expect(metaOf(pictured, 'og:image')).toBe('http://shop.example/pictures/a1b2-640.webp')
    expect(metaOf(pictured, 'og:image:height')).toBe('800')
    expect(metaOf(pictured, 'og:type')).toBe('product')
    expect(metaOf(pictured, 'twitter:card')).toBe('summary_large_image')
    const bare = await read('/product/bare')
    expect(metaOf(bare, 'og:image')).toBe('http://shop.example/social-card.jpg')
    expect(ofType(await structured('/product/bare'), 'ProductGroup')).not.toHaveProperty('image')
    expect((await feed()).find((item) => item['g:id'] === 'bare-s')).not.toHaveProperty('g:image_link')
  })

  test('home describes the organization and the site search', async () => {
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

  test('the shop page lists its products, and search results are not indexed', async () => {
    await shop.catalog.add(hoodie(), toProductId('hoodie'))
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
    expect(metaOf(found, 'robots')).toBe('noindex,follow')
    expect(found).not.toContain('rel="canonical"')
    expect(await structured('/shop?q=hoodie')).toEqual([])
  })

  test('the sitemap lists all public pages, and every address in it works', async () => {
    await shop.catalog.add(hoodie({ pictures: [PICTURE] }), toProductId('hoodie'))
    await shop.catalog.add(hoodie(), toProductId('deleted'))
    await shop.catalog.archive(toProductId('deleted'))
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
      expect(metaOf(html, 'og:url')).toBe(loc)
      expect(metaOf(html, 'og:locale')).toBe('en_CA')
      expect(metaOf(html, 'og:site_name')).toBe('Redemption')
      expect(metaOf(html, 'description')?.length, path).toBeGreaterThan(30)
      titles.add(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')
    }
    expect(titles.size).toBe(entries.length)
  })

  test('llms.txt describes the shop with its actual numbers', async () => {
    const text = await read('/llms.txt')
    expect(text).toMatch(/^# Redemption\n\n> /)
    expect(text).toContain('25.00 CAD')
    expect(text).toContain('Tax is 2%')
    for (const [, address = ''] of text.matchAll(/\]\((http:\/\/shop\.example[^)]*)\)/g)) {
      await read(address.replace('http://shop.example', ''))
    }
  })
})
