import type { Product } from '#domain/catalogue/product.ts'
import { startPostgres } from '#test/support/postgres/postgres-server.ts'
import { percentile, type Answer, type Figure } from '#bench/question.ts'
import { readSalesTally } from '#bench/harness/sales-tally.ts'
import { startLoadProcess, type LoadProcess } from '#bench/harness/load/load-process.ts'
import { cpuMicroseconds } from '#bench/harness/process-usage.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'
import { addProducts, openShopDatabase } from '#bench/harness/stocked-database.ts'

const BUYERS = 64
const WARM_UP = 500
const ORDERS = 5_000
const LEAST_ON_SQLITE = 500

/** How many orders a second, from the payment request to settled, over HTTP and durable on disk? */
export async function measure(): Promise<Answer> {
  buildShop()
  const load = startLoadProcess()
  const onSqlite = await sell(load)
  const postgres = await startPostgres({ durable: true })
  const onPostgres = await sell(load, postgres.url('postgres'))
  await postgres.stop()
  load.stop()
  return {
    figures: [
      ...figures('SQLite', onSqlite, { least: LEAST_ON_SQLITE }),
      ...figures('PostgreSQL', onPostgres, {}),
    ],
    details: { buyers: BUYERS, warmUp: WARM_UP, orders: ORDERS, onSqlite, onPostgres },
  }
}

async function sell(load: LoadProcess, url?: string) {
  const dataDir = temporaryFolder()
  const database = await openShopDatabase(dataDir, url)
  const products = await addProducts(database, { count: 20, stock: 600_000, pictures: [] })
  await database.close()
  const environment = { DEMO: 'off', ...(url === undefined ? {} : { DATABASE_URL: url }) }
  const shop = await startShop({ dataDir, environment })
  const task = { port: shop.port, buyers: BUYERS, products: products.map(forSale) }
  await load.orders({ ...task, orders: WARM_UP })
  const cpuBefore = cpuMicroseconds(shop.pid)
  const { paid, seconds, latencies } = await load.orders({ ...task, orders: ORDERS })
  const cpuPerOrder = (cpuMicroseconds(shop.pid) - cpuBefore) / paid / 1_000
  await shop.stop()
  const after = await openShopDatabase(dataDir, url)
  const tally = await readSalesTally(after, WARM_UP + paid, products)
  await after.close()
  return {
    ordersPerSecond: paid / seconds,
    cpuPerOrder,
    median: percentile(latencies, 50),
    slow: percentile(latencies, 99),
    books: tally,
  }
}

function forSale({ id, price, sizes }: Product) {
  return { id, price, size: sizes[2]?.size ?? 'M' }
}

function figures(
  engine: string,
  sold: Awaited<ReturnType<typeof sell>>,
  promise: { least?: number },
): Figure[] {
  return [
    { what: `${engine}: from request to settled`, value: sold.ordersPerSecond, unit: 'orders/s', ...promise },
    { what: `${engine}: shop's CPU per order`, value: sold.cpuPerOrder, unit: 'ms' },
    { what: `${engine}: one order, half are quicker, ${BUYERS} buyers`, value: sold.median, unit: 'ms' },
    { what: `${engine}: one order, 99 % are quicker`, value: sold.slow, unit: 'ms' },
  ]
}
