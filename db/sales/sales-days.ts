import type { ShopDatabase } from '#db/engine/open-database.ts'
import { DAY_MS, NO_SALES, SLOT_MS, sumOfSales, type Sales, type SlotOfSales } from '#domain/sales/sales.ts'
import { countSales, type TimeRange } from './sales.ts'

/** A day is counted this long after its end: until then a transaction that began on the day may still commit. */
const FINAL_AFTER_MS = 3_600_000

/** The sales of a part of a day, without the slots: from or until midnight in the shop's time zone. */
export interface PieceOfDay extends TimeRange {
  sales: Omit<Sales, 'paid' | 'returned'>
}

/** The sales of a day as its row keeps them. Rows of earlier versions have no pieces, and are counted again. */
export interface DaySales extends Pick<Sales, 'paid' | 'returned'> {
  pieces?: readonly PieceOfDay[]
  /** Read by earlier versions. */
  sold: readonly never[]
}

/** The days that are over, in UTC: days since 1970, from the first, inclusive, to the last, exclusive. */
export function finishedDays({ since, now }: { since: number; now: number }): { first: number; end: number } {
  return { first: Math.floor(since / DAY_MS), end: Math.floor((now - FINAL_AFTER_MS) / DAY_MS) }
}

/**
 * What was sold in a period. Days that are over are read from their rows, and so is today, up to half an hour ago. The
 * rest is counted: that half hour, days that changed after they were counted, and a part of a day that its row does not
 * have apart.
 */
export async function readSales(
  database: ShopDatabase,
  { from, until, now }: TimeRange & { now: number },
): Promise<Sales> {
  const kept = await readPieces(database, { from, until, now })
  const gaps: TimeRange[] = []
  let at = from
  for (const piece of kept) {
    if (at < piece.from) gaps.push({ from: at, until: piece.from })
    at = piece.until
  }
  if (at < until) gaps.push({ from: at, until })
  const counted = await Promise.all(gaps.map((range) => countSales(database, range)))
  return sumOfSales([...kept.map(({ sales }) => sales), ...counted])
}

/** The pieces of days that are up to date and within the period, oldest first. */
async function readPieces(
  { db }: ShopDatabase,
  { from, until, now }: TimeRange & { now: number },
): Promise<(TimeRange & { sales: Sales })[]> {
  const { first, end } = finishedDays({ since: from, now })
  const rows = await db
    .selectFrom('sales_days')
    .select(['day', 'changes', 'counted_changes', 'sales', 'so_far', 'so_far_changes'])
    .where('day', '>=', first)
    .where('day', '<', Math.ceil(until / DAY_MS))
    .orderBy('day')
    .execute()
  return rows.flatMap(({ day, changes, counted_changes, sales, so_far, so_far_changes }) => {
    const stored =
      day < end && counted_changes === changes ? sales : so_far_changes === changes ? so_far : null
    if (stored === null) return []
    const { paid, returned, pieces = [] } = JSON.parse(stored) as DaySales
    return pieces
      .filter((piece) => piece.from >= from && piece.until <= until)
      .map((piece) => ({
        from: piece.from,
        until: piece.until,
        sales: { ...NO_SALES, ...piece.sales, paid: within(paid, piece), returned: within(returned, piece) },
      }))
  })
}

function within(slots: readonly SlotOfSales[], { from, until }: TimeRange): SlotOfSales[] {
  return slots.filter(({ slot }) => slot * SLOT_MS >= from && slot * SLOT_MS < until)
}
