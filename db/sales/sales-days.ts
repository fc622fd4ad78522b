import type { ShopDatabase } from '#db/engine/open-database.ts'
import {
  countSales,
  countSold,
  DAY_MS,
  SLOT_MS,
  type Sales,
  type SoldProduct,
  type TimeRange,
} from './sales.ts'

/** A day is counted this long after its end: until then a transaction that began on the day may still commit. */
const FINAL_AFTER_MS = 3_600_000

/** The sales of a day as its row keeps them. */
export interface DaySales extends Sales {
  /** What was sold since a time within the day: since midnight in the shop's time zone when it was counted. */
  soldSince?: { at: number; sold: readonly SoldProduct[] }
}

/** The days that are over, in UTC: days since 1970, from the first, inclusive, to the last, exclusive. */
export function finishedDays({ since, now }: { since: number; now: number }): { first: number; end: number } {
  return { first: Math.ceil(since / DAY_MS), end: Math.floor((now - FINAL_AFTER_MS) / DAY_MS) }
}

/** The sales of a day, from its beginning until a time. */
interface KeptDay {
  sales: DaySales
  until: number
}

/**
 * What was sold since a time. Days that are over are read from their rows, and so is today, up to half an hour ago. The
 * rest is counted: that half hour, days that changed after they were counted, and a part of the first day when its row
 * was counted from another time.
 */
export async function readSales(
  database: ShopDatabase,
  { since, now }: { since: number; now: number },
): Promise<Sales> {
  const { first, end } = finishedDays({ since, now })
  const stored = await readKeptDays(database, { first: first - 1, end })
  const beginning = since < first * DAY_MS ? stored.get(first - 1) : undefined
  const isWhole = beginning?.until === first * DAY_MS
  const missing = rangesWithout(stored, { first, since: isWhole ? first * DAY_MS : since })
  const counted = await Promise.all(missing.map((range) => countSales(database, range)))
  const parts: Sales[] = [...stored].filter(([day]) => day >= first).map(([, { sales }]) => sales)
  if (isWhole) {
    const { paid, returned, soldSince } = beginning.sales
    const isWithin = ({ slot }: { slot: number }) => slot * SLOT_MS >= since
    parts.push({
      paid: paid.filter(isWithin),
      returned: returned.filter(isWithin),
      sold:
        soldSince?.at === since
          ? soldSince.sold
          : await countSold(database, { from: since, until: first * DAY_MS }),
    })
  }
  return sumOfSales([...parts, ...counted])
}

/** The stored days from `first` on that are up to date, oldest first. Days before `end` are stored as a whole. */
async function readKeptDays(
  { db }: ShopDatabase,
  { first, end }: { first: number; end: number },
): Promise<ReadonlyMap<number, KeptDay>> {
  const rows = await db
    .selectFrom('sales_days')
    .select(['day', 'changes', 'counted_changes', 'sales', 'so_far', 'so_far_changes', 'so_far_until'])
    .where('day', '>=', first)
    .orderBy('day')
    .execute()
  const stored = new Map<number, KeptDay>()
  for (const { day, changes, counted_changes, sales, so_far, so_far_changes, so_far_until } of rows) {
    if (day < end && counted_changes === changes)
      stored.set(day, { sales: JSON.parse(sales ?? '') as DaySales, until: (day + 1) * DAY_MS })
    else if (so_far_changes === changes && so_far_until !== null)
      stored.set(day, { sales: JSON.parse(so_far ?? '') as DaySales, until: so_far_until })
  }
  return stored
}

/** The time ranges after `since` that no stored day covers. */
function rangesWithout(
  kept: ReadonlyMap<number, KeptDay>,
  { first, since }: { first: number; since: number },
): TimeRange[] {
  const ranges: TimeRange[] = []
  let from = since
  for (const [day, { until }] of kept) {
    if (day < first) continue
    if (from < day * DAY_MS) ranges.push({ from, until: day * DAY_MS })
    from = until
  }
  return [...ranges, { from, until: Number.MAX_SAFE_INTEGER }]
}

/** The sum of time ranges that do not overlap. */
export function sumOfSales(parts: readonly Sales[]): Sales {
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
