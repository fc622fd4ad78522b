import type { ProductId } from '#domain/ids.ts'
import { isSameBarcode } from './gtin.ts'
import type { ShopDay } from '#domain/shop-day.ts'

/** The sizes that every category starts with, in their order (spec 9). Owners change them for each category. */
export const SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL'] as const

/** The name of a size: `M`, `One size`, `42`. The category determines which ones a product may have. */
export type Size = string

/** How many sizes a category may have. */
export const MAX_SIZES = 40

/**
 * That a size is sold before it is made. `units`: how many of its count are still to come, so that the count is the
 * cap of what can still be ordered. `shipsOn`: the day from which they are sent.
 */
export interface Preorder {
  units: number
  shipsOn: ShopDay
}

/** A size that the product is offered in. `stock` in units; null: no separate count for this size. */
export interface ProductSize {
  size: Size
  stock: number | null
  /** It is sold before it is made. */
  preorder?: Preorder | undefined
}

/**
 * The stock keeping unit of a size, its barcode, such as a GTIN, and the bin where it is stored. Each may be empty; a
 * bin that is not given stays as it is.
 */
export interface SizeCodes {
  size: Size
  sku: string
  barcode: string
  bin?: string | undefined
}

/** A code that was to be given to a size, and the size of a product that has it. */
export interface TakenCode {
  code: 'sku' | 'barcode'
  value: string
  by: { productId: ProductId; size: Size; name: string }
}

/** The size of a product that has this barcode or SKU; null when none has. */
export function sizeWithCode({ codes }: { codes: readonly SizeCodes[] }, code: string): Size | null {
  const wanted = code.trim()
  const found = codes.find(
    ({ sku, barcode }) => isSameBarcode(barcode, wanted) || (sku !== '' && sku === wanted),
  )
  return found?.size ?? null
}

/** Parses the name of a size; null when it is not one of these. */
export function parseSize(value: unknown, sizes: readonly Size[] = SIZES): Size | null {
  return sizes.find((size) => size === value) ?? null
}

/** The elements in the order of the sizes; those of other sizes follow in the given order. */
export function inSizeOrder<Sized extends { size: Size }>(
  sized: readonly Sized[],
  sizes: readonly Size[] = SIZES,
): Sized[] {
  const listed = sizes.flatMap((size) => sized.filter((one) => one.size === size))
  return [...listed, ...sized.filter(({ size }) => !sizes.includes(size))]
}

/** The sum of the size counts; null unless at least one size is offered and every offered size has a count. */
export function stockOfSizes(sizes: readonly ProductSize[]): number | null {
  if (sizes.length === 0) return null
  return sizes.reduce<number | null>(
    (sum, { stock }) => (sum === null || stock === null ? null : sum + stock),
    0,
  )
}
