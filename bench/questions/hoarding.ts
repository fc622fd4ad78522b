import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '#bench/question.ts'
import { startLoadProcess } from '#bench/harness/load/load-process.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'
import { readDropBooks } from '#db/drops/drop-course.ts'
import { addDrop } from '#bench/harness/stocked-drop.ts'
import { openShopDatabase } from '#bench/harness/stocked-database.ts'

/** Fewer of both for a trial: `SCALE=0.03 npm run bench -- hoarding`. */
const SCALE = Number(process.env['SCALE'] ?? 1)
const VISITORS = Math.round(10_000 * SCALE)
const ADDRESSES = Math.round(1_000 * SCALE)
const PIECES = 200
const EARLY_MS = 30_000
const LEAD_MS = 12_000
/** The shortest that staff can choose, so that the run is short: a share of the pieces does not depend on it. */
const PAY_MINUTES = 2
const ROOM = { opensMinutes: 30, turnMinutes: 5, turns: 200, perMinute: 1_200 }
/** As long as pieces of the first minute are held, and as those who took them may try again. */
const MEASURED_MS = (PAY_MINUTES + 1.5) * 60_000
const WATCH_MS = 1_000

/**
 * One client without a card has 1,000 addresses and cookies among 10,000 visitors of a drop with a waiting room: which
 * share of 200 pieces does it keep from them, for how long, and what does that take?
 */
export async function measure(): Promise<Answer> {
  buildShop()
  const dataDir = temporaryFolder()
  const startsAt = Date.now() + LEAD_MS + EARLY_MS
  const database = await openShopDatabase(dataDir)
  const { handle, pieces } = await addDrop(database, {
    units: PIECES,
    soldFrom: startsAt,
    room: ROOM,
    payMinutes: PAY_MINUTES,
  })
  const shop = await startShop({ dataDir, environment: { DEMO: 'off' } })
  const [visitors, hoarder] = [startLoadProcess(), startLoadProcess()]
  const same = { ports: [shop.port], handle, startsAt, earlyMs: EARLY_MS, pieces, forMs: MEASURED_MS }
  const shares: number[] = []
  async function watch(): Promise<void> {
    while (Date.now() < startsAt + MEASURED_MS) {
      await sleep(WATCH_MS)
      if (Date.now() < startsAt) continue
      const { units } = await database.db
        .selectFrom('holds')
        .innerJoin('orders', 'orders.id', 'holds.order_id')
        .select((e) => e.fn.sum<number | null>('holds.quantity').as('units'))
        .where('orders.email', 'like', 'hoarder-%')
        .executeTakeFirstOrThrow()
      shares.push((100 * Number(units ?? 0)) / PIECES)
    }
  }
  const [cost, sales] = await Promise.all([
    hoarder.hoard({ ...same, addresses: ADDRESSES }),
    visitors.room({ ...same, title: 'Hoarding', hasRoom: true, early: VISITORS, late: 0, lateMs: 0 }),
    watch(),
  ])
  for (const load of [visitors, hoarder]) load.stop()
  const { sold } = await readDropBooks(database, pieces)
  await shop.stop()
  await database.close()
  const held = shares.slice(0, PAY_MINUTES * 60)
  const mean = held.reduce((sum, share) => sum + share, 0) / held.length
  return {
    figures: [
      { what: 'places of the client, of all', value: (100 * ADDRESSES) / (ADDRESSES + VISITORS), unit: '%' },
      { what: 'pieces that it kept away, at most', value: Math.max(...shares), unit: '%' },
      { what: 'pieces that it kept away, over the time to pay', value: mean, unit: '%', most: 5 },
      { what: 'pieces that it keeps away after that time', value: shares.at(-1) ?? 0, unit: '%' },
      { what: 'pieces sold to others by then', value: (100 * sold) / PIECES, unit: '%' },
      { what: 'last sale, from the start', value: sales.secondsToLastSale, unit: 's' },
      { what: 'addresses and cookies it needed', value: ADDRESSES, unit: '' },
      { what: 'requests it sent', value: cost.requests, unit: '' },
      { what: 'bytes it sent', value: cost.bytes / 1e6, unit: 'MB' },
    ],
    details: { visitors: VISITORS, addresses: ADDRESSES, pieces: PIECES, room: ROOM, cost, shares },
  }
}
