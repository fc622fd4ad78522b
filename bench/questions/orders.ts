import type { Product } from '#domain/catalog/product.ts'
import { startPostgres } from '#test/support/postgres/postgres-server.ts'
import { BESIDE, figuresBeside } from '#bench/harness/beside.ts'
import type { Answer, Figure } from '#bench/question.ts'
import { percentile } from '#scripts/robots/percentile.ts'
import { readSalesTally } from '#bench/harness/sales-tally.ts'
import { startLoadProcess, type LoadProcess } from '#bench/harness/load/load-process.ts'
import { cpuMicroseconds } from '#scripts/robots/process-usage.ts'
import { buildShop, ROOT, startShop, temporaryFolder, type RunningShop } from '#bench/harness/running-shop.ts'
import { openShopDatabase, stockShop } from '#bench/harness/stocked-database.ts'

const BUYERS = 64
const WARM_UP = 500
const ROUNDS = 5
const ORDERS_IN_A_ROUND = 1_000
const MIN_ON_SQLITE = 500

/**
 * How many orders a second, from the payment request to settled, over HTTP and durable on disk? With BESIDE=folder
 * another checkout of the shop takes turns, with a database of its own.
 */
export async function measure(): Promise<Answer> {
  const roots = [ROOT, ...(BESIDE === undefined ? [] : [BESIDE])]
  for (const root of roots) buildShop(root)
  const load = startLoadProcess()
  const onSqlite = await sell(load, roots)
  const servers = await Promise.all(roots.map(() => startPostgres({ durable: true })))
  const onPostgres = await sell(
    load,
    roots,
    servers.map((server) => server.url('postgres')),
  )
  for (const server of servers) await server.stop()
  load.stop()
  return {
    figures: [
      ...figures('SQLite', onSqlite, { least: MIN_ON_SQLITE }),
      ...figures('PostgreSQL', onPostgres, {}),
    ],
    details: { buyers: BUYERS, warmUp: WARM_UP, orders: ROUNDS * ORDERS_IN_A_ROUND, onSqlite, onPostgres },
  }
}

type Sale = Awaited<ReturnType<Seller['close']>>

/** What each checkout sells, in turns. */
async function sell(load: LoadProcess, roots: string[], urls: string[] = []): Promise<Sale[]> {
  const sellers: Seller[] = []
  for (const [at, root] of roots.entries()) sellers.push(await Seller.open(load, root, urls[at]))
  for (const seller of sellers) await seller.warmUp()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const seller of round % 2 === 0 ? sellers : sellers.toReversed()) await seller.sell()
  }
  const sales: Sale[] = []
  for (const seller of sellers) sales.push(await seller.close())
  return sales
}

/** A running shop of one checkout, and what it sold. */
class Seller {
  readonly #load: LoadProcess
  readonly #shop: RunningShop
  readonly #dataDir: string
  readonly #url: string | undefined
  readonly #products: Product[]
  readonly #latencies: number[] = []
  #paid = 0
  #seconds = 0
  #cpu = 0

  private constructor(
    load: LoadProcess,
    shop: RunningShop,
    place: { dataDir: string; url: string | undefined; products: Product[] },
  ) {
    this.#load = load
    this.#shop = shop
    this.#dataDir = place.dataDir
    this.#url = place.url
    this.#products = place.products
  }

  static async open(load: LoadProcess, root: string, url: string | undefined): Promise<Seller> {
    const dataDir = temporaryFolder()
    const products = stockShop(root, { dataDir, url }, { count: 20, stock: 600_000 })
    const environment = { DEMO: 'off', ...(url === undefined ? {} : { DATABASE_URL: url }) }
    const shop = await startShop({ dataDir, environment, cwd: root })
    return new Seller(load, shop, { dataDir, url, products })
  }

  async warmUp(): Promise<void> {
    await this.#load.orders({ ...this.#task(), orders: WARM_UP })
  }

  async sell(): Promise<void> {
    const cpuBefore = cpuMicroseconds(this.#shop.pid)
    const report = await this.#load.orders({ ...this.#task(), orders: ORDERS_IN_A_ROUND })
    this.#cpu += cpuMicroseconds(this.#shop.pid) - cpuBefore
    this.#paid += report.paid
    this.#seconds += report.seconds
    this.#latencies.push(...report.latencies)
  }

  /** Stops the shop, checks its books and returns what it sold. */
  async close() {
    await this.#shop.stop()
    const after = await openShopDatabase(this.#dataDir, this.#url)
    const books = await readSalesTally(after, WARM_UP + this.#paid, this.#products)
    await after.close()
    return {
      ordersPerSecond: this.#paid / this.#seconds,
      cpuPerOrder: this.#cpu / this.#paid / 1_000,
      median: percentile(this.#latencies, 50),
      slow: percentile(this.#latencies, 99),
      books,
    }
  }

  #task() {
    const products = this.#products.map(({ id, price, sizes }) => ({
      id,
      price,
      size: sizes[2]?.size ?? 'M',
    }))
    return { port: this.#shop.port, buyers: BUYERS, products }
  }
}

function figures(engine: string, [here, beside]: Sale[], promise: { least?: number }): Figure[] {
  if (here === undefined) return []
  const ours = figuresOf(engine, here)
  const theirs = beside === undefined ? [] : figuresOf(engine, beside)
  const promised = ours.map((figure, at) => (at === 0 ? { ...figure, ...promise } : figure))
  return [...promised, ...figuresBeside(ours, theirs)]
}

function figuresOf(engine: string, sold: Sale): Figure[] {
  return [
    { what: `${engine}: from request to settled`, value: sold.ordersPerSecond, unit: 'orders/s' },
    { what: `${engine}: shop's CPU per order`, value: sold.cpuPerOrder, unit: 'ms' },
    { what: `${engine}: one order, half are quicker, ${BUYERS} buyers`, value: sold.median, unit: 'ms' },
    { what: `${engine}: one order, 99 % are quicker`, value: sold.slow, unit: 'ms' },
  ]
}
