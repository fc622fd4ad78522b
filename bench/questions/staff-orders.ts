import type { Answer } from '#bench/question.ts'
import { percentile } from '#scripts/robots/percentile.ts'
import { requestOneByOne } from '#bench/harness/request-one-by-one.ts'
import { onEachEngine } from '#bench/harness/each-engine.ts'
import { addOrders } from '#bench/harness/many-orders.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'
import { signIn, STAFF } from '#bench/harness/staff-sign-in.ts'
import { addProducts, openShopDatabase } from '#bench/harness/stocked-database.ts'

const ORDERS = 100_000
const REQUESTS = 400
const MAX_MS = 50
const LISTS = [
  '/admin/orders',
  '/admin/orders?page=2',
  '/admin/orders?page=400',
  '/admin/orders?state=paid',
  '/admin/orders?state=expired&page=30',
  '/admin/orders?state=needs-attention',
  '/admin/orders?q=R-0000-1A2B',
  '/admin/orders?q=ada.prairie900',
  '/admin/orders?q=okafor',
  '/admin/orders?sort=placed&page=400',
  '/admin/orders?sort=-customer&page=20',
  '/admin/orders?sort=destination',
  '/admin/orders?sort=-total&per=100',
  '/admin/orders?slip=not-printed&page=30',
  '/admin/orders?state=to-fulfil&batch=none&sort=placed',
  '/admin/orders?tag=gift',
  '/admin/orders/batches',
  `/admin/orders?from=${day(-7)}&to=${day(0)}`,
]
const OVERVIEW = ['/admin/overview']

/** With 100,000 orders, how long does the staff's order list take? The whole page, rendered. */
export async function measure(): Promise<Answer> {
  buildShop()
  const engines = await onEachEngine(async (engine, url) => {
    const dataDir = temporaryFolder()
    const database = await openShopDatabase(dataDir, url)
    const products = await addProducts(database, { count: 40, stock: 600, pictures: [] })
    await addOrders(database, { count: ORDERS, products })
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
    await requestOneByOne(shop.port, LISTS, { cookie, times: 2 * LISTS.length })
    const lists = await requestOneByOne(shop.port, LISTS, { cookie, times: REQUESTS })
    const overviews = await requestOneByOne(shop.port, OVERVIEW, { cookie, times: 20 })
    await shop.stop()
    return { engine, lists, overviews }
  })
  return {
    figures: engines.flatMap(({ engine, lists, overviews }) => [
      {
        what: `${engine}: list of orders, 95 % are quicker`,
        value: percentile(lists, 95),
        unit: 'ms',
        most: MAX_MS,
      },
      { what: `${engine}: list of orders, half are quicker`, value: percentile(lists, 50), unit: 'ms' },
      { what: `${engine}: overview, half are quicker`, value: percentile(overviews, 50), unit: 'ms' },
    ]),
    details: { orders: ORDERS, requests: REQUESTS, lists: LISTS, engines },
  }
}

function day(daysFromToday: number): string {
  return new Date(Date.now() + daysFromToday * 86_400_000).toISOString().slice(0, 10)
}
