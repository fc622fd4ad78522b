/** The sizes of the shop, in the order they are shown (spec 9). */
export const SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL'] as const

/** One of the shop's fixed sizes. */
export type Size = (typeof SIZES)[number]

/** A size that the product is offered in. `stock` in pieces; null: no separate count for this size. */
export interface ProductSize {
  size: Size
  stock: number | null
}

/** Parses a size name; null when it is not one of the shop's sizes. */
export function parseSize(value: unknown): Size | null {
  return SIZES.find((size) => size === value) ?? null
}

/** The sum of the size counts; null unless at least one size is offered and every offered size has a count. */
export function stockOfSizes(sizes: readonly ProductSize[]): number | null {
  if (sizes.length === 0) return null
  return sizes.reduce<number | null>(
    (sum, { stock }) => (sum === null || stock === null ? null : sum + stock),
    0,
  )
}
