import { afterEach, beforeEach, expect, test } from 'vitest'
import { CATEGORIES } from '#domain/catalog/category.ts'
import { toProductId } from '#domain/ids.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { collection, rule } from '#test/support/collection.ts'
import { promotion } from '#test/support/promotion.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const [shirts, hoodies, accessories, pants] = CATEGORIES

describeOnEachDatabase('The categories that owners set', (open) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask
  let version: number

  beforeEach(async () => {
    version = 0
    shop = await openTestShop(open())
    const sizes = [
      { size: 'M', stock: 3 },
      { size: 'L', stock: 2 },
    ]
    await shop.catalog.add(hoodie({ stock: 5, sizes }), toProductId('emblem-hoodie'))
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
  })
  afterEach(() => served.close())

  const page = async (path: string) =>
    (await (await fetch(served.url + path)).text()).replaceAll('<!-- -->', '')
  const sizesOf = async (id: string) =>
    (await shop.catalog.find(toProductId(id)))?.sizes.map(({ size, stock }) => `${size} ${stock}`)

  async function save(...categories: (object | undefined)[]): Promise<Response> {
    const answer = await ask('PUT', '/api/staff/settings/categories', { version, value: { categories } })
    if (answer.ok) ({ version } = (await answer.clone().json()) as { version: number })
    return answer
  }

  const shoes = { label: 'Shoes & boots', sizes: '42, 43, 44, One size' }
  const sneaker = { name: 'Runner', price: '99', stock: '', category: 'Shoes & boots', description: '' }
  const add = (sizes: object[], more: object = {}) =>
    ask('POST', '/api/staff/products', { ...sneaker, sizes, pictures: [], ...more })

  test('that are renamed are no longer what they were to the feed', async () => {
    expect(await page('/feed.xml')).toContain('Clothing &gt; Shirts &amp; Tops')
    await save(shirts, { ...hoodies, label: 'Mugs' }, accessories, pants)
    expect(await page('/feed.xml')).toContain(
      '<g:google_product_category>Apparel &amp; Accessories</g:google_product_category>',
    )
  })

  test('are in the filters, titles and addresses of the shop as soon as they are saved', async () => {
    expect(await page('/shop')).not.toContain('Jumpers')
    await save({ ...hoodies, label: 'Jumpers' }, shoes, shirts, { ...pants, hidden: true }, accessories)
    const all = await page('/shop')
    const filters = [...all.matchAll(/href="\/shop\?category=([^"]+)#filters"[^>]*>([^<]+)</g)].map((found) =>
      found.slice(1),
    )
    expect(filters).toEqual([
      ['Hoodies', 'Jumpers'],
      ['Shoes+%26+boots', 'Shoes &amp; boots'],
      ['T-Shirts', 'Shirts'],
      ['Accessories', 'Accessories'],
    ])
    expect(all).toMatch(/size=XXL#filters.*size=42#filters/)
    expect(await page('/shop?category=Hoodies')).toContain('<title>Jumpers')
    expect(await page('/shop?category=Pants')).toContain('<title>Pants')
    const product = await page('/product/emblem-hoodie')
    expect(product).not.toContain('Hoodies</a>')
    expect(product).toContain('"category":"Jumpers"')
    expect(await page('/llms.txt')).toContain('jumpers, shoes & boots, shirts, accessories. Sizes XS')
    expect(await page('/feed.xml')).toContain('<g:product_type>Jumpers</g:product_type>')
    const found = await (await fetch(`${served.url}/api/search?q=jumper`)).json()
    expect(JSON.stringify(found)).toContain('emblem-hoodie')
  })

  test('an address with an unknown category shows all products', async () => {
    expect(await page('/shop?category=Shoes&size=42')).toContain(
      'rel="canonical" href="http://shop.example/shop"',
    )
  })

  test('a product has sizes of its category, in the order of the owner', async () => {
    await save(...CATEGORIES, shoes)
    const answer = await add([
      { size: 'One size', stock: null },
      { size: '42', stock: 4 },
    ])
    expect(answer.status).toBe(201)
    const { id } = (await answer.json()) as { id: string }
    expect(await sizesOf(id)).toEqual(['42 4', 'One size null'])
    const radios = (await page(`/product/${id}`)).match(/<input type="radio"[^>]*name="size"[^>]*>/g) ?? []
    expect(radios.map((radio) => /value="([^"]+)"/.exec(radio)?.[1])).toEqual(['42', '43', '44', 'One size'])
    const errors = async (refused: Response) =>
      ((await refused.json()) as { errors: { path: string; message: string }[] }).errors
    expect(await errors(await add([{ size: 'M', stock: 1 }]))).toEqual([
      { path: '/sizes', message: 'Shoes & boots have no size M.' },
    ])
    expect(await errors(await add([], { category: 'Boots' }))).toEqual([
      { path: '/category', message: 'Choose a category.' },
    ])
    await save(...CATEGORIES, { ...shoes, value: 'Shoes & boots', sizes: 'One size, 44, 43, 42' })
    expect(await sizesOf(id)).toEqual(['One size null', '42 4'])
  })

  test('a size that a category no longer has stays with its stock until the product is edited', async () => {
    await save(shirts, { ...hoodies, sizes: 'XL, L, S' }, accessories, pants)
    expect(await sizesOf('emblem-hoodie')).toEqual(['L 2', 'M 3'])
    const [product] = (await shop.catalog.listForStaff({ limit: 1, offset: 0 })).products
    const change = (version: number, sizes: object[]) =>
      ask('PUT', '/api/staff/products/emblem-hoodie', {
        ...product,
        price: '10',
        version,
        sizes,
        seen: { stock: product?.stock ?? null, sizes: product?.sizes ?? [] },
      })
    expect(
      (
        await change(1, [
          { size: 'M', stock: 3 },
          { size: 'L', stock: 2 },
        ])
      ).status,
    ).toBe(200)
    expect(await sizesOf('emblem-hoodie')).toEqual(['L 2', 'M 3'])
    expect((await change(2, [{ size: 'L', stock: 2 }])).status).toBe(200)
    expect((await change(3, [{ size: 'M', stock: 1 }])).status).toBe(422)
  })

  test('cannot be removed while they have products, not even by restoring an older version', async () => {
    const refused = await save(shirts, accessories, pants)
    const { errors } = (await refused.json()) as { errors: object[] }
    expect({ status: refused.status, errors }).toEqual({
      status: 422,
      errors: [
        {
          path: '/value/categories',
          message:
            'Hoodies has 1 product, including deleted ones. Move them to another category first, or hide the category.',
        },
      ],
    })
    await save(...CATEGORIES, shoes)
    await add([{ size: '42', stock: 4 }], { name: 'Gone' })
    await shop.catalog.archive(toProductId('gone'))
    const undone = await ask('POST', '/api/staff/settings/categories/undo', { version, to: 0 })
    expect({ status: undone.status, body: await undone.json() }).toMatchObject({
      status: 422,
      body: {
        title:
          'Shoes & boots has 1 product, including deleted ones. Move them to another category first, or hide the category.',
      },
    })
    expect(
      (
        await save(...CATEGORIES.filter(({ value }) => value !== 'Pants'), {
          ...shoes,
          value: 'Shoes & boots',
        })
      ).status,
    ).toBe(200)
  })

  test('are not overwritten by a second owner, who sees what the first saved', async () => {
    await save(...CATEGORIES, shoes)
    version = 0
    const refused = await save(...CATEGORIES)
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ current: { version: 1 } })
  })

  test('determine the rows of a size chart, and staff lists can be filtered by them', async () => {
    await save(...CATEGORIES, shoes)
    const chart = {
      version: 0,
      measurements: ['Sole'],
      rows: [
        { size: '43', lengths: [280] },
        { size: '42', lengths: [270] },
      ],
    }
    const saved = await ask('PUT', `/api/staff/size-charts/${encodeURIComponent('Shoes & boots')}`, chart)
    expect({ status: saved.status, body: await saved.json() }).toMatchObject({
      status: 200,
      body: { rows: [{ size: '42' }, { size: '43' }] },
    })
    await add([{ size: '42', stock: 4 }])
    const list = async (category: string) =>
      ((await (await ask('GET', `/api/staff/products?category=${category}`)).json()) as { total: number })
        .total
    expect(await list('Shoes+%26+boots')).toBe(1)
    expect(await list('Hoodies')).toBe(1)
    expect(await list('None')).toBe(2)
    for (const path of [
      '/admin/settings/categories',
      '/admin/size-charts',
      '/admin/stock-count?category=Shoes+%26+boots',
      '/admin/dashboard',
    ])
      expect(await (await ask('GET', path)).text()).toContain('Shoes &amp; boots')
  })

  test('are merged with all that names one of them, after it was said what would move', async () => {
    const byCategory: Parameters<typeof promotion>[1] = {
      kind: 'percent',
      milliPercent: 10_000,
      items: { products: [], categories: ['Hoodies', 'T-Shirts'] },
    }
    const header = [{ label: 'Warm', href: '/shop?category=Hoodies' }]
    const put = (path: string, value: object, seen = 0) =>
      ask('PUT', `/api/staff/${path}`, { version: seen, value })
    const chart = { version: 0, measurements: ['Chest'], rows: [{ size: 'M', lengths: [610] }] }
    const written = [
      await put('promotions', { promotions: [promotion('p1', byCategory)] }),
      await put('collections', { collections: [collection({ rule: rule({ categories: ['Hoodies'] }) })] }),
      await put('settings/menus', { header, footer: [] }),
      await ask('PUT', '/api/staff/size-charts/Hoodies', chart),
    ]
    expect(written.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await shop.catalog.add(hoodie({ name: 'Gone' }), toProductId('gone'))
    await shop.catalog.archive(toProductId('gone'))

    const merge = (changes: object) =>
      ask('POST', '/api/staff/categories/merge', {
        version: 0,
        from: 'Hoodies',
        into: 'T-Shirts',
        isTrial: false,
        ...changes,
      })
    const uses = {
      products: 2,
      promotions: ['Promotion p1'],
      collections: ['New in'],
      links: ['Warm'],
      sections: [],
    }
    expect(await (await merge({ isTrial: true })).json()).toEqual(uses)
    expect(await page('/shop?category=Hoodies')).toContain('/product/emblem-hoodie')
    expect((await merge({ into: 'Hoodies' })).status).toBe(409)
    expect((await merge({ version: 7 })).status).toBe(409)
    expect(await (await merge({})).json()).toEqual(uses)

    expect(await page('/shop?category=T-Shirts')).toContain('/product/emblem-hoodie')
    expect(await page('/shop')).not.toContain('category=Hoodies')
    const former = await page('/shop?category=Hoodies&size=M')
    expect(former).toContain('<link rel="canonical" href="http://shop.example/shop?category=T-Shirts">')
    expect(former).toContain('<h1')
    expect(former).toBe(await page('/shop?category=T-Shirts&size=M'))
    expect(former).not.toBe(await page('/shop?size=M'))
    expect(await page('/collections/new-in')).toContain('/product/emblem-hoodie')
    expect(await page('/contact')).toContain('<a href="/shop?category=T-Shirts">Warm</a>')
    const search = async (query: string) =>
      (await shop.catalog.list({ query, limit: 9, offset: 0 })).products.map(({ id }) => id)
    expect(await search('t-shirts')).toEqual(['emblem-hoodie'])
    expect(await search('hoodies')).toEqual([])
    const saved = await currentSetting(shop, PROMOTIONS)
    expect(saved.promotions[0]?.effect).toMatchObject({ items: { categories: ['T-Shirts'] } })
    const moved = await open().db.selectFrom('size_charts').select('category').execute()
    expect(moved).toEqual([{ category: 'T-Shirts' }])
    expect(await (await ask('GET', '/admin/activity')).text()).toContain('Menus')
    expect((await merge({ version: 1 })).status).toBe(409)

    expect((await merge({ version: 1, from: 'T-Shirts', into: 'Pants' })).status).toBe(200)
    expect(await page('/shop?category=Hoodies')).toBe(await page('/shop?category=Pants'))
    const { categories } = await currentSetting(shop, CATEGORIES_SETTING)
    expect(categories).toMatchObject([{ value: 'Accessories' }, { formerly: ['T-Shirts', 'Hoodies'] }])
    const again = [...categories, { ...categories[0], value: '', label: 'Hoodies', formerly: [] }]
    expect((await put('settings/categories', { categories: again }, 2)).status).toBe(200)
    expect(await page('/shop?category=Hoodies')).not.toBe(await page('/shop?category=Pants'))
  })
})
