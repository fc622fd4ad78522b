import { stockOfSizes, type Product } from './product.ts'

/** The counts of a product: its own, and those of its sizes. */
export type StockCounts = Pick<Product, 'stock' | 'sizes'>

/**
 * The counts to write when an editor saves `wanted`, having seen `seen`, and the shop by now counts `current`: what was
 * sold or came back meanwhile is not undone by the older form. Where a count is new, or no longer wanted, the editor's
 * word stands. Never below zero.
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
