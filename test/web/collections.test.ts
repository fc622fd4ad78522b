import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Collection, CollectionRule } from '#domain/catalog/collection.ts'
import { cents } from '#domain/money.ts'
import { toProductId } from '#domain/ids.ts'
import { watchPublishing } from '#operations/catalog/watch-publishing.ts'
import { collection, rule } from '#test/support/collection.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const DAY = 24 * 3_600_000

describeOnEachDatabase('Collections', (open) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask
  let version: number

  beforeEach(async () => {
    version = 0
    shop = await openTestShop(open())
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
    const add = async (id: string, changes: Parameters<typeof hoodie>[0]) => {
      shop.pass(1_000)
      await shop.catalog.add(hoodie({ name: id, ...changes }), toProductId(id))
    }
    await add('red-tee', { category: 'T-Shirts', color: 'Red', price: cents(40_00) })
    await add('red-hoodie', { color: 'Red', compareAt: cents(150_00) })
    await add('black-hoodie', { color: 'Black', price: cents(90_00), sizes: [{ size: 'S', stock: null }] })
    await add('draft-hoodie', { color: 'Red', draft: true, compareAt: cents(150_00) })
    await shop.changes.publish('catalogue')
  })
  afterEach(() => served.close())

  async function save(...collections: Collection[]): Promise<Response> {
    const answer = await ask('PUT', '/api/staff/collections', { version, value: { collections } })
    if (answer.ok) version += 1
    return answer
  }

  const read = async (path: string) =>
    (await (await fetch(served.url + path)).text()).replaceAll('<!-- -->', '')
  const status = async (path: string) => (await fetch(served.url + path)).status
  /** The products of a page of products, in their order. */
  const shown = async (path: string) => [
    ...new Set((await read(path)).match(/(?<=href="\/product\/)[\w-]+/g) ?? []),
  ]

  test.each<[Partial<CollectionRule>, string[]]>([
    [{ categories: ['T-Shirts'] }, ['red-tee']],
    [{ colors: ['Red'] }, ['red-hoodie', 'red-tee']],
    [{ colors: ['Red', 'Black'], categories: ['Hoodies'] }, ['black-hoodie', 'red-hoodie']],
    [{ priceFrom: cents(90_00), priceTo: cents(100_00) }, ['black-hoodie']],
    [{ priceTo: cents(0) }, []],
    [{ newDays: 1 }, ['black-hoodie', 'red-hoodie', 'red-tee']],
    [{ isReduced: true }, ['red-hoodie']],
  ])('by a rule have the published products for which all of it holds: %o', async (asked, products) => {
    expect((await save(collection({ rule: rule(asked) }))).status).toBe(200)
    expect(await shown('/collections/new-in')).toEqual(products)
  })

  test('by hand have their products in their order, and can be sorted, narrowed and searched for', async () => {
    const products = ['red-hoodie', 'draft-hoodie', 'red-tee', 'black-hoodie']
    await save(
      collection({
        products,
        words: 'Warm **things**.',
        searchTitle: 'Winter',
        description: 'All that is warm.',
      }),
    )
    expect(await shown('/collections/new-in')).toEqual(['red-hoodie', 'red-tee', 'black-hoodie'])
    expect(await shown('/collections/new-in?sort=price-asc')).toEqual([
      'red-tee',
      'black-hoodie',
      'red-hoodie',
    ])
    expect(await shown('/collections/new-in?size=M')).toEqual(['red-hoodie', 'red-tee'])
    expect(await shown('/collections/new-in?sort=newest&size=M')).toEqual(['red-hoodie', 'red-tee'])
    const html = await read('/collections/new-in')
    expect(html).toContain('<title>Winter – Redemption</title>')
    expect(html).toContain('<meta name="description" content="All that is warm.">')
    expect(html).toContain('<link rel="canonical" href="http://shop.example/collections/new-in">')
    expect(html).toContain('Warm <strong>things</strong>.')
    expect(html).toContain('>3 items</p>')
    expect(html).toContain('"@type":"CollectionPage","name":"New in"')
    expect(html).toContain('href="/collections/new-in?sort=newest#filters"')
    expect(html).not.toContain('draft-hoodie')
    expect(await read('/sitemap.xml')).toContain('<loc>http://shop.example/collections/new-in</loc>')
    expect(await status('/collections/new-in?page=2')).toBe(404)
    expect(await read('/collections/new-in?size=XS')).toContain('Nothing matches these filters right now.')
  })

  test('follow the catalogue, and drop what is no longer new at that moment', async () => {
    await save(
      collection({ rule: rule({ newDays: 2 }) }),
      collection({ id: 'c2', handle: 'reds', products: ['red-tee'] }),
    )
    const waits: (() => void)[] = []
    const stop = watchPublishing(shop, (work) => {
      waits.push(work)
      return () => {}
    })
    await expect.poll(() => waits.length).toBe(1)
    expect(await shown('/collections/new-in')).toHaveLength(3)
    shop.pass(2 * DAY - 2_500)
    waits[0]?.()
    await expect.poll(() => shown('/collections/new-in')).toEqual(['black-hoodie', 'red-hoodie'])
    stop()
    await shop.catalog.archive(toProductId('red-tee'))
    await shop.changes.publish('catalogue')
    expect(await read('/collections/reds')).toContain('Nothing is in this collection right now.')
  })

  test('are seen by staff alone as drafts, and menus leave them out then', async () => {
    await save(collection({ products: ['red-tee'] }))
    const menus = { header: [{ label: 'Fresh', href: '/collections/new-in' }], footer: [] }
    const saved = await ask('PUT', '/api/staff/settings/menus', { version: 0, value: menus })
    expect(saved.status).toBe(200)
    expect(await read('/contact')).toContain('<a href="/collections/new-in">Fresh</a>')
    await save(collection({ products: ['red-tee', 'draft-hoodie'], isDraft: true }))
    expect(await status('/collections/new-in')).toBe(404)
    expect(await read('/contact')).not.toContain('Fresh')
    expect(await read('/sitemap.xml')).not.toContain('/collections/')
    const preview = await (await ask('GET', '/admin/collections/c1/preview')).text()
    expect(preview).toContain('Preview for staff')
    expect(preview).toContain('content="noindex')
    expect(preview).toContain('/product/red-tee')
    expect(preview).not.toContain('/product/draft-hoodie')
    const lost = { header: [{ label: 'Lost', href: '/collections/none' }], footer: [] }
    const refused = await ask('PUT', '/api/staff/settings/menus', { version: 1, value: lost })
    expect(await refused.json()).toMatchObject({ errors: [{ path: '/value/header/0/href' }] })
  })

  test('keep the addresses of an earlier shop that are of no collection', async () => {
    await ask('PUT', '/api/staff/redirects', { from: '/collections/old', to: '/shop' })
    await ask('PUT', '/api/staff/redirects', { from: '/collections/new-in', to: '/shop' })
    await save(collection({ products: ['red-tee'] }))
    const moved = await fetch(`${served.url}/collections/old`, { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/shop'])
    expect(await shown('/collections/new-in')).toEqual(['red-tee'])
  })

  test.each([
    [{ rule: rule({}) }, 'rule', 'Choose what its products have in common.'],
    [
      { rule: rule({ priceFrom: cents(2), priceTo: cents(1) }) },
      'rule/priceTo',
      'The highest price is below the lowest.',
    ],
    [
      { rule: rule({ newDays: 0 }) },
      'rule/newDays',
      'Enter a number of days from 1 to 365, or leave it empty.',
    ],
    [{ rule: rule({ categories: ['Hats'] }) }, 'rule/categories', 'There is no category Hats.'],
    [{ products: ['none'] }, 'products', 'A chosen product was deleted. Remove it.'],
    [{ products: ['red-tee', 'red-tee'] }, 'products', 'Choose each product once.'],
    [
      { rule: rule({ isReduced: true }), products: ['red-tee'] },
      'products',
      'A rule chooses the products. Leave this empty.',
    ],
    [{ handle: 'New in' }, 'handle', 'Use small letters, digits and hyphens, such as new-in.'],
  ])('are refused at the field that is wrong: %o', async (changes, place, message) => {
    const answer = await save(collection(changes))
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      errors: [{ path: `/value/collections/0/${place}`, message }],
    })
  })
})
