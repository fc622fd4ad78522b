import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Answer } from '#bench/question.ts'
import { percentile } from '#scripts/robots/percentile.ts'
import { requestOneByOne } from '#bench/harness/request-one-by-one.ts'
import { onEachEngine } from '#bench/harness/each-engine.ts'
import { addOrders } from '#bench/harness/many-orders.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'
import { signIn, STAFF } from '#bench/harness/staff-sign-in.ts'
import { addProducts, openShopDatabase } from '#bench/harness/stocked-database.ts'

const ORDERS = 100_000
const MAX_MS = 500
const NANOSECONDS_PER_MS = 1e6
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
    const stalls = join(dataDir, 'stalls.json')
    const shop = await startShop({
      dataDir,
      environment: { DEMO: 'off', ADMIN_EMAIL: STAFF.email, BENCH_STALLS: stalls, ...settings },
      command: [process.execPath, SCRIPT],
    })
    const started = performance.now()
    const cookie = await signIn(shop.port)
    const took: number[] = []
    // Delays of this program would count as the shop's: they are measured separately.
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    while (!(await isDone(database))) {
      took.push(...(await requestOneByOne(shop.port, PAGES, { cookie, times: PAGES.length })))
      await setTimeout(20)
    }
    const seconds = (performance.now() - started) / 1_000
    delay.disable()
    await shop.stop()
    await database.close()
    const { worstMs } = JSON.parse(readFileSync(stalls, 'utf8')) as { worstMs: number }
    return { engine, seconds, took, shopHeldUpMs: worstMs, benchHeldUpMs: delay.max / NANOSECONDS_PER_MS }
  })
  return {
    figures: engines.flatMap(({ engine, seconds, took, shopHeldUpMs, benchHeldUpMs }) => [
      {
        what: `${engine}: slowest request while orders are filled`,
        value: Math.max(...took),
        unit: 'ms',
        most: MAX_MS,
      },
      { what: `${engine}: 95 % of requests are quicker`, value: percentile(took, 95), unit: 'ms' },
      ...PAGES.map((page, at) => ({
        what: `${engine}: slowest of ${page}`,
        value: Math.max(...took.filter((_, asked) => asked % PAGES.length === at)),
        unit: 'ms',
      })),
      { what: `${engine}: the shop's only thread was held up`, value: shopHeldUpMs, unit: 'ms' },
      { what: `${engine}: this program was held up`, value: benchHeldUpMs, unit: 'ms' },
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
