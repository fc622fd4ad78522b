import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { startPostgres } from '#test/support/postgres-server.ts'
import { startPostgresProxy } from '#test/support/postgres-proxy.ts'
import { percentile, type Answer, type Figure } from './question.ts'
import { readSalesTally } from './harness/sales-tally.ts'
import { startLoadProcess, type LoadProcess } from './harness/load-process.ts'
import { watchPages } from './harness/page-watch.ts'
import { buildShop, startShop, temporaryFolder } from './harness/running-shop.ts'
import { addProducts, openShopDatabase } from './harness/stocked-database.ts'

const BUYERS = 5_000
const PIECES = 100
const SIZE = 'M'
/** One-way latency between the shop and PostgreSQL: 2 ms a round trip. */
const DELAY_MS = 1
const MOST_PAGE_MS = 500

/** 5,000 buyers want one of 100 units at the same moment: how long until all of them have an answer? */
export async function measure(): Promise<Answer> {
  buildShop()
  const load = startLoadProcess()
  const onSqlite = await rush(load)
  const postgres = await startPostgres({ durable: true })
  const onPostgres = await rush(load, await emptyDatabase(postgres.url('postgres'), 'near'))
  const far = await emptyDatabase(postgres.url('postgres'), 'far')
  const proxy = await startPostgresProxy(far, { delayMs: DELAY_MS })
  const onFarPostgres = await rush(load, far, proxy.url)
  await proxy.close()
  await postgres.stop()
  load.stop()
  return {
    figures: [
      ...figures('SQLite', onSqlite, 2),
      ...figures('PostgreSQL', onPostgres, 3),
      ...figures('PostgreSQL, 2 ms away', onFarPostgres, 8),
    ],
    details: { buyers: BUYERS, units: PIECES, delayMs: DELAY_MS, onSqlite, onPostgres, onFarPostgres },
  }
}

async function emptyDatabase(url: string, name: string): Promise<string> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** `url` is the direct address of the database, `shopUrl` the one that the shop uses. */
async function rush(load: LoadProcess, url?: string, shopUrl = url) {
  const dataDir = temporaryFolder()
  const database = await openShopDatabase(dataDir, url)
  const products = await addProducts(database, { count: 1, stock: PIECES, pictures: [] })
  const [product] = products
  if (!product) throw new Error('Nothing is for sale')
  await database.close()
  const environment = { DEMO: 'off', ...(shopUrl === undefined ? {} : { DATABASE_URL: shopUrl }) }
  const shop = await startShop({ dataDir, environment })
  const cached = await watchPages(shop.port, () => '/about')
  const uncached = await watchPages(shop.port, (turn) => `/shop?q=bench+piece+${turn}`)
  const { total: amount } = priceCart([{ price: product.price, quantity: 1 }], {
    destination: null,
    tariff: TARIFF,
  })
  const endings = await load.rush({
    port: shop.port,
    buyers: BUYERS,
    productId: product.id,
    size: SIZE,
    amount,
  })
  const [cachedPages, uncachedPages] = [await cached.end(), await uncached.end()]
  await shop.stop()
  const after = await openShopDatabase(dataDir, url)
  const paid = endings.filter(({ how }) => how === 'paid')
  // Reports all figures, even of a shop that left buyers with an order they could not pay.
  const tally = await readSalesTally(after, paid.length, products).catch(String)
  await after.close()
  const refused = endings.filter(({ how }) => how === 'sold-out')
  const others = Object.groupBy(
    endings.filter(({ how }) => how !== 'paid' && how !== 'sold-out'),
    ({ how }) => how,
  )
  const times = (these: typeof endings) => these.map(({ after: milliseconds }) => milliseconds)
  return {
    seconds: Math.max(...times(endings)) / 1_000,
    busy: endings.reduce((sum, { busy }) => sum + busy, 0),
    sold: paid.length,
    soldOut: refused.length,
    others: Object.fromEntries(Object.entries(others).map(([how, these]) => [how, these?.length])),
    holders: spread(times(paid)),
    refused: spread(times(refused)),
    cachedPage: spread(cachedPages.took),
    uncachedPage: spread(uncachedPages.took),
    failedPages: cachedPages.failed + uncachedPages.failed,
    books: tally,
  }
}

function spread(milliseconds: number[]) {
  return {
    half: percentile(milliseconds, 50),
    most: percentile(milliseconds, 95),
    worst: percentile(milliseconds, 100),
    count: milliseconds.length,
  }
}

function figures(where: string, rushed: Awaited<ReturnType<typeof rush>>, mostSeconds: number): Figure[] {
  const { seconds, busy, sold, soldOut, holders, refused, cachedPage, uncachedPage, failedPages, books } =
    rushed
  const ms = (what: string, value: number, most?: number): Figure => ({
    what: `${where}: ${what}`,
    value,
    unit: 'ms',
    ...(most !== undefined && { most }),
  })
  const count = (what: string, value: number, owed: number): Figure => ({
    what: `${where}: ${what}`,
    value,
    unit: '',
    most: owed,
    least: owed,
  })
  return [
    { what: `${where}: until all are answered`, value: seconds, unit: 's', most: mostSeconds },
    count('sold', sold, PIECES),
    count('books that do not balance', typeof books === 'string' ? 1 : 0, 0),
    count('told that it is sold out', soldOut, BUYERS - PIECES),
    count('answers 503', busy, 0),
    count('pages that were an error', failedPages, 0),
    ms('pressed until paid, half are quicker', holders.half),
    ms('pressed until paid, 95 % are quicker', holders.most),
    ms('told that it is sold out, half are quicker', refused.half),
    ms('told that it is sold out, 95 % are quicker', refused.most),
    ms('page from the cache, the slowest', cachedPage.worst, MOST_PAGE_MS),
    ms('page outside the cache, the slowest', uncachedPage.worst, MOST_PAGE_MS),
  ]
}
