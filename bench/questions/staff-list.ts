import type { Answer } from '#bench/question.ts'
import { percentile } from '#scripts/robots/percentile.ts'
import { requestOneByOne } from '#bench/harness/request-one-by-one.ts'
import { onEachEngine } from '#bench/harness/each-engine.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'
import { signIn, STAFF } from '#bench/harness/staff-sign-in.ts'
import { addProducts, openShopDatabase } from '#bench/harness/stocked-database.ts'

const PRODUCTS = 5_000
const REQUESTS = 400
const MAX_MS = 50
const LIST = '/api/staff/products'
const LISTS = [
  LIST,
  `${LIST}?page=50`,
  `${LIST}?page=100`,
  `${LIST}?q=piece%204`,
  `${LIST}?q=cotton&page=7`,
  `${LIST}?category=Hoodies&sort=name`,
  `${LIST}?stock=low&sort=price`,
  `${LIST}?archived=1`,
]
const PAGES = ['/shop', '/shop?page=60', '/shop?q=piece+4', '/shop?q=cotton&page=9']

/** With 5,000 products, how long does a request for the staff list take, and one for the shop page? */
export async function measure(): Promise<Answer> {
  buildShop()
  const engines = await onEachEngine(async (engine, url) => {
    const dataDir = temporaryFolder()
    const database = await openShopDatabase(dataDir, url)
    await addProducts(database, { count: PRODUCTS, stock: 60, pictures: [] })
    await database.close()
    const shop = await startShop({
      dataDir,
      environment: {
        DEMO: 'off',
        ADMIN_EMAIL: STAFF.email,
        ...(url === undefined ? {} : { DATABASE_URL: url }),
      },
    })
    const cookie = await signIn(shop.port)
    const lists = await requestOneByOne(shop.port, LISTS, { cookie, times: REQUESTS })
    const dashboards = await requestOneByOne(shop.port, ['/admin/dashboard'], { cookie, times: REQUESTS / 4 })
    // Each in another currency, so that the pages are rendered and not taken from the cache.
    const rendered = await renderedPages(shop.port)
    await shop.stop()
    return { engine, lists, dashboards, rendered }
  })
  return {
    figures: engines.flatMap(({ engine, lists, dashboards, rendered }) => [
      {
        what: `${engine}: staff list, 95 % are quicker`,
        value: percentile(lists, 95),
        unit: 'ms',
        most: MAX_MS,
      },
      { what: `${engine}: staff list, half are quicker`, value: percentile(lists, 50), unit: 'ms' },
      {
        what: `${engine}: whole dashboard page, 95 % are quicker`,
        value: percentile(dashboards, 95),
        unit: 'ms',
      },
      { what: `${engine}: shop page, not in the cache, 95 %`, value: percentile(rendered, 95), unit: 'ms' },
    ]),
    details: { products: PRODUCTS, requests: REQUESTS, lists: LISTS, pages: PAGES, engines },
  }
}

async function renderedPages(port: number): Promise<number[]> {
  const took: number[] = []
  for (const currency of ['USD', 'EUR', 'GBP', 'JPY', 'AUD', 'NGN', 'INR', 'CNY', 'BRL']) {
    const cookie = `currency=${currency}; currencyCode=${currency}`
    took.push(...(await requestOneByOne(port, PAGES, { cookie, times: PAGES.length })))
  }
  return took
}
