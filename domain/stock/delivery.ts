import * as v from 'valibot'
import { PRODUCT_LIMITS } from '#domain/catalog/product-fields.ts'
import { sizeName } from '#domain/catalog/fields/size-name.ts'
import { oneLine } from '#domain/catalog/field-kinds.ts'
import { toProductId, type DeliveryId } from '#domain/ids.ts'

/** The limits of a delivery, in characters, and how many sizes it may have. */
export const DELIVERY_LIMITS = { name: 100, note: 1_000, lines: 500 } as const

/**
 * A delivery as staff received it, or as they correct it. `version`: the one that they saw, 0 for a new one. `lines`:
 * the units of each size that came, each size once; sizes that are left out did not come.
 */
export const deliverySchema = v.object({
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  name: v.pipe(oneLine(DELIVERY_LIMITS.name), v.minLength(1, 'Give the delivery a name.')),
  supplier: oneLine(DELIVERY_LIMITS.name),
  note: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(DELIVERY_LIMITS.note)), ''),
  lines: v.pipe(
    v.array(
      v.object({
        productId: v.pipe(v.string(), v.maxLength(200), v.transform(toProductId)),
        size: sizeName,
        units: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(PRODUCT_LIMITS.stock)),
      }),
    ),
    v.maxLength(DELIVERY_LIMITS.lines, `Enter at most ${DELIVERY_LIMITS.lines} sizes.`),
    v.check(
      (lines) => new Set(lines.map(({ productId, size }) => `${productId} ${size}`)).size === lines.length,
      'Enter each size once.',
    ),
  ),
})

/** What staff write of a delivery. */
export type DeliveryDraft = Omit<v.InferOutput<typeof deliverySchema>, 'version'>

/** Units of a size that came. */
export type DeliveryLine = DeliveryDraft['lines'][number]

/** A delivery that was received. Times are epoch milliseconds; `createdBy`: the email address of a member of staff. */
export interface Delivery extends DeliveryDraft {
  id: DeliveryId
  version: number
  createdAt: number
  createdBy: string
}

/** The units by which the lines of a delivery differ, each size once; below zero: they did not come after all. */
export function changedLines(
  before: readonly DeliveryLine[],
  after: readonly DeliveryLine[],
): DeliveryLine[] {
  const keyOf = ({ productId, size }: DeliveryLine) => `${productId} ${size}`
  const unitsBefore = new Map(before.map((line) => [keyOf(line), line.units]))
  const kept = new Set(after.map(keyOf))
  const changed = [
    ...after.map((line) => ({ ...line, units: line.units - (unitsBefore.get(keyOf(line)) ?? 0) })),
    ...before.filter((line) => !kept.has(keyOf(line))).map((line) => ({ ...line, units: -line.units })),
  ]
  return changed.filter(({ units }) => units !== 0)
}
