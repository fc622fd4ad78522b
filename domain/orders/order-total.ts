import { signedCents, type Cents, type SignedCents } from '#domain/money.ts'
import { keysOf } from '#domain/record-of.ts'
import { isSameLabel, labelText, type AmountLabel, type LabelWords } from './amount-label.ts'

/** Everything that depends on the kind of an adjustment. */
interface AdjustmentRules {
  /** What a refund returns it as. */
  part: 'items' | 'shipping' | 'duty' | 'tax'
  /** What it is after a change of the order: priced again, or what it was. */
  decidedBy: 'pricing' | 'order'
  /** What a new price takes over from what the order was charged, where the tariff has changed since. */
  follows: 'rate' | 'difference' | 'nothing'
}

/**
 * The kinds of adjustments between subtotal and total, in the column order of an export. `price-change`: what staff
 * changed a price by. `discount` and `shipping-discount`: what a promotion takes off a line, or off the shipping; the
 * label is its name. `duty`: import duty paid at checkout, for each line.
 */
const ADJUSTMENTS = {
  tax: { part: 'tax', decidedBy: 'pricing', follows: 'rate' },
  shipping: { part: 'shipping', decidedBy: 'pricing', follows: 'difference' },
  'price-change': { part: 'items', decidedBy: 'pricing', follows: 'nothing' },
  discount: { part: 'items', decidedBy: 'pricing', follows: 'nothing' },
  'shipping-discount': { part: 'shipping', decidedBy: 'pricing', follows: 'nothing' },
  duty: { part: 'duty', decidedBy: 'pricing', follows: 'nothing' },
} as const satisfies Record<string, AdjustmentRules>

/** The kind of an adjustment. */
export type AdjustmentKind = keyof typeof ADJUSTMENTS

/** Every kind, in the order of the table. */
export const ADJUSTMENT_KINDS = keysOf(ADJUSTMENTS)

/** The rules of a kind. One that this version does not know, such as of a later version, stays as it is. */
export function rulesOf(kind: AdjustmentKind): AdjustmentRules {
  const known: Partial<Record<AdjustmentKind, AdjustmentRules>> = ADJUSTMENTS
  return known[kind] ?? { part: 'items', decidedBy: 'order', follows: 'nothing' }
}

/** Whether an adjustment changes what the items cost. */
export function belongsToItems({ kind }: Pick<Adjustment, 'kind'>): boolean {
  return rulesOf(kind).part === 'items'
}

/**
 * An amount of the tariff as the order is charged it, in cents. `charged`: what it had of what was `listed`. A
 * deduction stays one, and a charge too.
 */
export function asCharged(
  amount: number,
  { charged, listed, follows }: { charged: number; listed: number } & Pick<AdjustmentRules, 'follows'>,
): number {
  if (follows === 'nothing') return amount
  if (follows === 'rate' && listed !== 0) return Math.round((amount * charged) / listed)
  const moved = charged + amount - listed
  return amount < 0 ? Math.min(0, moved) : Math.max(0, moved)
}

/** The kinds of taxes: those of Canada by name, and any other. */
export const TAX_KINDS = ['gst', 'hst', 'pst', 'rst', 'qst', 'other'] as const

/** The kind of a tax, as stored with its adjustment. */
export type TaxKind = (typeof TAX_KINDS)[number]

/**
 * What a tax by destination is made of. `milliPercent`: thousandths of a percent. `ofShipping`: the part that is due on
 * shipping. `contained`: how much of it the prices contain; then the adjustment itself adds nothing.
 */
export interface TaxDetail {
  kind: TaxKind
  milliPercent: number
  ofShipping: Cents
  contained: Cents
}

/** How much less a tax or duty is, in cents, because staff waived an increase. The others include `ofShipping`. */
export interface WaivedShare {
  amount: number
  contained: number
  ofShipping: number
}

/**
 * One amount between subtotal and total, in cents; a discount is negative. `linePosition`: of the line that it
 * belongs to, when it does not belong to the whole order.
 */
export interface Adjustment {
  kind: AdjustmentKind
  label: AmountLabel
  amount: SignedCents
  linePosition?: number
  /** Of a tax by destination, and of one that prices contain. */
  tax?: TaxDetail
  /** Of a tax or duty on what staff waived. */
  waived?: WaivedShare
}

/** The totals of an order: `total` is `subtotal` plus all adjustments, in cents. */
export interface OrderTotals {
  subtotal: Cents
  adjustments: readonly Adjustment[]
  total: Cents
}

/** A row of the totals as displayed. */
export type TotalRow = [label: string, amount: string]

/** The words of a total in one language: `words/en/totals.ts`. */
export interface TotalWords extends LabelWords {
  subtotal: string
  total: string
  included: (tax: string) => string
}

/**
 * Subtotal, adjustments and total as display rows, in that order: the one list that screens and mails show. `labelOf`
 * replaces the label of an adjustment.
 */
export function totalRows<T extends Adjustment>(
  { subtotal, adjustments, total }: Omit<OrderTotals, 'adjustments'> & { adjustments: readonly T[] },
  format: (amount: SignedCents) => string,
  words: TotalWords,
  labelOf: (adjustment: T) => AmountLabel = ({ label }) => label,
): TotalRow[] {
  return [
    [words.subtotal, format(subtotal)],
    ...withLinesAdded(adjustments).map((one): TotalRow => {
      const label = labelText(labelOf(one), words)
      // A tax that prices contain shows how much of it there is.
      return one.tax !== undefined && one.tax.contained > 0
        ? [words.included(label), format(one.tax.contained)]
        : [label, format(one.amount)]
    }),
    [words.total, format(total)],
  ]
}

/** The duties of all lines as one amount, in the place of the first, and so what each promotion takes off. */
function withLinesAdded<T extends Adjustment>(adjustments: readonly T[]): T[] {
  const isAdded = ({ kind }: T) => kind === 'duty' || kind === 'discount'
  const same = (one: T) =>
    adjustments.filter(({ kind, label }) => kind === one.kind && isSameLabel(label, one.label))
  return adjustments.flatMap((one) => {
    if (!isAdded(one)) return [one]
    const amount = signedCents(same(one).reduce((sum, each) => sum + each.amount, 0))
    return same(one)[0] === one ? [{ ...one, amount }] : []
  })
}
