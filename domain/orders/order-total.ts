import type { Cents, SignedCents } from '#domain/money.ts'

/** What may be added to the subtotal of an order, in the order of the columns of an export. */
export const ADJUSTMENT_KINDS = ['tax', 'shipping'] as const

/** Tax or shipping; a discount, a duty or gift wrap would be further kinds. */
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number]

/** One amount between subtotal and total, in CAD cents: a discount lies below zero. `label`: what people call it. */
export interface Adjustment {
  kind: AdjustmentKind
  label: string
  amount: SignedCents
}

/** How a total is made: `total` is `subtotal` and all adjustments, in CAD cents. */
export interface OrderTotals {
  subtotal: Cents
  adjustments: readonly Adjustment[]
  total: Cents
}

/** A row of a total as it is shown: what it is called, and how much. */
export type TotalRow = [label: string, amount: string]

/**
 * Subtotal, adjustments and total as people read them, in that order and the total last: the one list that screens and
 * mails show. `labelOf` names an adjustment where its own label is not enough.
 */
export function totalRows<T extends Adjustment>(
  { subtotal, adjustments, total }: Omit<OrderTotals, 'adjustments'> & { adjustments: readonly T[] },
  format: (amount: SignedCents) => string,
  labelOf: (adjustment: T) => string = ({ label }) => label,
): TotalRow[] {
  return [
    ['Subtotal', format(subtotal)],
    ...adjustments.map((one): TotalRow => [labelOf(one), format(one.amount)]),
    ['Total', format(total)],
  ]
}
