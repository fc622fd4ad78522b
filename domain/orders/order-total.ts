import type { Cents, SignedCents } from '#domain/money.ts'
import * as words from '#words/totals.ts'

/** The kinds of adjustments between subtotal and total, in the column order of an export. */
export const ADJUSTMENT_KINDS = ['tax', 'shipping', 'price-change'] as const

/**
 * The kind of an adjustment. `price-change`: what staff changed a price by. A duty or gift wrap would be further kinds.
 */
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number]

/**
 * One amount between subtotal and total, in CAD cents; a discount is negative. `label`: as displayed. `linePosition`:
 * of the line that it belongs to, when it does not belong to the whole order.
 */
export interface Adjustment {
  kind: AdjustmentKind
  label: string
  amount: SignedCents
  linePosition?: number
}

/** The totals of an order: `total` is `subtotal` plus all adjustments, in CAD cents. */
export interface OrderTotals {
  subtotal: Cents
  adjustments: readonly Adjustment[]
  total: Cents
}

/** A row of the totals as displayed. */
export type TotalRow = [label: string, amount: string]

/**
 * Subtotal, adjustments and total as display rows, in that order: the one list that screens and mails show. `labelOf`
 * names an adjustment where its own label is not enough.
 */
export function totalRows<T extends Adjustment>(
  { subtotal, adjustments, total }: Omit<OrderTotals, 'adjustments'> & { adjustments: readonly T[] },
  format: (amount: SignedCents) => string,
  labelOf: (adjustment: T) => string = ({ label }) => label,
): TotalRow[] {
  return [
    [words.subtotal, format(subtotal)],
    ...adjustments.map((one): TotalRow => [labelOf(one), format(one.amount)]),
    [words.total, format(total)],
  ]
}
