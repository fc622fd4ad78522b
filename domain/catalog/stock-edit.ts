import * as v from 'valibot'
import { versionSchema } from '#domain/version.ts'
import { FIELD_SCHEMAS } from './product-fields.ts'
import type { Product } from './product.ts'
import { stockOfSizes, type Size } from './size.ts'
import { sizeName } from './fields/size-name.ts'
import { LOW_STOCK_OF_SIZE } from './staff-list.ts'

/** The stock counts of a product and of its sizes. */
export type StockCounts = Pick<Product, 'stock' | 'sizes'>

/**
 * The counts to write when an editor saves `wanted` after loading `seen`, while the shop now has `current`. Units that
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

/** One count of a product: of a size, or the product's own (null). */
export type CountedSize = Size | null

/**
 * A change of one count in place. `version` and `before`: the product's version and the count that the editor saw.
 * `stock`: as typed; empty or null: not tracked.
 */
export const stockChangeSchema = v.object({
  version: versionSchema,
  size: v.nullable(sizeName),
  before: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  stock: FIELD_SCHEMAS.stock,
})

/** Parses a typed count: null is not tracked. Otherwise what is wrong with it, in one sentence. */
export function parseCount(typed: string): { stock: number | null } | { error: string } {
  const parsed = v.safeParse(FIELD_SCHEMAS.stock, typed)
  return parsed.success ? { stock: parsed.output } : { error: parsed.issues[0].message }
}

/**
 * Why this count cannot be changed, in one sentence; null when it can. Where every size has its own count, the
 * product's count is their sum.
 */
export function countProblem({ sizes }: StockCounts, counted: CountedSize): string | null {
  if (counted !== null && !sizes.some(({ size }) => size === counted)) {
    return `The product is not offered in ${counted}.`
  }
  if (counted !== null || stockOfSizes(sizes) === null) return null
  return 'The stock of this product is the sum of its sizes. Change their counts.'
}

/** The counts of a product, with another number in one place. */
export function withCount(
  { stock, sizes }: StockCounts,
  counted: CountedSize,
  number: number | null,
): StockCounts {
  if (counted === null) return { stock: number, sizes }
  return { stock, sizes: sizes.map((one) => (one.size === counted ? { ...one, stock: number } : one)) }
}

/** The level of a size's stock. `null`: the size has no count. */
export function sizeLevel(stock: number | null): 'out' | 'low' | 'enough' {
  if (stock === null || stock > LOW_STOCK_OF_SIZE) return 'enough'
  return stock === 0 ? 'out' : 'low'
}

function carriedOver(wanted: number | null, seen: number | null, current: number | null): number | null {
  if (wanted === null || seen === null || current === null) return wanted
  return Math.max(0, wanted + current - seen)
}

function countOf({ sizes }: StockCounts, size: string): number | null {
  return sizes.find((offered) => offered.size === size)?.stock ?? null
}
