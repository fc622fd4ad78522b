import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '#bench/question.ts'
import { percentile } from '#scripts/robots/percentile.ts'
import { requestOneByOne } from '#bench/harness/request-one-by-one.ts'
import { BESIDE } from '#bench/harness/beside.ts'
import { onEachEngine } from '#bench/harness/each-engine.ts'
import { addOrders } from '#bench/harness/many-orders.ts'
import { buildShop, ROOT, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'
import { signIn, STAFF } from '#bench/harness/staff-sign-in.ts'
import { addProducts, openShopDatabase } from '#bench/harness/stocked-database.ts'

/** How many orders the shop has, and how many milliseconds the overview may take with them. */
const SIZES = [
  { orders: 100_000, most: 40 },
  { orders: 1_000_000, most: 60 },
]
const REQUESTS = 40
/** Time for the shop to count the past days in the background. */
const COUNTING_MS = 10_000
const OVERVIEW = ['/admin/overview']

/**
 * How long does the overview take, the whole page rendered? With BESIDE=folder another checkout of the shop answers
 * from the same database before.
 */
export async function measure(): Promise<Answer> {
  const shops = [
    ...(BESIDE === undefined ? [] : [{ root: BESIDE, beside: true }]),
    { root: ROOT, beside: false },
  ]
  for (const { root } of shops) buildShop(root)
  const figures: Answer['figures'] = []
  const details: object[] = []
  for (const { orders, most } of SIZES) {
    await onEachEngine(async (engine, url) => {
      const dataDir = temporaryFolder()
      const database = await openShopDatabase(dataDir, url)
      const products = await addProducts(database, { count: 40, stock: 600, pictures: [] })
      await addOrders(database, { count: orders, products })
      await database.close()
      for (const { root, beside } of shops) {
        const environment = {
          DEMO: 'off',
          ADMIN_EMAIL: STAFF.email,
          ...(url === undefined ? {} : { DATABASE_URL: url }),
        }
        const shop = await startShop({ dataDir, environment, cwd: root })
        const cookie = await signIn(shop.port)
        await requestOneByOne(shop.port, OVERVIEW, { cookie, times: 5 })
        if (!beside) await sleep(COUNTING_MS)
        const took = await requestOneByOne(shop.port, OVERVIEW, { cookie, times: REQUESTS })
        await shop.stop()
        const what = `${engine}, ${orders.toLocaleString('en-CA')} orders: overview, half are quicker`
        figures.push({
          what: beside ? `${what}, beside` : what,
          value: percentile(took, 50),
          unit: 'ms',
          ...(!beside && { most }),
        })
        details.push({ engine, orders, beside, took })
      }
    })
  }
  return { figures, details }
}
