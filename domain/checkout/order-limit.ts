/** How many units of one product an unpaid order may hold: `units`, or `percent` of the stock if that is more. */
export interface OrderLimit {
  units: number
  percent: number
}

/** The largest exact stock count that is disclosed to shoppers. */
export const MAX_DISCLOSED_STOCK = 10

/** Larger counts are rounded down to one of these, or to one of these times a power of ten. */
const ROUND = [10, 12, 15, 20, 25, 30, 40, 50, 60, 75]

/**
 * A stock count as it may be disclosed: exact up to MAX_DISCLOSED_STOCK, rounded down to a round number above it, so
 * that ever larger requests cannot reveal the exact stock.
 */
export function roundedCount(units: number): number {
  if (units <= MAX_DISCLOSED_STOCK) return units
  const scale = 10 ** Math.floor(Math.log10(units) - 1)
  return scale * (ROUND.findLast((step) => step * scale <= units) ?? 10)
}

/** The stock as disclosed to shoppers; null: more than MAX_DISCLOSED_STOCK, or unlimited. */
export function disclosedStock(left: number | null): number | null {
  return left !== null && left <= MAX_DISCLOSED_STOCK ? left : null
}

/** How many of the `left` units of one product a single order may have. */
export function maxUnitsPerOrder(left: number, { units, percent }: OrderLimit): number {
  return Math.min(roundedCount(left), Math.max(units, roundedCount(Math.floor((left * percent) / 100))))
}
