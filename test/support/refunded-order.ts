import { orderParts, type RefundedParts, type SharedContent } from '#domain/refunds/order-parts.ts'
import type { RefundChoice } from '#domain/refunds/refund-price.ts'
import type { RemainingParts } from '#domain/refunds/refund-split.ts'

/** The first units of a line, as many as these. */
export function firstUnits(length: number): number[] {
  return Array.from({ length }, (_, unit) => unit)
}

/** The same refunded parts with those of a further refund, which takes the first units that are left. */
export function refundedToo(
  refunded: RefundedParts,
  { items, shipping }: Pick<RefundChoice, 'items' | 'shipping'>,
): RefundedParts {
  const units = new Map(refunded.units)
  for (const { position, quantity } of items)
    units.set(position, firstUnits((units.get(position)?.length ?? 0) + quantity))
  return { ...refunded, units, shipping: refunded.shipping || shipping }
}

/** What is left of an order after some of it was refunded, and `taken` of each part was returned. */
export function remainingParts(
  content: SharedContent,
  refunded: RefundedParts,
  taken: readonly number[],
): RemainingParts {
  const parts = orderParts(content, refunded).map(({ cost, ...part }, at) => ({
    ...part,
    left: cost - (taken[at] ?? 0),
  }))
  return { parts, beyond: 0 }
}
