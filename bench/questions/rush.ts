import { setTimeout as sleep } from 'node:timers/promises'
import { priceCart } from '#domain/checkout/pricing.ts'
import type { Product } from '#domain/catalog/product.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { appendSetting } from '#db/settings/settings.ts'
import { transact } from '#db/engine/transact.ts'
import { choosePromotions } from '#domain/promotions/choose-promotions.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { ALL, promotion } from '#test/support/promotion.ts'
import { startPostgres } from '#test/support/postgres/postgres-server.ts'
import { startPostgresProxy } from '#test/support/postgres/postgres-proxy.ts'
import { BESIDE, figuresBeside } from '#bench/harness/beside.ts'
import type { Answer, Figure } from '#bench/question.ts'
import { percentile } from '#scripts/robots/percentile.ts'
import { cpuMicroseconds } from '#scripts/robots/process-usage.ts'
import { readSalesTally } from '#bench/harness/sales-tally.ts'
import { startLoadProcess, type LoadProcess } from '#bench/harness/load/load-process.ts'
import { watchPages } from '#bench/harness/page-watch.ts'
import { buildShop, ROOT, startShop, temporaryFolder, type RunningShop } from '#bench/harness/running-shop.ts'
import { openShopDatabase, stockShop } from '#bench/harness/stocked-database.ts'

const BUYERS = 5_000
const UNITS = 100
const SIZE = 'M'
/** One-way latency between the shop and PostgreSQL: 2 ms a round trip. */
const DELAY_MS = 1
const MAX_PAGE_MS = 500
const MAX_TIMES_WITH_CODE = 1.2
const CODE = 'RUSH'
const HALF_OFF = promotion(
  'rush',
  { kind: 'percent', milliPercent: 50_000, items: ALL },
  { codes: [CODE], conditions: { uses: UNITS } },
)
/** For the mails of the first sale. */
const BETWEEN_MS = 3_000

/**
 * 5,000 buyers want one of 100 units at the same moment: how long until all of them have an answer, and how much
 * longer with a code that may be used as often as there are units? With BESIDE=folder another checkout of the shop
 * sells in the same way, each time just before.
 */
export async function measure(): Promise<Answer> {
  const roots = [...(BESIDE === undefined ? [] : [BESIDE]), ROOT]
  for (const root of roots) buildShop(root)
  const load = startLoadProcess()
  const postgres = await startPostgres({ durable: true })
  const answers: Figure[] = []
  const details: Record<string, Rush> = {}
  const ask = async (where: string, maxSeconds: number, database: (name: string) => Promise<Place>) => {
    let beside: Figure[] = []
    for (const [at, root] of roots.entries()) {
      const { url, shopUrl, close } = await database(`${where.replaceAll(/\W/g, '_').toLowerCase()}_${at}`)
      const sale = await rush(load, root, url, shopUrl)
      await close?.()
      const sold = figures(where, sale, maxSeconds)
      details[root === ROOT ? where : `${where}, beside`] = sale
      if (root === ROOT)
        answers.push(
          ...sold,
          ...figuresBeside(
            sold,
            beside.filter(({ unit }) => unit !== ''),
          ),
        )
      else beside = sold
    }
  }
  await ask('SQLite', 2, () => Promise.resolve({}))
  await ask('PostgreSQL', 3, async (name) => ({ url: await emptyDatabase(postgres.url('postgres'), name) }))
  await ask('PostgreSQL, 2 ms away', 8, async (name) => {
    const url = await emptyDatabase(postgres.url('postgres'), name)
    const proxy = await startPostgresProxy(url, { delayMs: DELAY_MS })
    return { url, shopUrl: proxy.url, close: () => proxy.close() }
  })
  await postgres.stop()
  load.stop()
  return { figures: answers, details: { buyers: BUYERS, units: UNITS, delayMs: DELAY_MS, ...details } }
}

/** `url`: the direct address of the database; `shopUrl`: the one that the shop uses. */
interface Place {
  url?: string
  shopUrl?: string
  close?: () => Promise<void>
}

async function emptyDatabase(url: string, name: string): Promise<string> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/**
 * Products are sold in the same way, one after the other: the first by a process that has only just started, the
 * second by one that has sold before, as a shop has when a drop begins, the third with a code. The goals are those of
 * the second.
 */
async function rush(load: LoadProcess, root: string, url?: string, shopUrl = url) {
  const dataDir = temporaryFolder()
  // Every other product counts its stock by size.
  const products = stockShop(root, { dataDir, url }, { count: 5, stock: UNITS })
  const [first, , second, , third] = products
  if (!first || !second || !third) throw new Error('Nothing is for sale')
  const hasCodes = root === ROOT
  if (hasCodes) await offerCode(dataDir, url)
  const environment = { DEMO: 'off', ...(shopUrl === undefined ? {} : { DATABASE_URL: shopUrl }) }
  const shop = await startShop({ dataDir, environment, cwd: root })
  const justStarted = await sellOut(shop, load, first)
  await sleep(BETWEEN_MS)
  const warm = await sellOut(shop, load, second)
  if (hasCodes) await sleep(BETWEEN_MS)
  const coded = hasCodes ? await sellOut(shop, load, third, [CODE]) : null
  await shop.stop()
  const after = await openShopDatabase(dataDir, url)
  // Reports all figures, even of a shop that left buyers with an order they could not pay.
  const books = await readSalesTally(
    after,
    justStarted.sold + warm.sold + (coded?.sold ?? 0),
    products,
  ).catch(String)
  await after.close()
  return { justStarted, warm, coded, books }
}

