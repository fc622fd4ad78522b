import { transact } from '#db/engine/transact.ts'
import { appendSetting } from '#db/settings/settings.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { withEmptyFields } from '#domain/catalog/product-fields.ts'
import { SIZES } from '#domain/catalog/size.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { cents } from '#domain/money.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { scheduleDrops } from '#operations/settings/schedule-drops.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { percentile, type Answer, type Figure } from '#bench/question.ts'
import { onEachEngine } from '#bench/harness/each-engine.ts'
import { startLoadProcess, type LoadProcess } from '#bench/harness/load/load-process.ts'
import { residentMegabytes } from '#bench/harness/process-usage.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'
import { openShopDatabase } from '#bench/harness/stocked-database.ts'

/** Fewer visitors for a trial: `SCALE=0.03 npm run bench -- drop`. */
const SCALE = Number(process.env['SCALE'] ?? 1)
const EARLY = Math.round(10_000 * SCALE)
const LATE = Math.round(5_000 * SCALE)
const PIECES = 200
const EARLY_MS = 60_000 * Math.min(1, SCALE * 2)
const LATE_MS = 20_000 * Math.min(1, SCALE * 2)
/** For the start of the processes. */
const LEAD_MS = 20_000
const ROOM = { opensMinutes: 30, turnMinutes: 2, turns: 200, perMinute: 1_200 }
const MEMORY_EVERY_MS = 500
/** Of a chi-square with 81 degrees of freedom, at p = 0.01. */
const MAX_CHI_SQUARE = 113.51

/**
 * 10,000 wait in the room of a drop and 5,000 more come after its start, for 200 pieces in six sizes: is everything
 * sold once, in the order of the draw, and how long does an answer take? On PostgreSQL two processes share the work.
 */
export async function measure(): Promise<Answer> {
  buildShop()
  const load = startLoadProcess()
  const answers = await onEachEngine((engine, url) => drop(load, engine, url))
  load.stop()
  return {
    figures: answers.flatMap(({ figures }) => figures),
    details: {
      early: EARLY,
      late: LATE,
      pieces: PIECES,
      room: ROOM,
      each: answers.map(({ details }) => details),
    },
  }
}

async function drop(load: LoadProcess, engine: string, url: string | undefined) {
  const dataDir = temporaryFolder()
  const startsAt = Date.now() + LEAD_MS + EARLY_MS
  const product = await stock(dataDir, url, startsAt)
  const environment = { DEMO: 'off', ...(url !== undefined && { DATABASE_URL: url }) }
  const shops = [await startShop({ dataDir, environment })]
  if (url !== undefined) shops.push(await startShop({ dataDir, environment }))
  const memory = shops.map(() => 0)
  const watch = setInterval(() => {
    for (const [at, { pid }] of shops.entries())
      memory[at] = Math.max(memory[at] ?? 0, residentMegabytes(pid))
  }, MEMORY_EVERY_MS)
  const report = await load.room({
    ports: shops.map(({ port }) => port),
    handle: 'bench',
    startsAt,
    early: EARLY,
    earlyMs: EARLY_MS,
    late: LATE,
    lateMs: LATE_MS,
    productId: product.id,
    sizes: product.sizes.map(({ size }) => size),
    amount: priceCart([{ price: product.price, quantity: 1 }], { destination: null, tariff: TARIFF }).total,
  })
  clearInterval(watch)
  for (const shop of shops) await shop.stop()
  const { paid, left } = await books(dataDir, url)
  const { polls, failed, orders, ...rest } = report
  const failures = Object.values(failed).reduce((sum, count) => sum + count, 0)
  const exactly = (what: string, value: number, owed: number): Figure => ({
    what: `${engine}: ${what}`,
    value,
    unit: '',
    most: owed,
    least: owed,
  })
  const sold = Math.min(PIECES, EARLY + LATE)
  const figures: Figure[] = [
    exactly('pieces sold', paid, sold),
    exactly('pieces sold and left, without those there were', paid + left - PIECES, 0),
    exactly('visitors who failed', failures, 0),
    exactly('answers 5xx', rest.serverErrors, 0),
    { what: `${engine}: poll, 95 % are quicker`, value: percentile(polls, 95), unit: 'ms', most: 100 },
    { what: `${engine}: poll, half are quicker`, value: percentile(polls, 50), unit: 'ms' },
    { what: `${engine}: polls`, value: polls.length, unit: '' },
    ...memory.map((value, at) => ({
      what: `${engine}: memory of process ${at + 1}`,
      value,
      unit: 'MB',
      most: 300,
    })),
    {
      what: `${engine}: from the start to the last sale`,
      value: rest.secondsToLastSale,
      unit: 's',
      most: 60,
    },
    {
      what: `${engine}: chi-square of places against arrivals`,
      value: chiSquare(orders),
      unit: '',
      most: MAX_CHI_SQUARE,
    },
  ]
  return { figures, details: { engine, failed, memory, ...rest } }
}

/** A drop with one product in six sizes, and its room. */
async function stock(dataDir: string, url: string | undefined, startsAt: number) {
  const database = await openShopDatabase(dataDir, url)
  const sizes = SIZES.slice(0, 6)
  const product = await new SqlCatalog(database).add(
    withEmptyFields({
      name: 'Bench jacket',
      price: cents(190_00),
      category: 'Hoodies',
      description: 'Made for a measurement.',
      stock: PIECES,
      sizes: sizes.map((size, at) => ({
        size,
        stock: Math.floor(PIECES / sizes.length) + (at < PIECES % sizes.length ? 1 : 0),
      })),
    }),
  )
  const drop: Drop = {
    id: 'bench',
    name: 'Bench drop',
    handle: 'bench',
    words: '',
    picture: null,
    isDraft: false,
    products: [product.id],
    publicFrom: startsAt,
    soldFrom: startsAt,
    room: ROOM,
    perPerson: 1,
    payMinutes: null,
  }
  const now = Date.now()
  await transact(database, async (tx) => {
    await scheduleDrops(tx, { drops: [] }, { drops: [drop] }, now)
    await appendSetting(tx, DROPS.name, 0, {
      value: { drops: [drop] },
      changedAt: now,
      changedBy: null,
      summary: 'Drop',
    })
  })
  await database.close()
  return product
}

async function books(dataDir: string, url: string | undefined) {
  const database = await openShopDatabase(dataDir, url)
  const { paid } = await database.db
    .selectFrom('orders')
    .select((e) => e.fn.countAll<number>().as('paid'))
    .where('state', '=', 'paid')
    .executeTakeFirstOrThrow()
  const { left } = await database.db
    .selectFrom('products')
    .select((e) => e.fn.sum<number>('stock').as('left'))
    .executeTakeFirstOrThrow()
  await database.close()
  return { paid: Number(paid), left: Number(left) }
}

/** How far the places depend on who came first: those present, by tenths. */
function chiSquare(orders: readonly { number: number; place: number }[]): number {
  const tenth = (value: number) => Math.min(9, Math.floor(((value - 1) * 10) / orders.length))
  const counts = Array.from({ length: 100 }, () => 0)
  for (const { number, place } of orders) counts[10 * tenth(number) + tenth(place)]! += 1
  const expected = orders.length / 100
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}
