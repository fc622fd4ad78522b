import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearRateCache } from '#operations/catalog/find-exchange-rate.ts'
import { refreshRates } from '#operations/catalog/refresh-rates.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { readablePage } from '#test/support/readable-page.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const ONE_DAY_MS = 24 * 60 * 60_000
const PAGES = ['/', '/shop', '/product/emblem-hoodie', '/cart', '/checkout']

describeOnEachDatabase('The date and the source of a rate', (open) => {
  let shop: TestShop
  let served: ServedShop

  beforeEach(async () => {
    shop = await openTestShop(open())
    await shop.catalog.add(hoodie())
    served = await serveShop(shop)
  })
  afterEach(() => served.close())

  async function ratesFrom(source: string): Promise<void> {
    shop.rateService = {
      source,
      latest: async () => ({ asOf: '2026-11-21', perCad: { EUR: 0.62 } }),
    }
    await refreshRates(shop)
    clearRateCache(shop)
  }
  async function read(path: string, currency = 'EUR') {
    served.cache.clear()
    return readablePage(served.url + path, { cookie: `currency=${currency}` })
  }

  test.each(PAGES)('%s names the date of its rates when that is more than two days ago', async (path) => {
    await ratesFrom('exchangerate-api.com')
    expect((await read(path)).text).not.toContain('exchange rate')
    shop.pass(2 * ONE_DAY_MS)
    expect((await read(path)).text).not.toContain('exchange rate')
    shop.pass(ONE_DAY_MS)
    const { text } = await read(path)
    expect(text).toContain('EUR prices use the exchange rate from November 21, 2026.')
    expect((await read(path, 'CAD')).text).not.toContain('exchange rate')
  })

  test.each(PAGES)('%s names the open endpoint as the source only when it is the source', async (path) => {
    await ratesFrom('open.er-api.com')
    const { html } = await read(path)
    expect(html).toMatch(
      /<a href="https:\/\/www\.exchangerate-api\.com"[^>]*>Rates By Exchange Rate API<\/a>/,
    )
    expect((await read(path, 'CAD')).text).not.toContain('Rates By Exchange Rate API')
    expect((await read(path, 'NGN')).text).not.toContain('Rates By Exchange Rate API')
    await ratesFrom('exchangerate-api.com')
    expect((await read(path)).text).not.toContain('Rates By Exchange Rate API')
  })
})
