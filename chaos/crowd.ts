import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { percentile } from '#scripts/robots/percentile.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { insertContactMessage } from '#db/inbox/contact-messages.ts'
import { toMessageId, toRefundId } from '#domain/ids.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import type { Product } from '#domain/catalog/product.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { counterFor } from './actors/counter.ts'
import { staffDesk, STAFF } from './actors/refund-disputed.ts'
import { Shopper } from './actors/shopper.ts'
import { NO_OUTAGES } from './plan.ts'
import { tally } from './report.ts'
import { addProducts, openScene } from './scene.ts'
import { seededRandom, type Chance } from './seeded-random.ts'

/** The result of minutes in which a crowd buys several products at once while staff restock and refund. */
export interface Crowd {
  seed: number
  shoppers: number
  processes: number
  busyProcesses: number
  seconds: number
  endings: Partial<Record<string, number>>
  ordersPerSecond: number
  restocked: number
  refunded: number
  /** As PostgreSQL's log tells them, with the statements. */
  deadlocks: string[]
  /** Seconds from the payment to the shopper's confirmation mail. */
  confirmations: { sent: number; waiting: number; p50: number; p99: number; longest: number }
  faults: string[]
}

const SHOPPERS = 40
const BUSY_PROCESSES = 2
const PRODUCTS = { count: 8, units: 400 }
const CART = { least: 2, most: 5 }
const WAITING_TASKS = 3_000
/** Between two restocks or refunds. */
const STAFF_PAUSE_MS = 50

/** PostgreSQL writes each deadlock, with its statements, into a log that SQL can read. */
export const CROWD_POSTGRES = { logging_collector: 'on', log_min_messages: 'error' }

/**
 * Shoppers with carts of several products, staff who restock and who refund with their units, and programs that take
 * the processor: no transaction may wait for another that waits for it, and shoppers get their mails.
 */
export async function runCrowd(
  { seed, processes, minutes }: { seed: number; processes: number; minutes: number },
  url: string,
): Promise<Crowd> {
  const scene = await openScene({ processes, purchases: 0 }, url)
  const busy = Array.from({ length: BUSY_PROCESSES }, () => spawn(process.execPath, ['-e', 'for (;;);']))
  try {
    const { database, sentLog } = scene
    const products = await addProducts(database, 'Wanted', PRODUCTS.count, PRODUCTS.units)
    await fillOutbox(database)
    await Promise.all(
      scene.processes.map((one) => one.start({ seed, laterMs: 0, calm: true, sentLog, outages: NO_OUTAGES })),
    )
    const urls = scene.processes.map((one) => one.url)
    const started = performance.now()
    const isOpen = () => performance.now() - started < minutes * 60_000
    const endings: string[] = []
    let turns = 0
    const shop = async () => {
      while (isOpen()) {
        turns += 1
        const address = `198.${18 + (turns >> 16)}.${(turns >> 8) & 255}.${turns & 255}`
        const counter = counterFor(urls, address, turns)
        const shopper = new Shopper({
          counter,
          chance: seededRandom(seed, turns),
          name: `crowd-${turns}`,
          cart: CART,
        })
        endings.push((await shopper.buy(products)).ending)
      }
    }
    const [restocked, refunded] = await Promise.all([
      repeat(isOpen, (chance) => restock(database, chance.pick(products)), seededRandom(seed, -1)),
      repeat(isOpen, (chance) => refund(database, chance), seededRandom(seed, -2)),
      ...Array.from({ length: SHOPPERS }, shop),
    ])
    const seconds = Math.round((performance.now() - started) / 1_000)
    const deadlocks = await readDeadlocks(database)
    return {
      seed,
      shoppers: SHOPPERS,
      processes,
      busyProcesses: BUSY_PROCESSES,
      seconds,
      endings: tally(endings),
      ordersPerSecond: Math.round((10 * (await countPaid(database))) / seconds) / 10,
      restocked,
      refunded,
      deadlocks,
      confirmations: await readConfirmations(database),
      faults: deadlocks.length === 0 ? [] : [`deadlocks: ${deadlocks.length}`],
    }
  } finally {
    for (const one of busy) one.kill('SIGKILL')
    await scene.close()
  }
}

/** Returns how often `work` did something. */
async function repeat(
  isOpen: () => boolean,
  work: (chance: Chance) => Promise<boolean>,
  chance: Chance,
): Promise<number> {
  let done = 0
  while (isOpen()) {
    if (await work(chance)) done += 1
    await sleep(STAFF_PAUSE_MS)
  }
  return done
}

/** Staff save a product with its counts as they were at first. */
async function restock(database: ShopDatabase, { id, stock, sizes }: Product): Promise<boolean> {
  const catalog = new SqlCatalog(database)
  const product = await catalog.find(id)
  if (product === null) return false
  const { version, ...draft } = product
  return !('kind' in (await catalog.update(id, version, { ...draft, stock, sizes }, product)))
}

/** Staff refund all items of a paid order, and return them to stock. */
async function refund(database: ShopDatabase, chance: Chance): Promise<boolean> {
  const orders = await database.db
    .selectFrom('orders')
    .select(['id', 'number', 'version'])
    .where('state', '=', 'paid')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  if (orders.length === 0) return false
  const { id, number, version } = chance.pick(orders)
  const restock = await database.db
    .selectFrom('order_lines')
    .select(['position', 'quantity'])
    .where('order_id', '=', id)
    .execute()
  const { kind } = await refundOrder(staffDesk(database), {
    number,
    version,
    refundId: toRefundId(`crowd-${id}`),
    amount: { items: restock, shipping: true },
    reason: 'Did not fit',
    restock,
    by: STAFF,
    permissions: PERMISSIONS,
  })
  return kind === 'requested'
}

/** Mails to the owner that were due before the shop opened. */
async function fillOutbox({ db }: ShopDatabase): Promise<void> {
  const messageId = toMessageId(randomUUID())
  const message = { name: 'Ada', email: 'ada@chaos.example', subject: 'general', message: 'Open?' } as const
  await insertContactMessage(db, messageId, message, Date.now())
  const mails = Array.from({ length: WAITING_TASKS }, (_, turn) => ({
    kind: 'contact-message' as const,
    payload: { messageId },
    dedupeKey: `waiting ${turn}`,
  }))
  await enqueue(db, mails, Date.now())
}

async function countPaid({ db }: ShopDatabase): Promise<number> {
  const { paid } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('paid'))
    .where('paid_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(paid)
}

async function readConfirmations({ db }: ShopDatabase): Promise<Crowd['confirmations']> {
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('orders', 'orders.id', 'outbox.order_id')
    .select(['orders.paid_at', 'outbox.done_at'])
    .where('outbox.kind', '=', 'order-confirmation')
    .execute()
  const now = Date.now()
  const waits = rows.map(({ paid_at, done_at }) => ((done_at ?? now) - (paid_at ?? now)) / 1_000)
  const waiting = rows.filter(({ done_at }) => done_at === null).length
  const [p50 = 0, p99 = 0, longest = 0] = [50, 99, 100].map((share) => percentile(waits, share))
  return { sent: rows.length - waiting, waiting, p50, p99, longest }
}

async function readDeadlocks({ db }: ShopDatabase): Promise<string[]> {
  const { rows } = await sql<{ log: string }>`select pg_read_file(pg_current_logfile()) as log`.execute(db)
  return (rows[0]?.log ?? '')
    .split(/^(?=\S.* ERROR: )/m)
    .filter((entry) => entry.includes('deadlock detected'))
}
