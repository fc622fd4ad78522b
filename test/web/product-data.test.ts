import Validator from '@adobe/structured-data-validator'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EVERYWHERE } from '#domain/checkout/shipping/shipping-tariff.ts'
import { cents } from '#domain/money.ts'
import { POLICIES } from '#domain/settings/policies.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { TAX } from '#domain/settings/tax.ts'
import type { Picture } from '#domain/catalog/product.ts'
import { crawler, metaOf, ofType, type Json } from '#test/support/crawler.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ALL, promotion } from '#test/support/promotion.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { toProductId } from '#domain/ids.ts'
import { feedFaults } from './google/feed-faults.ts'

const PICTURE: Picture = { key: 'a1b2', alt: 'Front', width: 1200, height: 1500, placeholder: '' }
const GTIN = '0628504123454'

const COMPLETE = hoodie({
  compareAt: cents(150_00),
  color: 'Bone',
  styleNumber: 'RD-HOOD',
  gender: 'unisex',
  ageGroup: 'adult',
  weight: 780,
  searchTitle: 'Heavy hoodie in bone',
  searchDescription: 'A heavy hoodie, made to last.',
  stock: null,
  sizes: [
    { size: 'S', stock: 0 },
    { size: 'M', stock: 4_711 },
  ],
  codes: [
    { size: 'S', sku: 'RD-HOOD-S', barcode: GTIN },
    { size: 'M', sku: '', barcode: 'OUR-OWN' },
  ],
  pictures: [PICTURE],
})

