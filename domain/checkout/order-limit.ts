/** How many pieces of one product an unpaid order may hold: `pieces`, or `percent` of what is left if that is more. */
export interface OrderLimit {
  pieces: number
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
export function roundedCount(pieces: number): number {
  if (pieces <= MOST_TOLD) return pieces
  const scale = 10 ** Math.floor(Math.log10(pieces) - 1)
  return scale * (ROUND.findLast((step) => step * scale <= pieces) ?? 10)
}

/** How many are left, for people outside; null: more than MOST_TOLD, or nothing limits it. */
export function toldLeft(left: number | null): number | null {
  return left !== null && left <= MOST_TOLD ? left : null
}

/** How many of the `left` pieces of one product one order may have. */
export function mostInOneOrder(left: number, { pieces, percent }: OrderLimit): number {
  return Math.min(roundedCount(left), Math.max(pieces, roundedCount(Math.floor((left * percent) / 100))))
}
