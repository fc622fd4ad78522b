import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SizeChart } from '#domain/catalogue/size-chart.ts'
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

  test('a saved chart is shown at once on every product of its category, in both units', async () => {
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
        save(version),
        save(version, { ...CHART, measurements: [`Waist ${version}`] }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const saved = (await answers.find(({ status }) => status === 200)?.json()) as SizeChart
      const refused = await answers.find(({ status }) => status === 409)?.json()
      expect(refused).toMatchObject({ type: '/problems/changed-meanwhile', current: saved })
    }
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
