import * as v from 'valibot'
import { COLUMN_FIELDS } from '#domain/catalog/product-fields.ts'
import { MAX_SIZES, stockOfSizes } from '#domain/catalog/size.ts'
import { sizeName } from '#domain/catalog/fields/size-name.ts'
import type { CountedSize, StockCounts } from '#domain/catalog/stock-edit.ts'

const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/**
 * Numbers that staff counted on the shelf. `ledger`: where the stock ledger stood when they read the counts; `seen`:
 * the count that they read. Units that are sold after that moment are subtracted, those that come back are added.
 */
export const stockCountSchema = v.object({
  ledger: wholeNumber,
  counted: v.pipe(
    v.array(
      v.object({
        size: v.nullable(sizeName),
        seen: wholeNumber,
        stock: v.pipe(wholeNumber, v.maxValue(COLUMN_FIELDS.stock.most)),
      }),
    ),
    v.minLength(1),
    v.maxLength(2 * MAX_SIZES + 1),
    v.check(
      (counted) => new Set(counted.map(({ size }) => size)).size === counted.length,
      'Count each size once.',
    ),
  ),
})

/** A counted number, and the count that staff saw. */
export type CountedStock = v.InferOutput<typeof stockCountSchema>['counted'][number]

/** The counts of a product that staff can count: its sizes', and its own where it is not their sum. */
export function countableStock({ stock, sizes }: StockCounts): { size: CountedSize; stock: number }[] {
  const own = stock !== null && stockOfSizes(sizes) === null ? [{ size: null, stock }] : []
  // What is still to come of a size is in its count, and not on the shelf.
  const ofSizes = sizes.flatMap((one) =>
    one.stock === null || one.preorder ? [] : [{ size: one.size, stock: one.stock }],
  )
  return [...ofSizes, ...own]
}
