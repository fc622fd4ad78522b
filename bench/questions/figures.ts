import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '#bench/question.ts'
import { percentile } from '#scripts/robots/percentile.ts'
import { requestOneByOne } from '#bench/harness/request-one-by-one.ts'
import { onEachEngine } from '#bench/harness/each-engine.ts'
import { addOrders } from '#bench/harness/many-orders.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'
import { signIn, STAFF } from '#bench/harness/staff-sign-in.ts'
import { addProducts, openShopDatabase } from '#bench/harness/stocked-database.ts'
import { REPORT_NAMES } from '#web/views/sales/period-query.ts'

const ORDERS = 10_000
const PRODUCTS = 500
/** About a year of orders. */
const MINUTES_BETWEEN = 50
const MAX_MS = 100
const REQUESTS = 20
/** Time for the shop to count the past days in the background. */
const COUNTING_MS = 30_000
const DAY_MS = 86_400_000

/** How long do the overview and each report of a whole year take, with 10,000 orders and 500 products? */
export async function measure(): Promise<Answer> {
  buildShop()
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
  const period = `from=${day(360)}&to=${day(0)}`
  const addresses = [
    `/admin/overview?${period}`,
    ...REPORT_NAMES.map((name) => `/admin/reports?report=${name}&${period}`),
  ]
  const engines = await onEachEngine(async (engine, url) => {
    const dataDir = temporaryFolder()
    const database = await openShopDatabase(dataDir, url)
    const products = await addProducts(database, { count: PRODUCTS, stock: 600, pictures: [] })
    await addOrders(database, { count: ORDERS, products, every: MINUTES_BETWEEN })
    await database.close()
    const shop = await startShop({
      dataDir,
      environment: { DEMO: 'off', ADMIN_EMAIL: STAFF.email, ...(url !== undefined && { DATABASE_URL: url }) },
    })
    const cookie = await signIn(shop.port)
    await sleep(COUNTING_MS)
    const figures = []
    for (const address of addresses) {
      await requestOneByOne(shop.port, [address], { cookie, times: 3 })
      const took = await requestOneByOne(shop.port, [address], { cookie, times: REQUESTS })
      figures.push({ engine, address, took })
    }
    await shop.stop()
    return figures
  })
  return {
    figures: engines.flat().map(({ engine, address, took }) => ({
      what: `${engine}: ${/report=(\w+)/.exec(address)?.[1] ?? 'overview'} of a year, 95 % are quicker`,
      value: percentile(took, 95),
      unit: 'ms',
      most: MAX_MS,
    })),
    details: engines,
  }
}
