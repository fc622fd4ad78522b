import type { Product } from './product.ts'
import { stockOfSizes } from './size.ts'

/** The stock counts of a product and of its sizes. */
export type StockCounts = Pick<Product, 'stock' | 'sizes'>

/**
 * The counts to write when an editor saves `wanted` after loading `seen`, while the shop now has `current`. Pieces that
 * were sold or returned to stock in between are kept in the result. Where a count is new or removed, the editor's value
 * is used. Never below zero.
 */
export function stockAfterEdit(wanted: StockCounts, seen: StockCounts, current: StockCounts): StockCounts {
  const sizes = wanted.sizes.map(({ size, stock }) => ({
    size,
    stock: carriedOver(stock, countOf(seen, size), countOf(current, size)),
  }))
  const own = carriedOver(wanted.stock, seen.stock, current.stock)
  return { sizes, stock: stockOfSizes(sizes) ?? own }
}

function carriedOver(wanted: number | null, seen: number | null, current: number | null): number | null {
  if (wanted === null || seen === null || current === null) return wanted
  return Math.max(0, wanted + current - seen)
}

function countOf({ sizes }: StockCounts, size: string): number | null {
  return sizes.find((offered) => offered.size === size)?.stock ?? null
}
