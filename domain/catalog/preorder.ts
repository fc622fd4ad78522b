import * as v from 'valibot'
import type { ShopDay } from '#domain/shop-day.ts'
import { PRODUCT_LIMITS } from './product-fields.ts'
import { sizeName } from './fields/size-name.ts'
import { MAX_SIZES, type ProductSize } from './size.ts'

/** The day from which units that are ordered now are sent, where they are not all on the shelf; null: they are. */
export function preorderDay(
  size: Pick<ProductSize, 'stock' | 'preorder'> | undefined,
  quantity = 1,
): ShopDay | null {
  if (size?.preorder === undefined || size.stock === null) return null
  return size.stock - quantity < size.preorder.units ? size.preorder.shipsOn : null
}

/** Whether everything that can be bought of a product is sold before it is made. `preorder` in on-sale.ts too. */
export function isPreorder({ sizes }: { sizes: readonly ProductSize[] }): boolean {
  return (
    sizes.some(({ preorder }) => preorder) &&
    sizes.every((size) => size.stock === 0 || preorderDay(size) !== null)
  )
}

/** `2026-12-04`: a day that there is. */
const day = v.pipe(v.string(), v.isoDate('Enter a day, such as 2026-12-04.'))
const units = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(PRODUCT_LIMITS.stock))

/**
 * Which sizes are sold before they are made, and from when they ship. `before`: the units to come that staff saw; the
 * count changes by as many as they change.
 */
export const preorderSchema = v.object({
  shipsOn: day,
  sizes: v.pipe(
    v.array(v.object({ size: sizeName, before: units, units })),
    v.minLength(1),
    v.maxLength(MAX_SIZES),
    v.check((sizes) => new Set(sizes.map(({ size }) => size)).size === sizes.length, 'Give each size once.'),
  ),
})

/** What staff say of the pre-orders of a product. */
export type PreorderPlan = v.InferOutput<typeof preorderSchema>
