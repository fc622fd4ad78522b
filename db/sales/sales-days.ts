import type { ShopDatabase } from '#db/engine/open-database.ts'
import {
  countSales,
  countSold,
  DAY_MS,
  SLOT_MS,
  type Sales,
  type SoldProduct,
  type Stretch,
} from './sales.ts'

/** So long after its end a day is counted: until then a transaction that began on the day may still commit. */
const OVER_AFTER_MS = 3_600_000
/** Counted days are counted again after so long, should a change of them ever go without its note (mark-sales.ts). */
const COUNTED_AGAIN_MS = DAY_MS
/** Nobody asks for older days. */
const KEPT_DAYS = 60

/** The days that are over, in UTC: days since 1970, from the first, inclusive, to the last, exclusive. */
function daysOver({ since, now }: { since: number; now: number }): { first: number; end: number } {
  return { first: Math.ceil(since / DAY_MS), end: Math.floor((now - OVER_AFTER_MS) / DAY_MS) }
}

/**
 * What was sold since a time. Days that are over come from their rows; the rest is counted: the present day, a part of
 * the first one, and days that changed after they were counted.
 */
export async function readSales(
  database: ShopDatabase,
  { since, now }: { since: number; now: number },
): Promise<Sales> {
  const { first, end } = daysOver({ since, now })
  const rows = await database.db
    .selectFrom('sales_days')
    .select(['day', 'sales'])
    .where('day', '>=', first - 1)
    .where('day', '<', end)
    .whereRef('counted_changes', '=', 'changes')
    .execute()
  const kept = new Map(rows.map(({ day, sales }) => [day, JSON.parse(sales ?? '') as Sales]))
  const beginning = kept.get(first - 1)
  const missing = stretchesWithout(kept, { first, end, since: beginning ? first * DAY_MS : since })
  const counted = await Promise.all(missing.map((stretch) => countSales(database, stretch)))
  const parts = [...kept].filter(([day]) => day >= first).map(([, sales]) => sales)
  if (beginning) {
    // Its slots are kept, but what was sold is kept for the whole day only.
    const isWithin = ({ slot }: { slot: number }) => slot * SLOT_MS >= since
    parts.push({
      paid: beginning.paid.filter(isWithin),
      returned: beginning.returned.filter(isWithin),
      sold: await countSold(database, { from: since, until: first * DAY_MS }),
    })
  }
  return together([...parts, ...counted])
}

/** The stretches of time since `since` that no kept day covers. */
function stretchesWithout(
  kept: ReadonlyMap<number, Sales>,
  { first, end, since }: { first: number; end: number; since: number },
): Stretch[] {
  const stretches: Stretch[] = []
  let from = since
  for (let day = first; day < end; day += 1) {
    if (!kept.has(day)) continue
    if (from < day * DAY_MS) stretches.push({ from, until: day * DAY_MS })
    from = (day + 1) * DAY_MS
  }
  return [...stretches, { from, until: Number.MAX_SAFE_INTEGER }]
}

function together(parts: readonly Sales[]): Sales {
  const sold = new Map<string, SoldProduct>()
  for (const { productId, name, units } of parts.flatMap((part) => part.sold)) {
    const known = sold.get(productId)
    if (known === undefined) sold.set(productId, { productId, name, units })
    else
      sold.set(productId, {
        productId,
        name: name > known.name ? name : known.name,
        units: known.units + units,
      })
  }
  return {
    paid: parts.flatMap((part) => part.paid),
    returned: parts.flatMap((part) => part.returned),
    sold: [...sold.values()],
  }
}

/**
 * Counts the first day since a time that is over and was not counted, has changed since, or was counted a day ago.
 * Returns false when there is none.
 */
export async function keepNextDay(
  database: ShopDatabase,
  { since, now }: { since: number; now: number },
): Promise<boolean> {
  const { first, end } = daysOver({ since, now })
  const rows = await database.db
    .selectFrom('sales_days')
    .select(['day', 'changes', 'counted_changes', 'counted_at'])
    .where('day', '>=', first - 1)
    .where('day', '<', end)
    .execute()
  const known = new Map(rows.map((row) => [row.day, row]))
  for (let day = first - 1; day < end; day += 1) {
    const row = known.get(day)
    const isCounted = row !== undefined && row.counted_changes === row.changes
    if (isCounted && (row.counted_at ?? 0) > now - COUNTED_AGAIN_MS) continue
    await keepDay(database, day, { changes: row?.changes ?? 0, now })
    return true
  }
  return false
}

/** `changes` was read before: a change that comes during the count leaves the day to be counted again. */
async function keepDay(
  database: ShopDatabase,
  day: number,
  { changes, now }: { changes: number; now: number },
): Promise<void> {
  const sales = await countSales(database, { from: day * DAY_MS, until: (day + 1) * DAY_MS })
  const counted = { counted_changes: changes, counted_at: now, sales: JSON.stringify(sales) }
  await database.db
    .insertInto('sales_days')
    .values({ day, changes, ...counted })
    .onConflict((known) => known.column('day').doUpdateSet(counted))
    .execute()
}

/** Deletes days that nobody asks for any more. */
export async function deleteOldSalesDays({ db }: ShopDatabase, now: number): Promise<void> {
  await db
    .deleteFrom('sales_days')
    .where('day', '<', Math.floor(now / DAY_MS) - KEPT_DAYS)
    .execute()
}
