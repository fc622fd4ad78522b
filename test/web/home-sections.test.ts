import { afterEach, beforeEach, expect, test } from 'vitest'
import { toProductId } from '#domain/ids.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { HOME_PAGE } from '#domain/settings/home-page.ts'
import { firstProducts, firstSections, type HomeSection } from '#domain/settings/home-sections.ts'
import type { PageRequest } from '#web/page.ts'
import { loadHomePage } from '#web/storefront/home/home-page.server.ts'
import { english } from '#words/en/english.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const DAY_MS = 24 * 3_600_000
const BEANIE = toProductId('rib-beanie')
const block = {
  kind: 'text',
  hidden: false,
  heading: 'Our start',
  text: 'We are **loud**.',
  picture: null,
} as const
const [HERO, NEWEST, NEWSLETTER] = firstSections('New arrivals') as [HomeSection, HomeSection, HomeSection]

describeOnEachDatabase('The sections of the home page', (open) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask
  let version: number

  beforeEach(async () => {
    version = 0
    shop = await openTestShop(open())
    await shop.catalog.add(hoodie(), toProductId('emblem-hoodie'))
    await shop.catalog.add(hoodie({ name: 'Rib Beanie', category: 'Accessories' }), BEANIE)
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
  })
  afterEach(() => served.close())

  const page = async (path = '/') =>
    (await (await fetch(served.url + path)).text()).replaceAll('<!-- -->', '')
  const main = async (path?: string) => /<main.*<\/main>/s.exec(await page(path))?.[0] ?? ''
  const headings = async () => [...(await main()).matchAll(/<h[12][^>]*>(.*?)<\/h/gs)].map(([, text]) => text)

  async function save(sections: readonly object[]): Promise<Response> {
    const value = { ...HOME_PAGE.fallback, sections }
    const answer = await ask('PUT', '/api/staff/settings/home-page', { version, value })
    if (answer.ok) version += 1
    return answer
  }

  const products = (changes: object) => ({ ...firstProducts('Ours'), ...changes })

  test('are shown in their order, without hidden ones, and undoing brings back the same bytes', async () => {
    const before = await page()
    expect((await save([block, NEWSLETTER, { ...HERO, hidden: true }, NEWEST].map(withItems))).status).toBe(
      200,
    )
    const shown = await main()
    const places = ['Our start', 'Join Our Community', 'New arrivals'].map((text) => shown.indexOf(text))
    expect(places.every((at) => at > 0)).toBe(true)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(shown).toContain('<strong>loud</strong>')
    expect(shown).not.toContain('/hero/')
    expect(shown).toContain('<h1 class="visually-hidden">Redemption</h1>')
    await ask('POST', '/api/staff/settings/home-page/undo', { version, to: 0 })
    expect(await page()).toBe(before)
  })

  test('no section at all is an empty page with its heading', async () => {
    expect((await save([])).status).toBe(200)
    expect(await headings()).toEqual(['Redemption'])
  })

  test('products are of a category or of a collection that is public, and link all of them', async () => {
    await save([products({ from: 'category', category: 'Accessories' })])
    const ofCategory = await main()
    expect(ofCategory).toContain('<a href="/shop?category=Accessories">Ours</a>')
    expect(ofCategory).toContain('Rib Beanie')
    expect(ofCategory).not.toContain('Emblem Hoodie')

    const collection = (isDraft: boolean) => ({
      collections: [
        {
          id: 'c1',
          name: 'Loud',
          handle: 'loud',
          words: '',
          picture: null,
          isDraft,
          rule: null,
          products: ['emblem-hoodie'],
          sort: 'newest',
          searchTitle: '',
          description: '',
        },
      ],
    })
    await ask('PUT', '/api/staff/collections', { version: 0, value: collection(false) })
    await save([products({ from: 'collection', collection: 'c1' })])
    const ofCollection = await main()
    expect(ofCollection).toContain('<a href="/collections/loud">Ours</a>')
    expect(ofCollection).toContain('Emblem Hoodie')
    expect(ofCollection).not.toContain('Rib Beanie')
    await ask('PUT', '/api/staff/collections', { version: 1, value: collection(true) })
    expect(await main()).not.toMatch(/Ours|Emblem Hoodie/)
  })

  test('products are back in stock for 30 days after they were sold out, the last one first', async () => {
    const sections = [products({ from: 'back' })]
    await save(sections)
    expect(await headings()).toEqual(['Redemption'])
    const count = async (id: string, stock: number) => {
      const product = await shop.catalog.find(toProductId(id), { hiddenToo: true })
      if (!product) throw new Error('There is no such product')
      const sizes = product.sizes.map(({ size }) => ({ size, stock }))
      const { version: seen } = product
      await shop.catalog.update(product.id, seen, { ...product, stock: null, sizes }, undefined, undefined, {
        by: 'ada@shop.example',
        reason: 'counted',
      })
      await shop.changes.publish('catalogue')
    }
    const names = async () => [...(await main()).matchAll(/Emblem Hoodie|Rib Beanie/g)].map(([name]) => name)
    await count('emblem-hoodie', 0)
    await count('rib-beanie', 0)
    shop.pass(DAY_MS)
    await count('rib-beanie', 3)
    shop.pass(DAY_MS)
    await count('emblem-hoodie', 2)
    expect([...new Set(await names())]).toEqual(['Emblem Hoodie', 'Rib Beanie'])
    await count('emblem-hoodie', 0)
    expect([...new Set(await names())]).toEqual(['Rib Beanie'])
    shop.pass(29 * DAY_MS)
    await shop.changes.publish('catalogue')
    expect(await names()).toEqual([])
  })

  test('what is counted for the first time, or new with its stock, is not back in stock', async () => {
    await save([products({ from: 'back' })])
    const by = { by: 'ada@shop.example', reason: 'corrected' } as const
    const set = async (stock: number | null) => {
      const product = (await shop.catalog.find(BEANIE, { hiddenToo: true }))!
      const sizes = product.sizes.map(({ size }) => ({ size, stock: null }))
      const { version: seen } = product
      await shop.catalog.update(BEANIE, seen, { ...product, stock, sizes }, undefined, undefined, by)
      await shop.changes.publish('catalogue')
    }
    const isShown = async () => (await main()).includes('Rib Beanie')
    await set(null)
    await set(5)
    expect(await isShown()).toBe(false)
    await set(0)
    await set(null)
    await set(5)
    expect(await isShown()).toBe(false)
    await set(0)
    await set(5)
    expect(await isShown()).toBe(true)

    await shop.database.db
      .updateTable('stock_movements')
      .set({ reason: 'imported' })
      .where('product_id', '=', 'emblem-hoodie' as typeof BEANIE)
      .execute()
    await shop.changes.publish('catalogue')
    expect(await main()).not.toContain('Emblem Hoodie')
  })

  test('a countdown shows the next drop until it is sold, and nothing of a draft', async () => {
    const now = shop.now()
    const drop = (name: string, soldFrom: number, isDraft: boolean) => ({
      id: name.toLowerCase(),
      name,
      handle: name.toLowerCase(),
      words: 'Secret words',
      picture: null,
      isDraft,
      products: [],
      publicFrom: soldFrom - 1,
      soldFrom,
    })
    const drops = [drop('Hush', now + DAY_MS, true), drop('Winter', now + 2 * DAY_MS, false)]
    await ask('PUT', '/api/staff/drops', { version: 0, value: { drops } })
    await save([{ kind: 'drop', hidden: false, drop: '' }])
    const shown = await page()
    expect(shown).toContain('href="/drop/winter"')
    expect(shown).toContain(`"at":${now + 2 * DAY_MS - 1}`)
    expect(shown).not.toMatch(/hush/i)
    await save([{ kind: 'drop', hidden: false, drop: 'hush' }])
    expect(await page()).not.toMatch(/hush|countdown/i)
    await save([{ kind: 'drop', hidden: false, drop: 'winter' }])
    shop.pass(2 * DAY_MS)
    await shop.changes.publish('catalogue')
    expect(await headings()).toEqual(['Redemption'])
  })

  test('a section that names what is gone is refused at its field, but one that had it stays', async () => {
    const refusal = async (section: object) => (await (await save([section])).json()) as { errors: object[] }
    expect((await refusal(products({ from: 'category', category: 'None' }))).errors).toMatchObject([
      { path: '/value/sections/0/category' },
    ])
    expect((await refusal(products({ from: 'collection', collection: 'none' }))).errors).toMatchObject([
      { path: '/value/sections/0/collection' },
    ])
    expect((await refusal({ kind: 'drop', hidden: false, drop: 'none' })).errors).toMatchObject([
      { path: '/value/sections/0/drop' },
    ])
    expect((await refusal(products({ from: 'chosen', products: ['none'] }))).errors).toMatchObject([
      { path: '/value/sections/0/products' },
    ])
    const chosen = products({ from: 'chosen', products: ['rib-beanie'] })
    expect((await save([chosen])).status).toBe(200)
    await shop.catalog.archive(BEANIE)
    expect((await save([chosen, NEWSLETTER])).status).toBe(200)
  })

  test('a category that is merged is another one in sections, too', async () => {
    await save([products({ from: 'category', category: 'Accessories' })])
    const { version: seen } = await shop.savedSettings.latest(CATEGORIES_SETTING)
    const body = { version: seen, from: 'Accessories', into: 'Hoodies' }
    const trial = await ask('POST', '/api/staff/categories/merge', { ...body, isTrial: true })
    expect(await trial.json()).toMatchObject({ sections: ['Ours'] })
    await ask('POST', '/api/staff/categories/merge', { ...body, isTrial: false })
    expect(await main()).toContain('<a href="/shop?category=Hoodies">Ours</a>')
  })

  test('only a page with other parts than the first one has their styles', async () => {
    const request = { path: '/', params: {}, query: new URLSearchParams(), currency: 'CAD', language: 'en' }
    const styledAs = async () =>
      (await loadHomePage(shop, { ...request, words: english } as PageRequest)).styledAs ?? []
    await save([NEWEST, HERO, products({ from: 'category', category: 'Hoodies' })])
    expect(await styledAs()).toEqual([])
    await save([withItems(block)])
    expect(await styledAs()).toContain('storefront/pages/text-page')
  })
})

function withItems(section: object): object {
  return 'text' in section ? { ...section, items: [] } : section
}
