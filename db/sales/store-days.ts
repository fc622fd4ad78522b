import type { Updateable } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { DAY_MS, SLOT_MS, sumOfSales } from '#domain/sales/sales.ts'
import { shopDay, startOfDay } from '#domain/shop-day.ts'
import { finishedDays, type DaySales, type PieceOfDay } from './sales-days.ts'
import { countSales, type TimeRange } from './sales.ts'

/** The last days are counted again after this time, in case a change was not marked. */
const RECOUNT_AFTER_MS = DAY_MS
const RECOUNTED_DAYS = 31
/** The stored part of today ends this long before now, because a payment gets its time before it is committed. */
const UNSETTLED_MS = 15 * 60_000

/** A row as it was read before the count. If it changes in the meantime, the day has to be counted again. */
interface KnownRow {
  day: number
  changes: number
  counted_changes: number | null
  counted_at: number | null
  so_far_until: number | null
  so_far_changes: number | null
}

/**
 * Counts the first day since the first sale that is over and was not counted, has changed since, or was counted a day
 * ago; otherwise the next part of today. Returns false when there is nothing to count. `timeZone`: the shop's.
 */
export async function storeNextDay(
  database: ShopDatabase,
  { now, timeZone }: { now: number; timeZone: string },
): Promise<boolean> {
  const since = await firstSale(database)
  if (since === null) return false
  const { first, end } = finishedDays({ since, now })
  const rows: KnownRow[] = await database.db
    .selectFrom('sales_days')
    .select(['day', 'changes', 'counted_changes', 'counted_at', 'so_far_until', 'so_far_changes'])
    .where('day', '>=', first)
    .execute()
  const known = new Map(rows.map((row) => [row.day, row]))
  for (let day = end - 1; day >= first; day -= 1) {
    const row = known.get(day)
    const isCounted = row !== undefined && row.counted_changes === row.changes
    if (isCounted && (day < end - RECOUNTED_DAYS || (row.counted_at ?? 0) > now - RECOUNT_AFTER_MS)) continue
    await keepDay(database, day, { changes: row?.changes ?? 0, now, timeZone })
    return true
  }
  for (let day = Math.max(first, end); day * DAY_MS < now; day += 1) {
    const settled = Math.floor((now - UNSETTLED_MS) / SLOT_MS) * SLOT_MS
    const until = Math.min(settled, (day + 1) * DAY_MS)
    // A day that keeps changing is counted again once per slot at most.
    if (until <= Math.max(day * DAY_MS, known.get(day)?.so_far_until ?? 0)) continue
    await keepSoFar(database, day, { row: known.get(day), until, timeZone })
    return true
  }
  return false
}

async function firstSale({ db }: ShopDatabase): Promise<number | null> {
  const row = await db
    .selectFrom('orders')
    .select('paid_at')
    .where('paid_at', 'is not', null)
    .orderBy('paid_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.paid_at ?? null
}

async function keepDay(
  database: ShopDatabase,
  day: number,
  { changes, now, timeZone }: { changes: number; now: number; timeZone: string },
): Promise<void> {
  const range = { from: day * DAY_MS, until: (day + 1) * DAY_MS }
  const sales = await countPieces(database, range, timeZone)
  const columns = { counted_changes: changes, counted_at: now, sales: JSON.stringify(sales) }
  await keep(
    database,
    { day, changes },
    { ...columns, so_far: null, so_far_until: null, so_far_changes: null },
  )
}

/** Adds the newest part of a day to the stored one, or counts the whole day again when it has changed. */
async function keepSoFar(
  database: ShopDatabase,
  day: number,
  { row, until, timeZone }: { row: KnownRow | undefined; until: number; timeZone: string },
): Promise<void> {
  const changes = row?.changes ?? 0
  const before = row !== undefined && row.so_far_changes === changes ? await readSoFar(database, day) : null
  const from = (before && row?.so_far_until) ?? day * DAY_MS
  const more = await countPieces(database, { from, until }, timeZone)
  const sales = before === null ? more : joined(before, more, midnightOf(day, timeZone))
  await keep(
    database,
    { day, changes },
    { so_far: JSON.stringify(sales), so_far_until: until, so_far_changes: changes },
  )
}

async function readSoFar({ db }: ShopDatabase, day: number): Promise<Required<DaySales> | null> {
  const row = await db.selectFrom('sales_days').select('so_far').where('day', '=', day).executeTakeFirst()
  const { pieces, ...sales } = JSON.parse(row?.so_far ?? '{}') as DaySales
  return pieces === undefined ? null : { ...sales, pieces }
}

/** Counts a part of a day, with what was sold before and after midnight in the shop's time zone apart. */
async function countPieces(
  database: ShopDatabase,
  { from, until }: TimeRange,
  timeZone: string,
): Promise<Required<DaySales>> {
  const midnight = midnightOf(Math.floor(from / DAY_MS), timeZone)
  const isWithin = midnight > from && midnight < until
  const ranges = isWithin
    ? [
        { from, until: midnight },
        { from: midnight, until },
      ]
    : [{ from, until }]
  const counted = await Promise.all(
    ranges.map(async (range) => ({ range, sales: await countSales(database, range) })),
  )
  return {
    paid: counted.flatMap(({ sales }) => sales.paid),
    returned: counted.flatMap(({ sales }) => sales.returned),
    pieces: counted.map(({ range, sales: { paid: _paid, returned: _returned, ...sales } }) => ({
      ...range,
      sales,
    })),
    sold: [],
  }
}

/** The part of a day and what follows it: one piece until midnight, and one from then on. */
function joined(before: Required<DaySales>, more: Required<DaySales>, midnight: number): DaySales {
  const pieces: PieceOfDay[] = []
  for (const piece of [...before.pieces, ...more.pieces]) {
    const last = pieces.at(-1)
    if (last === undefined || piece.from === midnight) pieces.push(piece)
    else {
      const all = [last, piece].map(({ sales }) => ({ paid: [], returned: [], ...sales }))
      const { paid: _paid, returned: _returned, ...sales } = sumOfSales(all)
      pieces[pieces.length - 1] = { from: last.from, until: piece.until, sales }
    }
  }
  const slots = (key: 'paid' | 'returned') => [...before[key], ...more[key]]
  return { paid: slots('paid'), returned: slots('returned'), pieces, sold: [] }
}

/** The midnight of the shop's time zone on a day in UTC. */
function midnightOf(day: number, timeZone: string): number {
  const end = (day + 1) * DAY_MS
  return startOfDay(shopDay(end - 1, timeZone), timeZone) ?? end
}

async function keep(
  { db }: ShopDatabase,
  { day, changes }: { day: number; changes: number },
  counted: Updateable<Database['sales_days']>,
): Promise<void> {
  await db
    .insertInto('sales_days')
    .values({ ...counted, day, changes })
    .onConflict((known) => known.column('day').doUpdateSet(counted))
    .execute()
}
