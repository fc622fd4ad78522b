import type { Updateable } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { shopDay, startOfDay } from '#domain/shop-day.ts'
import { finishedDays, sumOfSales, type DaySales } from './sales-days.ts'
import { countSales, countSold, DAY_MS, SLOT_MS, type Sales } from './sales.ts'

/** Counted days are counted again after this time, in case a change was not marked (mark-sales-for-recount.ts). */
const RECOUNT_AFTER_MS = DAY_MS
/** The stored part of today ends this long before now, because a payment gets its time before it is committed. */
const UNSETTLED_MS = 15 * 60_000
/** Older days are never read. */
const RETENTION_DAYS = 60

/** A row as it was read before the count. If it changes in the meantime, the day has to be counted again. */
interface KnownRow {
  day: number
  changes: number
  counted_changes: number | null
  counted_at: number | null
  so_far: string | null
  so_far_until: number | null
  so_far_changes: number | null
}

/**
 * Counts the first day since a time that is over and was not counted, has changed since, or was counted a day ago;
 * otherwise the next part of today. Returns false when there is nothing to count. `timeZone`: the shop's.
 */
export async function storeNextDay(
  database: ShopDatabase,
  { since, now, timeZone }: { since: number; now: number; timeZone: string },
): Promise<boolean> {
  const { first, end } = finishedDays({ since, now })
  const rows: KnownRow[] = await database.db
    .selectFrom('sales_days')
    .select(['day', 'changes', 'counted_changes', 'counted_at', 'so_far', 'so_far_until', 'so_far_changes'])
    .where('day', '>=', first - 1)
    .execute()
  const known = new Map(rows.map((row) => [row.day, row]))
  for (let day = first - 1; day < end; day += 1) {
    const row = known.get(day)
    const isCounted = row !== undefined && row.counted_changes === row.changes
    if (isCounted && (row.counted_at ?? 0) > now - RECOUNT_AFTER_MS) continue
    await keepDay(database, day, { changes: row?.changes ?? 0, now, timeZone })
    return true
  }
  for (let day = end; day * DAY_MS < now; day += 1) {
    const settled = Math.floor((now - UNSETTLED_MS) / SLOT_MS) * SLOT_MS
    const until = Math.min(settled, (day + 1) * DAY_MS)
    // A day that keeps changing is counted again once per slot at most.
    if (until <= Math.max(day * DAY_MS, known.get(day)?.so_far_until ?? 0)) continue
    await keepSoFar(database, day, { row: known.get(day), until })
    return true
  }
  return false
}

async function keepDay(
  database: ShopDatabase,
  day: number,
  { changes, now, timeZone }: { changes: number; now: number; timeZone: string },
): Promise<void> {
  const until = (day + 1) * DAY_MS
  const counted: DaySales = await countSales(database, { from: day * DAY_MS, until })
  const midnight = startOfDay(shopDay(until - 1, timeZone), timeZone) ?? until
  const sales: DaySales = {
    ...counted,
    soldSince: { at: midnight, sold: await countSold(database, { from: midnight, until }) },
  }
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
  { row, until }: { row: KnownRow | undefined; until: number },
): Promise<void> {
  const changes = row?.changes ?? 0
  const isKnown = row !== undefined && row.so_far_changes === changes
  const before = isKnown ? [JSON.parse(row.so_far ?? '') as Sales] : []
  const from = (isKnown ? row.so_far_until : null) ?? day * DAY_MS
  const sales = sumOfSales([...before, await countSales(database, { from, until })])
  await keep(
    database,
    { day, changes },
    { so_far: JSON.stringify(sales), so_far_until: until, so_far_changes: changes },
  )
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

/** Deletes days that are no longer read. */
export async function deleteOldSalesDays({ db }: ShopDatabase, now: number): Promise<void> {
  await db
    .deleteFrom('sales_days')
    .where('day', '<', Math.floor(now / DAY_MS) - RETENTION_DAYS)
    .execute()
}
