import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSizeChart } from '#db/catalog/size-charts.ts'
import type { SizeChart } from '#domain/catalog/size-chart.ts'
import { toStaffId } from '#domain/ids.ts'
import { addSizeChart, removeSizeChart, saveSizeChart } from '#operations/catalog/save-size-chart.ts'
import { exportSettings } from '#operations/settings/export-settings.ts'
import { mergeCategories } from '#operations/settings/merge-categories.ts'
import { readTexts } from '#operations/translations/read-texts.ts'
import { saveTexts } from '#operations/translations/save-texts.ts'
import { readDemo, removeDemo } from '#operations/start/remove-demo.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const EDITOR = { memberId: toStaffId('ada'), permissions: ['settings.write', 'products.write'] } as const
const OWN = { measurements: ['Half waist'], rows: [{ size: 'M', lengths: [666] }] }

describeOnEachDatabase('Size charts that products name', (open) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask

  beforeEach(async () => {
    shop = await openTestShop(open())
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
    const draft = { measurements: ['Chest'], rows: [{ size: 'M', lengths: [610] }] }
    await saveSizeChart(shop, { category: 'Hoodies', version: 0, draft })
  })
  afterEach(() => served.close())

  const add = async (name: string, sizesOf = 'Hoodies') =>
    ask('POST', '/api/staff/size-charts', { name, sizesOf })
  const addMeasured = async (name: string) => {
    const { category } = (await (await add(name)).json()) as SizeChart
    await ask('PUT', `/api/staff/size-charts/${category}`, { version: 1, ...OWN })
    return category
  }
  const productPage = async (id = 'emblem-hoodie') => (await fetch(`${served.url}/product/${id}`)).text()

  test('a product shows the chart that it names, and the others that of their category', async () => {
    await addMeasured('Relaxed hoodie')
    await shop.catalog.add(hoodie())
    await shop.catalog.add(hoodie({ name: 'Box Hoodie', sizeChart: 'relaxed-hoodie' }))
    expect(await productPage('box-hoodie')).toContain('Half waist')
    expect(await productPage('box-hoodie')).not.toContain('Chest')
    expect(await productPage()).toContain('Chest')
  })

  test('a new one begins as that of its category, and an empty one does not take that away', async () => {
    const answer = await add('Relaxed hoodie')
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 201,
      body: {
        name: 'Relaxed hoodie',
        measurements: ['Chest'],
        rows: [{ size: 'M', lengths: [610] }],
        category: 'own:relaxed-hoodie',
        version: 1,
      },
    })
    await shop.catalog.add(hoodie({ sizeChart: 'relaxed-hoodie' }))
    const key = 'own:relaxed-hoodie'
    await ask('PUT', `/api/staff/size-charts/${key}`, { version: 1, measurements: [], rows: [] })
    expect(await productPage()).toContain('Chest')
    const stored = await findSizeChart(shop.database.db, key)
    expect(stored?.chart).toEqual({
      name: 'Relaxed hoodie',
      measurements: [],
      rows: [],
      category: key,
      version: 2,
    })
    const screen = await (await ask('GET', `/admin/size-chart?category=${key}`)).text()
    expect(screen).toMatch(/Chest removed.*Added, as that of Hoodies/s)
    const back = await ask('POST', `/api/staff/size-charts/${key}/undo`, { version: 2, to: 1 })
    expect(await back.json()).toMatchObject({ name: 'Relaxed hoodie', measurements: ['Chest'], version: 3 })
  })

  test('names are given once, renaming keeps the products, and a wrong category is refused', async () => {
    await add('Relaxed')
    for (const [name, sizesOf] of [
      ['relaxed', 'Hoodies'],
      ['Loose', 'Shoes'],
      ['', 'Hoodies'],
    ] as const) {
      expect((await add(name, sizesOf)).status).toBe(422)
    }
    await add('Loose')
    const rename = (key: string, name: string) =>
      ask('PUT', `/api/staff/size-charts/${key}`, { version: 1, name, ...OWN })
    expect((await rename('own:loose', 'Relaxed')).status).toBe(422)
    expect(await (await rename('own:loose', 'Baggy')).json()).toMatchObject({
      name: 'Baggy',
      category: 'own:loose',
    })
    expect((await rename('own:gone', 'Gone')).status).toBe(404)
    expect(await (await rename('Hoodies', 'Not for categories')).json()).not.toHaveProperty('name')
    const { charts } = (await (await ask('GET', '/api/staff/size-charts')).json()) as {
      charts: { handle: string | null; name?: string; sizesOf: string }[]
    }
    expect(charts.filter(({ handle }) => handle !== null)).toMatchObject([
      { handle: 'loose', name: 'Baggy', sizesOf: 'Hoodies', products: [] },
      { handle: 'relaxed', name: 'Relaxed', sizesOf: 'Hoodies', products: [] },
    ])
  })

  test('a product cannot name a chart that is not there, one by one or many at once', async () => {
    await add('Relaxed')
    const product = await shop.catalog.add(hoodie())
    const body = (sizeChart: string, version = 1) => ({
      ...hoodie(),
      price: '10',
      version,
      seen: { stock: null, sizes: [] },
      sizeChart,
    })
    const refused = await ask('PUT', `/api/staff/products/${product.id}`, body('gone'))
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/sizeChart' }] },
    })
    expect((await ask('PUT', `/api/staff/products/${product.id}`, body('relaxed'))).status).toBe(200)
    const products = [{ id: product.id, version: 2 }]
    const many = async (to: string) =>
      (
        await ask('POST', '/api/staff/selected-products', { products, edit: { field: 'sizeChart', to } })
      ).json()
    expect(await many('gone')).toMatchObject({ refused: [{ reason: 'There is no such size chart.' }] })
    const edit = { field: 'sizeChart', to: '' }
    const review = await ask('POST', '/api/staff/selected-products/review', { products, edit })
    expect(await review.json()).toMatchObject({
      products: [{ before: 'Relaxed', after: 'That of its category' }],
    })
    expect(await many('')).toMatchObject({ done: 1 })
  })

  test('removing one that is used says by what, and gives its products that of their category', async () => {
    const key = await addMeasured('Relaxed')
    await shop.catalog.add(hoodie({ sizeChart: 'relaxed' }))
    const deleted = await shop.catalog.add(hoodie({ name: 'Old Hoodie', sizeChart: 'relaxed' }))
    await shop.catalog.archive(deleted.id)
    const screen = (await (await ask('GET', `/admin/size-chart?category=${key}`)).text()).replaceAll(
      '<!-- -->',
      '',
    )
    expect(screen).toMatch(/Used by 2 products\..*Emblem Hoodie.*Old Hoodie \(deleted\)/s)
    const answer = await ask('DELETE', `/api/staff/size-charts/${key}`)
    expect(await answer.json()).toEqual({ products: ['emblem-hoodie', 'old-hoodie'] })
    expect((await ask('DELETE', `/api/staff/size-charts/${key}`)).status).toBe(404)
    expect((await ask('DELETE', '/api/staff/size-charts/Hoodies')).status).toBe(404)
    expect(await productPage()).toContain('Chest')
    const left = await shop.catalog.find(deleted.id, { archivedToo: true })
    expect(left).toMatchObject({ sizeChart: '', version: deleted.version + 2 })
    // Another one of this name is another chart: what was exported before does not name it.
    expect(await (await add('Relaxed')).json()).toMatchObject({ category: 'own:relaxed-2', version: 1 })
    const events = await shop.database.db
      .selectFrom('audit_events')
      .where('action', 'in', ['size-chart-added', 'size-chart-removed'])
      .orderBy('at')
      .orderBy('id')
      .select(['action', 'subject_name'])
      .execute()
    expect(events.map((event) => event.action).toSorted()).toEqual([
      'size-chart-added',
      'size-chart-added',
      'size-chart-removed',
    ])
  })

  test('of a chart that is removed while a product takes it, nothing stays behind', async () => {
    await add('Relaxed')
    const product = await shop.catalog.add(hoodie())
    const products = [{ id: product.id, version: product.version }]
    await Promise.all([
      ask('POST', '/api/staff/selected-products', { products, edit: { field: 'sizeChart', to: 'relaxed' } }),
      removeSizeChart(shop, 'relaxed'),
    ])
    expect((await shop.catalog.find(product.id))?.sizeChart).toBe('')
  })

  test('no category can have the name of such a chart', async () => {
    const categories = [{ label: 'own:x', sizes: ['M'], hidden: false }]
    const answer = await ask('PUT', '/api/staff/settings/categories', { version: 0, value: { categories } })
    expect(answer.status).toBe(422)
  })

  test('it follows its category when that is merged, and is in the export of settings', async () => {
    await addSizeChart(shop, { name: 'Relaxed', sizesOf: 'Hoodies' })
    await mergeCategories(
      shop,
      { version: 0, from: 'Hoodies', into: 'Pants', isTrial: false },
      toStaffId('ada'),
    )
    let file = ''
    for await (const part of exportSettings(shop)) file += part
    expect(JSON.parse(file)).toMatchObject({
      sizeCharts: { 'own:relaxed': { name: 'Relaxed', measurements: ['Chest'], sizesOf: 'Pants' } },
    })
  })

  test('its measurements are translated', async () => {
    await addMeasured('Relaxed')
    await shop.catalog.add(hoodie({ sizeChart: 'relaxed' }))
    const texts = await readTexts(shop, 'fr')
    expect(JSON.stringify(texts.find(({ subject }) => subject === 'size-charts'))).toContain('Half waist')
    await ask('PUT', '/api/staff/settings/languages', { version: 0, value: { fr: true } })
    await expect.poll(() => shop.languages.has('fr')).toBe(true)
    await saveTexts(
      shop,
      { language: 'fr', subject: 'size-charts', version: 0 },
      [{ field: 'Half waist', text: 'Demi-taille', source: 'Half waist' }],
      EDITOR,
    )
    const french = await (await fetch(`${served.url}/fr/product/emblem-hoodie`)).text()
    expect(french).toContain('Demi-taille')
    expect(french).not.toContain('Half waist')
  })

  test('products travel with the name of their chart', async () => {
    await addMeasured('Relaxed')
    await shop.catalog.add(hoodie({ sizeChart: 'relaxed' }))
    const file = await (await ask('GET', '/api/staff/products.csv')).text()
    expect(file).toContain('Size chart (product.metafields.redemption.sizeChart)')
    expect(file).toMatch(/,relaxed\r?\n/)
  })

  test('removing the demo leaves it, and the category that it measures', async () => {
    await addSizeChart(shop, { name: 'Relaxed', sizesOf: 'Hoodies' })
    const { categories } = await readDemo(shop)
    expect(categories.map(({ value }) => value)).toEqual(['T-Shirts', 'Accessories', 'Pants'])
    await removeDemo(shop, { products: true, orders: false, subscribers: false }, { ...EDITOR, by: 'ada' })
    expect(await findSizeChart(shop.database.db, 'own:relaxed')).not.toBeNull()
  })
})
