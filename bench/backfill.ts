import { setTimeout } from 'node:timers/promises'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { percentile, type Answer } from './question.ts'
import { askOneByOne } from './harness/ask-one-by-one.ts'
import { onEachEngine } from './harness/each-engine.ts'
import { addOrders } from './harness/many-orders.ts'
import { buildShop, startShop, temporaryFolder } from './harness/running-shop.ts'
import { signIn, STAFF } from './harness/staff-sign-in.ts'
import { addProducts, openShopDatabase } from './harness/stocked-database.ts'

const ORDERS = 100_000
const MOST_MS = 500
const PAGES = ['/admin/orders', '/admin/orders?q=okafor', '/admin/overview', '/shop?q=heavy', '/contact']
const SCRIPT = './bench/harness/filling-shop.ts'

/** With 100,000 orders, how long do requests take while every order is rewritten in steps (db/upgrades)? */
export async function measure(): Promise<Answer> {
  buildShop()
  const engines = await onEachEngine(async (engine, url) => {
    const dataDir = temporaryFolder()
    const database = await openShopDatabase(dataDir, url)
    const products = await addProducts(database, { count: 40, stock: 600, pictures: [] })
    await addOrders(database, { count: ORDERS, products })
    const settings = url === undefined ? {} : { DATABASE_URL: url }
    const shop = await startShop({
      dataDir,
      environment: { DEMO: 'off', ADMIN_EMAIL: STAFF.email, ...settings },
      command: [process.execPath, SCRIPT],
    })
    const started = performance.now()
    const cookie = await signIn(shop.port)
    const took: number[] = []
    while (!(await isDone(database))) {
      took.push(...(await askOneByOne(shop.port, PAGES, { cookie, times: PAGES.length })))
      await setTimeout(20)
    }
    const seconds = (performance.now() - started) / 1_000
    await shop.stop()
    await database.close()
    return { engine, seconds, took }
  })
  return {
    figures: engines.flatMap(({ engine, seconds, took }) => [
      {
        what: `${engine}: slowest request while orders are filled`,
        value: Math.max(...took),
        unit: 'ms',
        most: MOST_MS,
      },
      { what: `${engine}: 95 % of requests are quicker`, value: percentile(took, 95), unit: 'ms' },
      { what: `${engine}: requests meanwhile`, value: took.length, unit: '' },
      { what: `${engine}: filling ${ORDERS} orders`, value: seconds, unit: 's' },
    ]),
    details: { orders: ORDERS, pages: PAGES, engines },
  }
}

async function isDone({ db }: ShopDatabase): Promise<boolean> {
  const row = await db.selectFrom('backfills').select('done_at').executeTakeFirst()
  return row !== undefined && row.done_at !== null
}
