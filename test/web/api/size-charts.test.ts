import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SizeChart } from '#domain/catalog/size-chart.ts'
import { sizeChartSetting } from '#domain/settings/size-chart.ts'
import { readSettingHistory } from '#operations/settings/read-setting-history.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const CHART = { measurements: ['Chest'], rows: [{ size: 'M', lengths: [610] }] }

describeOnEachDatabase('Size charts', (open) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask

  beforeEach(async () => {
    shop = await openTestShop(open())
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
  })
  afterEach(() => served.close())

  const save = (version: number, chart: object = CHART, category = 'Hoodies') =>
    ask('PUT', `/api/staff/size-charts/${category}`, { version, ...chart })
  const productPage = async () => (await fetch(`${served.url}/product/emblem-hoodie`)).text()

  test('a saved chart is shown immediately on every product of its category, in both units', async () => {
    await shop.catalog.add(hoodie())
    expect(await productPage()).toContain('Size chart coming soon.')
    const answer = await save(0)
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 200,
      body: { ...CHART, category: 'Hoodies', version: 1 },
    })
    expect(shop.announced).toEqual(['catalogue'])
    const page = await productPage()
    expect(page).not.toContain('Size chart coming soon.')
    expect(page).toMatch(/>61<.*>24</)
    await save(1, { measurements: [], rows: [] })
    expect(await productPage()).toContain('Size chart coming soon.')
  })

  test('of two edits of the same version, the second is refused and writes nothing', async () => {
    for (const version of [0, 1]) {
      const answers = await Promise.all([
        save(version, { ...CHART, measurements: [`Chest ${version}`] }),
        save(version, { ...CHART, measurements: [`Waist ${version}`] }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const saved = (await answers.find(({ status }) => status === 200)?.json()) as SizeChart
      const refused = await answers.find(({ status }) => status === 409)?.json()
      expect(refused).toMatchObject({ type: '/problems/changed-meanwhile', current: saved })
    }
  })

  test('every version is kept with who changed what, and any of them can be restored', async () => {
    await shop.catalog.add(hoodie())
    await save(0)
    shop.pass(60_000)
    await save(1, { measurements: ['Chest', 'Sleeve'], rows: [{ size: 'M', lengths: [620, 630] }] })
    expect(await productPage()).toContain('Sleeve')
    const screen = async (query = '') =>
      (await (await ask('GET', `/admin/size-chart?category=Hoodies${query}`)).text()).replaceAll(
        '<!-- -->',
        '',
      )
    const now = await screen()
    expect(now).toMatch(/Sleeve added; Chest of M .*Now.*Chest added/s)
    expect(now).toMatch(/Version 2, [^<]+, by ada@/)
    expect(now).toContain('The default')
    const old = await screen('&version=1')
    expect(old).toMatch(/<h2 id="old">Version 1<\/h2>.*>61</s)

    const undo = (version: number, to: number) =>
      ask('POST', '/api/staff/size-charts/Hoodies/undo', { version, to })
    expect((await undo(1, 0)).status).toBe(409)
    expect((await undo(2, 7)).status).toBe(404)
    const back = await undo(2, 1)
    expect({ status: back.status, body: await back.json() }).toEqual({
      status: 200,
      body: { ...CHART, category: 'Hoodies', version: 3 },
    })
    expect(await productPage()).not.toContain('Sleeve')
    expect(await screen()).toMatch(/Restored version 1 .*Now/s)
    await undo(3, 0)
    expect(await productPage()).toContain('Size chart coming soon.')
    expect(await (await ask('GET', '/admin/size-charts')).text()).toContain('No measurements yet.')
    const { db } = shop.database
    const events = await db
      .selectFrom('audit_events')
      .where('action', '=', 'size-chart-changed')
      .select('subject_id')
      .execute()
    expect(events).toHaveLength(4)
  })

  test('saving an unchanged chart makes no version', async () => {
    await save(0)
    expect(await (await save(1)).json()).toMatchObject({ version: 1 })
    expect(shop.announced).toEqual(['catalogue'])
    expect((await readSettingHistory(shop, sizeChartSetting('Hoodies'))).entries).toHaveLength(1)
  })

  test('what an earlier version of the shop saved is kept too', async () => {
    await save(0)
    const { db } = shop.database
    const chart = JSON.stringify({ measurements: ['Chest'], rows: [{ size: 'M', lengths: [999] }] })
    const elsewhere = { version: 2, chart, updated_at: shop.now() }
    await db.updateTable('size_charts').set(elsewhere).where('category', '=', 'Hoodies').execute()
    expect((await save(1)).status).toBe(409)
    expect((await save(2)).status).toBe(200)
    const { entries } = await readSettingHistory(shop, sizeChartSetting('Hoodies'))
    expect(entries.map(({ version, summary }) => [version, summary])).toEqual([
      [3, 'Chest of M'],
      [2, 'Saved by an earlier version of the shop'],
      [1, 'Chest added'],
    ])
  })

  test('the chart of a category that the shop does not have leads to the list', async () => {
    const answer = await ask('GET', '/admin/size-chart?category=Shoes')
    expect(new URL(answer.url).pathname).toBe('/admin/size-charts')
  })

  test('an invalid chart and an unknown category are refused', async () => {
    for (const chart of [
      {},
      { measurements: ['Chest', 'chest'], rows: [] },
      { measurements: ['Chest'], rows: [{ size: 'M', lengths: [61.5] }] },
    ]) {
      expect((await save(0, chart)).status).toBe(422)
    }
    expect((await save(-1)).status).toBe(422)
    expect((await save(0, CHART, 'Shoes')).status).toBe(404)
    expect(shop.announced).toEqual([])
  })
})