describeOnEachDatabase('what search engines learn about a product', (open) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask

  beforeEach(async () => {
    shop = await openTestShop(open())
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
  })
  afterEach(() => served.close())
  const { read, feed, structured } = crawler(() => served.url)

  /** The faults that another program finds, by the rules of Google's rich results. */
  async function faults(blocks: Json[]): Promise<string[]> {
    const found: string[] = []
    for (const block of blocks) {
      const type = String(block['@type'])
      // The validator knows products, and a group only by its variants.
      const tested =
        type === 'ProductGroup' ? { Product: block['hasVariant'] as Json[] } : { [type]: [block] }
      const issues = await new Validator().validate({ jsonld: tested, microdata: {}, rdfa: {}, errors: [] })
      found.push(
        ...issues.filter(({ severity }) => severity === 'ERROR').map(({ issueMessage }) => issueMessage),
      )
    }
    return found
  }

  test('is a group of variants by size and colour, each with its codes, audience and compare-at price', async () => {
    await shop.catalog.add(COMPLETE, toProductId('hoodie'))
    const group = ofType(await structured('/product/hoodie'), 'ProductGroup')
    expect(group).toMatchObject({
      '@id': 'http://shop.example/product/hoodie#product',
      name: 'Emblem Hoodie',
      productGroupID: 'RD-HOOD',
      variesBy: ['https://schema.org/size', 'https://schema.org/color'],
      color: 'Bone',
      audience: { '@type': 'PeopleAudience', suggestedGender: 'unisex', suggestedMinAge: 13 },
    })
    expect(group?.['hasVariant']).toMatchObject([
      {
        '@type': 'Product',
        name: 'Emblem Hoodie, size S',
        size: 'S',
        color: 'Bone',
        sku: 'RD-HOOD-S',
        mpn: 'RD-HOOD-S',
        gtin: GTIN,
        inProductGroupWithID: 'RD-HOOD',
        offers: {
          price: '118.00',
          priceSpecification: { price: '150.00', priceType: 'https://schema.org/StrikethroughPrice' },
          availability: 'https://schema.org/OutOfStock',
        },
      },
      { size: 'M', sku: 'hoodie-m', offers: { availability: 'https://schema.org/InStock' } },
    ])
    const [, m] = (group?.['hasVariant'] ?? []) as Json[]
    expect(m).not.toHaveProperty('gtin')
    expect(JSON.stringify(group)).not.toContain('4711')
    const html = await read('/product/hoodie')
    expect(html).toContain('<title>Heavy hoodie in bone')
    expect(metaOf(html, 'description')).toBe('A heavy hoodie, made to last.')
  })

  test('is in the feed with the tags that Google asks for clothes', async () => {
    await shop.catalog.add(COMPLETE, toProductId('hoodie'))
    const [s, m] = await feed()
    expect(s).toMatchObject({
      'g:id': 'hoodie-s',
      'g:item_group_id': 'RD-HOOD',
      'g:price': '150.00 CAD',
      'g:sale_price': '118.00 CAD',
      'g:color': 'Bone',
      'g:gender': 'unisex',
      'g:age_group': 'adult',
      'g:size': 'S',
      'g:shipping_weight': '780 g',
      'g:gtin': GTIN,
      'g:mpn': 'RD-HOOD-S',
      'g:availability': 'out_of_stock',
    })
    expect(s).not.toHaveProperty('g:identifier_exists')
    expect(m).toMatchObject({ 'g:identifier_exists': 'no', 'g:availability': 'in_stock' })
  })

  test('a promotion that applies by itself is in the feed with its time, in the offer and on the page, until it ends', async () => {
    await shop.catalog.add(hoodie({ pictures: [PICTURE] }), toProductId('plain'))
    const until = shop.now() + 60_000
    const half = { kind: 'percent', milliPercent: 50_000, items: ALL } as const
    const sale = promotion('Autumn', half, { conditions: { until } })
    const saved = await ask('PUT', '/api/staff/promotions', { version: 0, value: { promotions: [sale] } })
    expect(saved.status).toBe(200)
    const [item] = await feed()
    expect(item).toMatchObject({ 'g:price': '118.00 CAD', 'g:sale_price': '59.00 CAD' })
    const [from, to] = item?.['g:sale_price_effective_date']?.toString().split('/') ?? []
    expect([Date.parse(from ?? ''), Date.parse(to ?? '')].every((at) => at <= until)).toBe(true)
    const offers = async () => JSON.stringify(await structured('/product/plain'))
    expect(await offers()).toContain('"name":"Promotion Autumn","priceValidUntil"')
    expect(await offers()).toContain('"price":"59.00"')
    const html = await read('/product/plain')
    expect(html).toContain('$59.00')
    expect(html).toContain('Promotion Autumn: taken off in your cart')
    expect(html).toContain('"priceCad":118')
    shop.pass(60_000)
    await shop.changes.publish('catalogue')
    expect((await feed())[0]).not.toHaveProperty('g:sale_price')
    expect(await read('/product/plain')).not.toContain('Autumn')
  })

  test('the lowest price of the 30 days before stands beside a reduced price in the EU, and everywhere if owners say so', async () => {
    const DAY = 24 * 60 * 60_000
    const product = await shop.catalog.add(hoodie(), toProductId('plain'))
    shop.pass(40 * DAY)
    const change = (version: number, price: number, compareAt: number | null) =>
      shop.catalog.update(product.id, version, {
        ...product,
        price: cents(price),
        compareAt: compareAt === null ? null : cents(compareAt),
      })
    await change(1, 100_00, null)
    shop.pass(DAY)
    await change(2, 118_00, null)
    shop.pass(DAY)
    await change(3, 90_00, 118_00)
    const prior = 'Lowest price in the 30 days before'
    expect(await read('/product/plain')).not.toContain(prior)
    const inEuros = await fetch(`${served.url}/product/plain`, { headers: { cookie: 'currency=EUR' } })
    expect(await inEuros.text()).toContain(prior)
    const everywhere = { version: 0, value: { everywhere: true } }
    expect((await ask('PUT', '/api/staff/settings/prior-price', everywhere)).status).toBe(200)
    expect(await read('/product/plain')).toContain(`${prior}: $100.00`)
  })

  test('every tag of the feed is an attribute that Google publishes, with a value of its type', async () => {
    await shop.catalog.add(COMPLETE, toProductId('complete'))
    await shop.catalog.add(hoodie({ pictures: [PICTURE] }), toProductId('plain'))
    await shop.catalog.add(hoodie({ sizes: [], pictures: [PICTURE, PICTURE] }), toProductId('sizeless'))
    const items = await feed()
    expect(items.length).toBeGreaterThan(3)
    expect(items.flatMap((item) => feedFaults(item).map((fault) => `${item['g:id']}: ${fault}`))).toEqual([])
    const { 'g:price': price, ...unpriced } = items.find((item) => item['g:id'] === 'complete-s') as Json
    const wrong = { 'g:sale_price': '$118', 'g:gender': 'women', 'g:size': ['S', 'M'], 'g:colour': 'Bone' }
    expect(price).toBe('150.00 CAD')
    expect(feedFaults({ ...unpriced, ...wrong }).toSorted()).toEqual([
      'g:colour is no attribute',
      'g:gender is "women", not Gender',
      'g:price is missing',
      'g:sale_price is "$118", not Price',
      'g:size stands 2 times',
    ])
  })

  test('has ids of at most 50 characters in the feed, the same on its page, however long its own are', async () => {
    const long = (letter: string) => toProductId(letter.padStart(64, 'x'))
    await shop.catalog.add(hoodie(), long('a'))
    await shop.catalog.add(hoodie({ styleNumber: 'N'.repeat(64) }), long('b'))
    const items = await feed()
    const ids = items.map((item) => String(item['g:id']))
    const groups = items.map((item) => String(item['g:item_group_id']))
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(groups).size).toBe(2)
    expect([...ids, ...groups].filter((id) => id.length > 50)).toEqual([])
    const group = ofType(await structured(`/product/${long('b')}`), 'ProductGroup')
    expect(groups).toContain(group?.['productGroupID'])
    const variants = (group?.['hasVariant'] ?? []) as Json[]
    expect(variants.map(({ sku }) => sku)).toEqual(ids.filter((id) => variants.some(({ sku }) => sku === id)))
    expect(variants).toHaveLength(hoodie().sizes.length)
  })

  test('passes the check of another program, with all fields filled in and with none', async () => {
    await shop.catalog.add(COMPLETE, toProductId('complete'))
    await shop.catalog.add(hoodie({ pictures: [PICTURE] }), toProductId('plain'))
    await shop.catalog.add(hoodie({ sizes: [], pictures: [PICTURE] }), toProductId('sizeless'))
    for (const id of ['complete', 'plain', 'sizeless']) {
      expect(await faults(await structured(`/product/${id}`)), id).toEqual([])
    }
    const wrong = { '@type': 'Product', name: 'Tee', offers: { '@type': 'Offer' } }
    expect(await faults([wrong])).not.toEqual([])
  })

  test('shipping and returns follow the zones, the place and the policy that owners set', async () => {
    await shop.catalog.add(hoodie({ pictures: [PICTURE], weight: 2_000 }), toProductId('hoodie'))
    const offer = async () => {
      served.cache.clear()
      const blocks = await structured('/product/hoodie')
      expect(await faults(blocks)).toEqual([])
      const [variant] = (ofType(blocks, 'ProductGroup')?.['hasVariant'] ?? []) as { offers: Json }[]
      return variant?.offers ?? {}
    }
    const details = (country: string, value: string, days: [number, number]) => ({
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value, currency: 'CAD' },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: country },
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        transitTime: { '@type': 'QuantitativeValue', minValue: days[0], maxValue: days[1], unitCode: 'DAY' },
      },
    })
    const noReturns = (applicableCountry: unknown) => ({
      '@type': 'MerchantReturnPolicy',
      applicableCountry,
      returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
    })
    const first = {
      shippingDetails: details('CA', '25.00', [7, 14]),
      hasMerchantReturnPolicy: noReturns('CA'),
    }
    expect(await offer()).toMatchObject(first)

    const zone = (name: string, price: number, places: { country: string; region?: string }[]) => ({
      name,
      places: places.map((place) => ({ region: '', postal: [], ...place })),
      methods: [
        { id: name.toLowerCase(), name, kind: 'delivery', leastDays: 2, mostDays: 5, by: 'weight' },
      ].map((method) => ({ ...method, steps: [{ upTo: 3_000, price }], freeFrom: null })),
    })
    const zones = [
      zone('Home', 12_00, [{ country: 'CA', region: 'Ontario' }]),
      zone('States', 18_50, [{ country: 'US' }, { country: 'MX' }]),
      zone('Rest', 40_00, [{ country: EVERYWHERE }]),
    ]
    const shipping = { version: 0, value: { ...SHIPPING.fallback, zones } }
    expect((await ask('PUT', '/api/staff/shipping', shipping)).status).toBe(200)
    const abroad = [
      details('CA', '40.00', [2, 5]),
      details('US', '18.50', [2, 5]),
      details('MX', '18.50', [2, 5]),
    ]
    expect(await offer()).toMatchObject({
      shippingDetails: abroad,
      hasMerchantReturnPolicy: noReturns(['CA', 'US', 'MX']),
    })

    const home = { country: 'US', region: 'Oregon' }
    const tax = { version: 0, value: { ...TAX.fallback, home } }
    expect((await ask('PUT', '/api/staff/settings/tax', tax)).status).toBe(200)
    const [canada, states, mexico] = abroad
    expect(await offer()).toMatchObject({ shippingDetails: [states, canada, mexico] })
    const [item] = await feed()
    expect(item?.['g:shipping']).toEqual([
      { 'g:country': 'US', 'g:price': '18.50 CAD' },
      { 'g:country': 'CA', 'g:price': '40.00 CAD' },
      { 'g:country': 'MX', 'g:price': '18.50 CAD' },
    ])
    expect(feedFaults(item ?? {})).toEqual([])
    const places = await read('/llms.txt')
    expect(places).toContain('> Streetwear from Oregon, United States, founded in 2023')
    expect(places).toContain('is local in Oregon and international')
    expect(places).not.toContain('Saskatoon')
    expect(await read('/feed.xml')).toContain('Streetwear from Oregon. Prices')

    const policies = { ...POLICIES.fallback, delivery: 'Send it back within 30 days.' }
    await ask('PUT', '/api/staff/settings/policies', { version: 0, value: policies })
    expect(await offer()).not.toHaveProperty('hasMerchantReturnPolicy')
    expect(await read('/llms.txt')).not.toContain('final')
    await ask('POST', '/api/staff/settings/policies/undo', { version: 1, to: 0 })
    await ask('POST', '/api/staff/settings/tax/undo', { version: 1, to: 0 })
    await ask('POST', '/api/staff/shipping/undo', { version: 1, to: 0 })
    expect(await offer()).toMatchObject(first)
  })

  test('lists shipping by part of a country when zones name only parts, as far as search engines have names for them', async () => {
    await shop.catalog.add(hoodie({ pictures: [PICTURE], weight: 2_000 }), toProductId('hoodie'))
    const place = (country: string, region: string, postal: string[] = []) => ({ country, region, postal })
    const zone = (name: string, price: number, places: ReturnType<typeof place>[]) => ({
      name,
      places,
      methods: [
        { id: name.toLowerCase(), name, kind: 'delivery', leastDays: 2, mostDays: 5, by: 'weight' },
      ].map((method) => ({ ...method, steps: [{ upTo: 3_000, price }], freeFrom: null })),
    })
    const zones = [
      zone('Town', 8_00, [place('CA', '', ['S7K', 'S7N1'])]),
      zone('Prairies', 12_00, [place('CA', 'Saskatchewan'), place('CA', 'Alberta')]),
      zone('North', 90_00, [place('CA', 'Nunavut')]),
      zone('Coasts', 18_50, [place('US', 'New York'), place('US', 'California')]),
      zone('Sydney', 30_00, [place('AU', 'New South Wales')]),
      zone('Kent', 20_00, [place('GB', 'Kent')]),
    ]
    const shipping = { version: 0, value: { ...SHIPPING.fallback, zones } }
    expect((await ask('PUT', '/api/staff/shipping', shipping)).status).toBe(200)
    served.cache.clear()
    const [item] = await feed()
    const part = (country: string, more: object, price: string) => ({
      'g:country': country,
      ...more,
      'g:price': `${price} CAD`,
    })
    // A county of Great Britain has no code, and postal codes do not determine it.
    expect(item?.['g:shipping']).toEqual([
      part('CA', { 'g:postal_code': 'S7K*' }, '8.00'),
      part('CA', { 'g:postal_code': 'S7N1*' }, '8.00'),
      part('CA', { 'g:postal_code': 'S*' }, '12.00'),
      part('CA', { 'g:postal_code': 'T*' }, '12.00'),
      ...['X0A*', 'X0B*', 'X0C*'].map((start) => part('CA', { 'g:postal_code': start }, '90.00')),
      part('US', { 'g:region': 'NY' }, '18.50'),
      part('US', { 'g:region': 'CA' }, '18.50'),
      part('AU', { 'g:region': 'NSW' }, '30.00'),
    ])
    expect(feedFaults(item ?? {})).toEqual([])
    const blocks = await structured('/product/hoodie')
    expect(await faults(blocks)).toEqual([])
    const [variant] = (ofType(blocks, 'ProductGroup')?.['hasVariant'] ?? []) as { offers: Json }[]
    expect(variant?.offers).toMatchObject({
      hasMerchantReturnPolicy: { applicableCountry: ['CA', 'US', 'AU'] },
    })
    const details = variant?.offers['shippingDetails'] as { shippingDestination: Json }[]
    expect(details.map(({ shippingDestination }) => shippingDestination)).toEqual(
      expect.arrayContaining([
        { '@type': 'DefinedRegion', addressCountry: 'CA', postalCodePrefix: 'S7K' },
        { '@type': 'DefinedRegion', addressCountry: 'CA', postalCodePrefix: 'X0A' },
        { '@type': 'DefinedRegion', addressCountry: 'US', addressRegion: 'NY' },
      ]),
    )
  })

  test('has a compare-at price only while it is higher, in words for those who cannot see that it is struck out', async () => {
    await shop.catalog.add(COMPLETE, toProductId('reduced'))
    await shop.catalog.add(hoodie({ compareAt: cents(118_00) }), toProductId('honest'))
    const reduced = await read('/product/reduced')
    expect(reduced).toMatch(/Price now:.*\$118\.00.*Price before:.*<s[^>]*>\$150\.00<\/s>/)
    expect(await read('/product/honest')).not.toContain('<s ')
    const listed = /\$118\.00<span class="visually-hidden">, (?:<!-- -->)?was<\/span> <s>\$150\.00<\/s>/g
    for (const path of ['/', '/shop', '/product/honest']) {
      expect((await read(path)).match(listed), path).toHaveLength(1)
    }
    const { suggestions } = JSON.parse(await read('/api/search?q=hoodie')) as { suggestions: Json[] }
    expect(suggestions.map(({ before }) => before).toSorted()).toEqual(['$150.00', undefined])
    const cart = await fetch(`${served.url}/api/cart/price`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        items: ['reduced', 'honest'].map((productId) => ({ productId, size: 'M', quantity: 1 })),
      }),
    })
    expect(await cart.json()).toMatchObject({
      lines: [
        { price: 118, before: 150 },
        { price: 118, before: null },
      ],
    })
    expect((await feed()).find((item) => item['g:id'] === 'honest-s')).not.toHaveProperty('g:sale_price')
  })

  test('links the same product in other colours, and no other product', async () => {
    const style = { styleNumber: 'RD-HOOD' }
    await shop.catalog.add(hoodie({ color: 'Bone', ...style }), toProductId('in-bone'))
    await shop.catalog.add(hoodie({ color: 'Ink', ...style }), toProductId('in-ink'))
    await shop.catalog.add(hoodie({ color: 'Ash' }), toProductId('another'))
    const colours = /<nav[^>]*aria-label="Other colours">(.*?)<\/nav>/
    const [, links = ''] = colours.exec(await read('/product/in-bone')) ?? []
    expect(links).toMatch(/Colour: Bone.*Also in.*<a href="\/product\/in-ink">Ink<\/a>/)
    expect(links.match(/<a /g)).toHaveLength(1)
    expect(await read('/product/another')).not.toMatch(colours)
  })
})
