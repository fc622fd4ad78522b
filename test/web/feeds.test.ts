import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Picture } from '#domain/catalog/product.ts'
import { toProductId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { crawler } from '#test/support/crawler.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ALL, promotion } from '#test/support/promotion.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const PICTURE: Picture = { key: 'a1b2', alt: 'Front', width: 1200, height: 1500, placeholder: '' }
const GTIN = '0628504123454'
const ID = toProductId('hoodie')

const COMPLETE = hoodie({
  name: '+Plus "Bone", hoodie',
  description: 'Heavy.\n- brushed\n- boxy',
  compareAt: cents(150_00),
  color: 'Bone',
  styleNumber: 'RD-HOOD',
  gender: 'unisex',
  ageGroup: 'adult',
  weight: 780,
  origin: 'CA',
  stock: null,
  sizes: [
    { size: 'S', stock: 0 },
    { size: 'M', stock: 4_711 },
  ],
  codes: [{ size: 'S', sku: 'RD-HOOD-S', barcode: GTIN }],
  pictures: [PICTURE, { ...PICTURE, key: 'c3d4' }],
})

interface Said {
  products: number
  countries: string[]
  feeds: { channel: string; language: string; url: string; rows: number }[]
  lacks: { kind: string; products: number }[]
  faulty: { id: string; faults: { kind: string; sizes: string[] }[]; missingIn: string[] }[]
  pages: number
  total: number
}

describeOnEachDatabase('the feeds of products', (open) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask

  beforeEach(async () => {
    shop = await openTestShop(open())
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
  })
  afterEach(() => served.close())
  const { read, feed } = crawler(() => served.url)

  const table = async (path: string) =>
    parse(await read(path), { columns: true, relax_column_count: false }) as Record<string, string>[]
  const status = async (path: string) => (await fetch(served.url + path)).status
  const report = async (query = '') => (await (await ask('GET', `/api/staff/feeds${query}`)).json()) as Said

  async function speakFrench(): Promise<void> {
    await ask('PUT', '/api/staff/settings/languages', { version: 0, value: { fr: true } })
    await expect.poll(() => shop.languages.has('fr')).toBe(true)
  }

  test('give Meta and TikTok each size with all attributes of clothes, and the same facts as Google', async () => {
    await shop.catalog.add(COMPLETE, ID)
    const [s, m] = await table('/feeds/meta.csv')
    expect(s).toMatchObject({
      id: 'hoodie-s',
      title: '+Plus "Bone", hoodie, S',
      description: 'Heavy.\n- brushed\n- boxy',
      availability: 'out of stock',
      condition: 'new',
      price: '150.00 CAD',
      sale_price: '118.00 CAD',
      link: 'http://shop.example/product/hoodie',
      image_link: expect.stringContaining('http://shop.example/pictures/a1b2'),
      additional_image_link: expect.stringContaining('http://shop.example/pictures/c3d4'),
      item_group_id: 'RD-HOOD',
      google_product_category: 'Apparel & Accessories > Clothing > Shirts & Tops',
      product_type: 'Hoodies',
      color: 'Bone',
      size: 'S',
      gender: 'unisex',
      age_group: 'adult',
      gtin: GTIN,
      mpn: 'RD-HOOD-S',
      shipping_weight: '780 g',
      origin_country: 'CA',
    })
    expect(m).toMatchObject({ id: 'hoodie-m', availability: 'in stock', gtin: '', mpn: '' })
    const { id, origin_country: _origin, ...rest } = s!
    expect((await table('/feeds/tiktok.csv'))[0]).toEqual({ sku_id: id, ...rest })
    const [google] = await feed()
    expect(google).toMatchObject({ 'g:id': id, 'g:price': rest['price'], 'g:sale_price': rest['sale_price'] })
    expect(await read('/feeds/meta.csv')).not.toContain('4711')
  })

  test('have no draft, no coming product, no gift card, and follow the catalogue at once', async () => {
    await shop.catalog.add({ ...COMPLETE, draft: true }, ID)
    await shop.catalog.add(
      hoodie({ name: 'Later', publishedFrom: shop.now() + 60_000 }),
      toProductId('later'),
    )
    await shop.catalog.add(
      hoodie({ name: 'Gift', giftAmounts: '25, 50', sizes: [], stock: null }),
      toProductId('gift'),
    )
    for (const path of ['/feeds/meta.csv', '/feeds/tiktok.csv']) expect(await table(path), path).toEqual([])
    expect(await report()).toMatchObject({ products: 0, faulty: [], total: 0 })
    const added = await shop.catalog.add({ ...COMPLETE, codes: [] })
    await shop.changes.publish('catalogue')
    expect(await table('/feeds/meta.csv')).toHaveLength(2)
    expect((await report()).products).toBe(1)
    await shop.catalog.update(added.id, added.version, { ...COMPLETE, codes: [], draft: true })
    await shop.changes.publish('catalogue')
    expect(await table('/feeds/meta.csv')).toEqual([])
  })

  test('have the time of a promotion with its difference to UTC', async () => {
    await shop.catalog.add(hoodie({ pictures: [PICTURE] }), ID)
    const until = Math.floor(shop.now() / 60_000) * 60_000 + 3_600_000
    const half = { kind: 'percent', milliPercent: 50_000, items: ALL } as const
    const sale = promotion('Autumn', half, { conditions: { until } })
    const saved = await ask('PUT', '/api/staff/promotions', { version: 0, value: { promotions: [sale] } })
    expect(saved.status).toBe(200)
    const [row] = await table('/feeds/meta.csv')
    const end = `${new Date(until).toISOString().slice(0, 16)}+00:00`
    expect(row?.['sale_price']).toBe('59.00 CAD')
    expect(row?.['sale_price_effective_date']?.split('/')[1]).toBe(end)
  })

  test('are in French where the shop speaks it: texts, categories and links, with the same ids', async () => {
    await shop.catalog.add(COMPLETE, ID)
    for (const path of ['/feed.xml', '/feeds/meta.csv', '/feeds/tiktok.csv'])
      expect(await status(`${path}?language=fr`), path).toBe(404)
    await speakFrench()
    const { faulty } = await report('?kind=translation')
    expect(faulty).toEqual(
      [{ id: 'hoodie', faults: [{ kind: 'translation', sizes: [] }], missingIn: ['fr'] }].map((one) =>
        expect.objectContaining(one),
      ),
    )
    const at = (subject: string) => `/api/staff/translations/fr/${encodeURIComponent(subject)}`
    const say = (subject: string, field: string, source: string, text: string) =>
      ask('PUT', at(subject), { version: 0, texts: [{ field, source, text }] })
    await say('product:hoodie', 'name', COMPLETE.name, 'Chandail os')
    await say('category:Hoodies', 'label', 'Hoodies', 'Chandails')
    await expect
      .poll(async () => (await table('/feeds/meta.csv?language=fr'))[0]?.['product_type'])
      .toBe('Chandails')
    const [row] = await table('/feeds/meta.csv?language=fr')
    expect(row).toMatchObject({
      id: 'hoodie-s',
      title: 'Chandail os, S',
      link: 'http://shop.example/fr/product/hoodie',
      price: '150.00 CAD',
      google_product_category: 'Apparel & Accessories > Clothing > Shirts & Tops',
    })
    expect((await feed('?language=fr'))[0]).toMatchObject({
      'g:title': 'Chandail os, S',
      'g:link': 'http://shop.example/fr/product/hoodie',
    })
    expect((await table('/feeds/meta.csv'))[0]?.['link']).toBe('http://shop.example/product/hoodie')
    expect((await report()).feeds.map(({ channel, language }) => `${channel} ${language}`)).toEqual([
      'google en',
      'google fr',
      'meta en',
      'meta fr',
      'tiktok en',
      'tiktok fr',
    ])
    expect((await report()).feeds[3]?.url).toBe('http://shop.example/feeds/meta.csv?language=fr')
  })

  test('for a country have only what is sent there, with its shipping', async () => {
    await shop.catalog.add(COMPLETE, ID)
    await shop.catalog.add(
      hoodie({ name: 'Anvil', weight: 40_000, pictures: [PICTURE] }),
      toProductId('anvil'),
    )
    const zone = (name: string, country: string, price: number, upTo: number) => ({
      name,
      places: [{ country, region: '', postal: [] }],
      methods: [
        { id: name.toLowerCase(), name, kind: 'delivery', leastDays: 2, mostDays: 5, by: 'weight' },
      ].map((method) => ({ ...method, steps: [{ upTo, price }], freeFrom: null })),
    })
    const zones = [zone('Home', 'CA', 10_00, 50_000), zone('South', 'US', 25_00, 5_000)]
    const shipping = { version: 0, value: { ...SHIPPING.fallback, zones } }
    expect((await ask('PUT', '/api/staff/shipping', shipping)).status).toBe(200)
    await expect.poll(async () => status('/feeds/meta.csv?country=US')).toBe(200)
    const american = await table('/feeds/meta.csv?country=US')
    expect(american.map(({ id }) => id)).toEqual(['hoodie-s', 'hoodie-m'])
    expect(american[0]?.['shipping']).toBe('US::Standard:25.00 CAD')
    expect((await table('/feeds/meta.csv')).length).toBeGreaterThan(2)
    expect((await feed('?country=US'))[0]?.['g:shipping']).toEqual({
      'g:country': 'US',
      'g:price': '25.00 CAD',
    })
    expect((await report('?country=US')).feeds[0]).toMatchObject({
      rows: 2,
      url: 'http://shop.example/feed.xml?country=US',
    })
    expect(await status('/feeds/meta.csv?country=DE')).toBe(404)
    expect(await status('/feeds/meta.csv?country=us')).toBe(404)
  })

  test('say of each product what is missing, and the product opens at that field', async () => {
    await shop.catalog.add(COMPLETE, ID)
    const bare = { name: 'Bare', color: '', gender: '', ageGroup: '', description: '' } as const
    await shop.catalog.add(
      hoodie({
        ...bare,
        sizes: [{ size: 'M', stock: 3 }],
        codes: [{ size: 'M', sku: '', barcode: 'OUR-OWN' }],
        pictures: [{ ...PICTURE, width: 400 }],
      }),
      toProductId('bare'),
    )
    await shop.catalog.add(hoodie({ ...bare, name: 'Empty', sizes: [], pictures: [] }), toProductId('empty'))
    const { faulty, lacks, total, products } = await report()
    expect({ total, products }).toEqual({ total: 2, products: 3 })
    const faultsOf = (id: string) => faulty.find((one) => one.id === id)?.faults
    const kinds = (id: string) => faultsOf(id)?.map(({ kind }) => kind)
    expect(kinds('empty')).toEqual(['picture', 'sizes', 'color', 'gender', 'ageGroup', 'description'])
    expect(kinds('bare')).toEqual(['color', 'gender', 'ageGroup', 'smallPicture', 'description', 'barcode'])
    expect(faultsOf('bare')?.at(-1)?.sizes).toEqual(['M'])
    expect(lacks).toContainEqual({ kind: 'color', products: 2 })
    expect((await report('?kind=picture')).faulty.map(({ id }) => id)).toEqual(['empty'])
    const page = await (await ask('GET', '/admin/feeds?kind=color')).text()
    expect(page).toContain('/admin/dashboard?edit=bare&amp;missing=color')
    const opened = await (await ask('GET', '/admin/dashboard?edit=bare&missing=color')).text()
    expect(opened).toContain('"asked":{"color":"Google wants the colour')
    const nothing = await (await ask('GET', '/admin/dashboard?edit=nothing&missing=__proto__')).text()
    expect(nothing).toContain('"opened":null')
  })

  test('of 1,500 products are sent whole, in pieces, and checked in one pass', async () => {
    const stored = Array.from({ length: 1_500 }, (_, at) => `Piece ${at}`)
    for (const name of stored)
      await shop.catalog.add(
        hoodie({ name, pictures: [PICTURE] }),
        toProductId(name.toLowerCase().replace(' ', '-')),
      )
    await shop.changes.publish('catalogue')
    for (const path of ['/feeds/meta.csv', '/feeds/tiktok.csv']) {
      const rows = await table(path)
      const sizes = hoodie().sizes.length
      expect(rows).toHaveLength(1_500 * sizes)
      expect(new Set(rows.map(({ link }) => link)).size).toBe(1_500)
      const again = await fetch(served.url + path)
      const known = await fetch(served.url + path, {
        headers: { 'if-none-match': again.headers.get('etag')! },
      })
      expect([again.status, known.status]).toEqual([200, 304])
    }
    expect(await report()).toMatchObject({ products: 1_500, total: 1_500, pages: 60 })
  })
})
