/** How many pieces of one product an unpaid order may hold: `units`, or `percent` of what is left if that is more. */
export interface OrderLimit {
  units: number
  percent: number
}

/** The largest count of pieces that people outside are told. */
export const MOST_TOLD = 10

/** What larger counts are rounded down to, and the same times ten, a hundred and so on. */
const ROUND = [10, 12, 15, 20, 25, 30, 40, 50, 60, 75]

/**
 * A count that may be told: exact up to MOST_TOLD, above it rounded down to a round number, so that nobody learns how
 * many there are by asking for ever more.
 */
export function roundedCount(units: number): number {
  if (units <= MOST_TOLD) return units
  const scale = 10 ** Math.floor(Math.log10(units) - 1)
  return scale * (ROUND.findLast((step) => step * scale <= units) ?? 10)
}

/** How many are left, for people outside; null: more than MOST_TOLD, or nothing limits it. */
export function toldLeft(left: number | null): number | null {
  return left !== null && left <= MOST_TOLD ? left : null
}

/** How many of the `left` pieces of one product one order may have. */
export function mostInOneOrder(left: number, { units, percent }: OrderLimit): number {
  return Math.min(roundedCount(left), Math.max(units, roundedCount(Math.floor((left * percent) / 100))))
}