/** A code for half the price, which can be used once for each unit. */
async function offerCode(dataDir: string, url?: string): Promise<void> {
  const database = await openShopDatabase(dataDir, url)
  const value = { promotions: [HALF_OFF] }
  await transact(database, (tx) =>
    appendSetting(tx, PROMOTIONS.name, 0, { value, changedAt: Date.now(), changedBy: null, summary: 'Code' }),
  )
  await database.close()
}

async function sellOut(shop: RunningShop, load: LoadProcess, product: Product, codes?: readonly string[]) {
  const cpuBefore = cpuMicroseconds(shop.pid)
  const cached = await watchPages(shop.port, () => '/about')
  const uncached = await watchPages(
    shop.port,
    (turn) => `/shop?q=${encodeURIComponent(product.name)}+${turn}`,
  )
  const { total: amount } = priceCart([{ price: product.price, quantity: 1 }], {
    destination: null,
    tariff: TARIFF,
    ...(codes && { promote: (cart) => choosePromotions([HALF_OFF], cart) }),
  })
  const endings = await load.rush({
    port: shop.port,
    buyers: BUYERS,
    productId: product.id,
    size: SIZE,
    amount,
    ...(codes && { codes }),
  })
  const [cachedPages, uncachedPages] = [await cached.end(), await uncached.end()]
  const paid = endings.filter(({ how }) => how === 'paid')
  const refused = endings.filter(({ how }) => how === 'sold-out')
  const others = Object.groupBy(
    endings.filter(({ how }) => how !== 'paid' && how !== 'sold-out'),
    ({ how }) => how,
  )
  const times = (these: typeof endings) => these.map(({ after: milliseconds }) => milliseconds)
  return {
    seconds: Math.max(...times(endings)) / 1_000,
    cpuSeconds: (cpuMicroseconds(shop.pid) - cpuBefore) / 1_000_000,
    busy: endings.reduce((sum, { busy }) => sum + busy, 0),
    sold: paid.length,
    soldOut: refused.length,
    others: Object.fromEntries(Object.entries(others).map(([how, these]) => [how, these?.length])),
    holders: spread(times(paid)),
    refused: spread(times(refused)),
    cachedPage: spread(cachedPages.took),
    uncachedPage: spread(uncachedPages.took),
    failedPages: cachedPages.failed + uncachedPages.failed,
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

type Rush = Awaited<ReturnType<typeof rush>>

function figures(where: string, { justStarted, warm, coded, books }: Rush, maxSeconds: number): Figure[] {
  return [
    ...figuresOfSale(`${where}, just started`, justStarted),
    ...figuresOfSale(where, warm, maxSeconds),
    ...(coded === null
      ? []
      : [
          ...figuresOfSale(`${where}, with a code`, coded),
          {
            what: `${where}: with a code, times of without`,
            value: coded.seconds / warm.seconds,
            unit: '',
            most: MAX_TIMES_WITH_CODE,
          },
        ]),
    count(where, 'books that do not balance', typeof books === 'string' ? 1 : 0, 0),
  ]
}

function figuresOfSale(where: string, sale: Rush['warm'], maxSeconds?: number): Figure[] {
  const {
    seconds,
    cpuSeconds,
    busy,
    sold,
    soldOut,
    holders,
    refused,
    cachedPage,
    uncachedPage,
    failedPages,
  } = sale
  const ms = (what: string, value: number, most?: number): Figure => ({
    what: `${where}: ${what}`,
    value,
    unit: 'ms',
    ...(most !== undefined && { most }),
  })
  const answered = { what: `${where}: until all are answered`, value: seconds, unit: 's' }
  return [
    { ...answered, ...(maxSeconds !== undefined && { most: maxSeconds }) },
    { what: `${where}: shop's CPU`, value: cpuSeconds, unit: 's' },
    count(where, 'sold', sold, UNITS),
    count(where, 'told that it is sold out', soldOut, BUYERS - UNITS),
    count(where, 'answers 503', busy, 0),
    count(where, 'pages that were an error', failedPages, 0),
    ms('pressed until paid, half are quicker', holders.half),
    ms('pressed until paid, 95 % are quicker', holders.most),
    ms('told that it is sold out, half are quicker', refused.half),
    ms('told that it is sold out, 95 % are quicker', refused.most),
    ms('page from the cache, the slowest', cachedPage.worst, MAX_PAGE_MS),
    ms('page outside the cache, the slowest', uncachedPage.worst, MAX_PAGE_MS),
  ]
}

function count(where: string, what: string, value: number, owed: number): Figure {
  return { what: `${where}: ${what}`, value, unit: '', most: owed, least: owed }
}
