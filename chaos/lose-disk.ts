import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openShopDatabase } from '#bench/harness/stocked-database.ts'
import { openDatabase, type ShopDatabase } from '#db/engine/open-database.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import type { Product } from '#domain/catalog/product.ts'
import { findBookFaults } from '#db/backups/books.ts'
import { counterFor } from './actors/counter.ts'
import { CUSTOMER } from './actors/customer.ts'
import { NO_OUTAGES } from './plan.ts'
import { addProducts } from './scene.ts'
import { ShopProcess } from './shop-process.ts'

/** What losing the disk cost. */
export interface LostDisk {
  shoppers: number
  /** Orders that were paid before the disk was lost, and of those: back after the restore, and not. */
  paidBefore: number
  back: number
  lost: number
  /** The age of the oldest paid order that was lost, when the disk was. */
  secondsOfOrdersLost: number
  restoreSeconds: number
  secondsToSellAgain: number
  refunded: number
  told: number
  /** Charges that are neither a paid order nor returned, after reconciling. */
  unaccounted: number
  secondsToReconcile: number
  faults: string[]
}

const SHOPPERS = 50
const SELL_MS = 20_000
const MAX_LOST_S = 5
const MAX_TO_SELL_S = 60
const CARD = { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' }
const root = join(import.meta.dirname, '..')

/**
 * 50 shoppers buy on SQLite with a continuous copy; the process is killed and the data folder deleted; the copy is
 * restored into an empty folder, the shop started, and its orders compared with the books of the gateway.
 */
export async function loseDisk(onProgress: (line: string) => void): Promise<LostDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'redemption-disk-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const dataDir = join(folder, 'data')
  const [place, gatewayBooks] = [join(folder, 'place'), join(folder, 'gateway.db')]
  mkdirSync(place)
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    STRIPE_SECRET_KEY: '',
    BACKUP_TO: place,
    DEMO: 'off',
    HOLD_NETWORK_UNITS: '1000000',
    ADMIN_PASSWORD: 'chaos only password',
  }
  mkdirSync(dataDir)
  const stocked = await openShopDatabase(dataDir)
  const [product] = await addProducts(stocked, 'Plenty', 1, 1_000_000)
  await stocked.close()
  if (!product) throw new Error('Nothing is for sale')

  const shop = await ShopProcess.at(environment)
  const orders = {
    seed: 1,
    laterMs: 0,
    calm: true,
    sentLog: join(folder, 'sent'),
    outages: NO_OUTAGES,
    gatewayBooks,
  }
  await shop.start(orders)
  onProgress(`${SHOPPERS} shoppers buy for ${SELL_MS / 1_000} s ...`)
  const over = new AbortController()
  const paid = new Map<string, number>()
  const buying = Array.from({ length: SHOPPERS }, (_, turn) =>
    buy(shop.url, product, turn, paid, over.signal),
  )
  await sleep(SELL_MS)

  onProgress('The disk is lost.')
  const lostAt = Date.now()
  // The shop still writes there: a file that appears while the folder is deleted needs another attempt.
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 20 })
  await shop.kill()
  over.abort()
  rmSync(dataDir, { recursive: true, force: true })
  await Promise.all(buying)
  const paidBefore = new Map([...paid].filter(([, at]) => at <= lostAt))

  const began = performance.now()
  await command(['scripts/restore.ts', '--from', place], environment)
  const restoreSeconds = seconds(began)
  await shop.start(orders)
  const sold = new Map<string, number>()
  while (sold.size === 0) await buyOne(shop.url, product, SHOPPERS, sold)
  const secondsToSellAgain = seconds(began)
  onProgress(`It sells again after ${secondsToSellAgain} s.`)

  const database = await openDatabase({
    engine: 'sqlite',
    file: join(dataDir, 'shop.db'),
    synchronous: 'full',
  })
  const books = await openDatabase({ engine: 'sqlite', file: gatewayBooks, synchronous: 'full' })
  try {
    // The gateway runs in the shop's process, which also receives the webhooks of what the command does.
    const reconcile = () => command(['chaos/reconcile-lost.ts', gatewayBooks], environment)
    const { faults, ...reconciled } = await reconcileLost(database, books, { lostAt, paidBefore, reconcile })
    if (secondsToSellAgain > MAX_TO_SELL_S) faults.push(`It sold again after ${secondsToSellAgain} s`)
    const { back, lost, secondsOfOrdersLost, ...rest } = reconciled
    return {
      shoppers: SHOPPERS,
      paidBefore: paidBefore.size,
      back,
      lost,
      secondsOfOrdersLost,
      restoreSeconds,
      secondsToSellAgain,
      ...rest,
      faults,
    }
  } finally {
    await books.close()
    await database.close()
    await shop.kill()
    process.off('exit', remove)
    remove()
  }
}

/** Reconciles the restored shop with the books of the gateway, and counts what was lost, refunded and reported. */
async function reconcileLost(
  database: ShopDatabase,
  books: ShopDatabase,
  {
    lostAt,
    paidBefore,
    reconcile,
  }: { lostAt: number; paidBefore: ReadonlyMap<string, number>; reconcile: () => Promise<unknown> },
) {
  const lost = await paidWithoutOrder(database, books)
  const oldest = Math.max(0, ...lost.map((at) => (lostAt - at) / 1_000))
  const reconciling = performance.now()
  await reconcile()
  const notified = await untilNotified(database, books, lost.length)
  const faults = await findBookFaults(database.db)
  const unaccounted = await openAtGateway(database, books)
  if (unaccounted > 0) faults.push(`${unaccounted} payments are neither an order nor refunded`)
  if (notified !== lost.length) faults.push(`${notified} of ${lost.length} shoppers were told`)
  const settled = database.db.selectFrom('payments').select('intent_id').where('state', '=', 'succeeded')
  const intents = new Set((await settled.execute()).map(({ intent_id }) => intent_id))
  const back = [...paidBefore.keys()].filter((secret) =>
    intents.has(secret.split('_secret_')[0] ?? ''),
  ).length
  if (oldest > MAX_LOST_S) faults.push(`${oldest} s of orders were lost`)
  return {
    back,
    lost: lost.length,
    secondsOfOrdersLost: Math.round(oldest * 100) / 100,
    refunded: (await books.db.selectFrom('test_gateway_refunds').select('id').execute()).length,
    told: notified,
    unaccounted,
    secondsToReconcile: seconds(reconciling),
    faults,
  }
}

async function buy(
  url: string,
  product: Product,
  turn: number,
  paid: Map<string, number>,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) await buyOne(url, product, turn, paid, over)
}

async function buyOne(
  url: string,
  product: Product,
  turn: number,
  paid: Map<string, number>,
  over?: AbortSignal,
): Promise<void> {
  const counter = counterFor([url], `198.18.7.${turn}`, 0)
  const post = (path: string, body: object) => (over?.aborted ? null : counter.post(path, body))
  const amount = priceCart([{ price: product.price, quantity: 1 }], {
    destination: null,
    tariff: TARIFF,
  }).total
  const placed = await post('/create-payment-intent', {
    checkoutId: randomUUID(),
    amount,
    currency: 'cad',
    items: [{ productId: product.id, size: 'M', quantity: 1 }],
    customer: { ...CUSTOMER, name: 'Buyer', email: `buyer-${turn}@chaos.example` },
  })
  const secret = placed?.body['clientSecret']
  if (typeof secret !== 'string') return
  await post('/test-gateway/confirm', { clientSecret: secret, card: CARD })
  const settled = await post('/api/checkout/settle', { clientSecret: secret })
  if (settled?.body['state'] === 'paid') paid.set(secret, Date.now())
}

/** When the gateway's payments without an order were created, in epoch milliseconds. */
async function paidWithoutOrder(shop: ShopDatabase, books: ShopDatabase): Promise<number[]> {
  const charged = await books.db
    .selectFrom('test_gateway_intents')
    .select(['order_id', 'created_at'])
    .where('state', '=', 'succeeded')
    .execute()
  const known = new Set((await shop.db.selectFrom('orders').select('id').execute()).map(({ id }) => id))
  return charged.filter(({ order_id }) => !known.has(order_id)).map(({ created_at }) => created_at)
}

/** Charges that belong to no paid order and were not returned. */
async function openAtGateway(shop: ShopDatabase, books: ShopDatabase): Promise<number> {
  const charged = await books.db
    .selectFrom('test_gateway_intents')
    .select(['id', 'order_id'])
    .where('state', '=', 'succeeded')
    .execute()
  const returned = new Set(
    (await books.db.selectFrom('test_gateway_refunds').select('intent_id').execute()).map(
      ({ intent_id }) => intent_id,
    ),
  )
  const paid = new Set(
    (await shop.db.selectFrom('orders').select('id').where('paid_at', 'is not', null).execute()).map(
      ({ id }) => id,
    ),
  )
  return charged.filter(({ id, order_id }) => !paid.has(order_id) && !returned.has(id)).length
}

const TIMEOUT_MS = 180_000

/** Waits until every shopper of a lost order has a mail and every charge its order or refund. Returns how many have. */
async function untilNotified(shop: ShopDatabase, books: ShopDatabase, lost: number): Promise<number> {
  const began = performance.now()
  for (;;) {
    const notices = await shop.db
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'lost-payment-notice')
      .where('done_at', 'is not', null)
      .execute()
    const isOver = notices.length >= lost && (await openAtGateway(shop, books)) === 0
    if (isOver || performance.now() - began > TIMEOUT_MS) return notices.length
    await sleep(200)
  }
}

function command(args: readonly string[], environment: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args[0]} ended with ${code}`)),
    )
  })
}

function seconds(began: number): number {
  return Math.round((performance.now() - began) / 10) / 100
}
