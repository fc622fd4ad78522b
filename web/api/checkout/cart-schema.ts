import * as v from 'valibot'
import type { CartTotals, PricedAdjustment } from '#domain/checkout/pricing.ts'
import { labelText } from '#domain/orders/amount-label.ts'
import { ADJUSTMENT_KINDS, TAX_KINDS, type TotalWords } from '#domain/orders/order-total.ts'
import type { CheckoutProblem } from '#domain/checkout/checkout-problem.ts'
import { checkoutFormIn } from '#domain/checkout/checkout-form.ts'
import { english } from '#words/en/english.ts'
import type { ProblemError } from '#web/http/problem.ts'
import type { Words } from '#words/languages.ts'
import type { CheckedItem } from '#operations/checkout/check-items.ts'
import type { PreviewedItem } from '#operations/checkout/preview-cart.ts'
import { refusalWords, type CodeOutcome } from '#operations/promotions/promotions-for.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { itemSchema } from './items-schema.ts'

/** The customer of an order, with errors in English: for the description of the API. */
export const checkoutFormSchema = checkoutFormIn(english['checkout/fields'].form)

/**
 * A cart line against the catalogue: its price in CAD dollars; `left` is null when unlimited or more than ten;
 * `orderLimit` when one order may not have the requested quantity; `soldFrom` when it will be sold, in epoch
 * milliseconds; `shipsOn` from when it is sent, where it is sold before it is made, and `preorder` the same in words.
 * No tax is due on a line that is `taxFree`.
 */
export const cartLineSchema = v.object({
  ...itemSchema.entries,
  status: v.picklist(['ok', 'gone', 'not-yet', 'size-unavailable', 'not-enough']),
  left: v.nullable(countSchema),
  orderLimit: v.nullable(countSchema),
  name: v.nullable(v.string()),
  price: v.nullable(v.pipe(v.number(), v.minValue(0))),
  taxFree: v.nullable(v.boolean()),
  soldFrom: v.nullable(countSchema),
  shipsOn: v.nullable(v.string()),
  preorder: v.nullable(v.string()),
}) satisfies v.GenericSchema<unknown, CheckedItem & { preorder: string | null }>

/** The same with its picture, and the higher price before a reduction. */
export const previewedLineSchema = v.object({
  ...cartLineSchema.entries,
  imageUrl: v.nullable(v.string()),
  before: v.nullable(v.pipe(v.number(), v.minValue(0))),
}) satisfies v.GenericSchema<unknown, PreviewedItem & { preorder: string | null }>

/** Cart lines, and in words what is sold before it is made. */
export function linesInWords<Line extends CheckedItem>(
  lines: readonly Line[],
  { preorder }: Pick<Words, 'preorder'>,
) {
  return lines.map((line) => ({ ...line, preorder: line.shipsOn && preorder.ships(line.shipsOn) }))
}

/**
 * An amount between subtotal and total in cents, negative for deductions; `milliPercent` is the rate of a tax in
 * thousandths of a percent, otherwise null; `linePosition` is that of its line, if it has one. A tax by destination has
 * its rate in the label, and `tax`: `ofShipping` is the part that is due on shipping; what is `contained` in the prices
 * is not in `amount`.
 */
export const adjustmentSchema = v.object({
  kind: v.picklist(ADJUSTMENT_KINDS),
  label: v.string(),
  amount: v.pipe(v.number(), v.safeInteger()),
  milliPercent: v.nullable(countSchema),
  linePosition: v.optional(countSchema),
  tax: v.optional(
    v.object({
      kind: v.picklist(TAX_KINDS),
      milliPercent: countSchema,
      ofShipping: countSchema,
      contained: countSchema,
    }),
  ),
}) satisfies v.GenericSchema<
  Record<Exclude<keyof PricedAdjustment, 'linePosition' | 'tax' | 'kept' | 'waived' | 'promotion'>, unknown>
>

/** A problem as the API has it. */
export function problemIn(problem: CheckoutProblem, words: Words['checkout/refusals']): ProblemError {
  const { path } = problem
  return { path, message: problem.type === 'not-served' ? words.notServed[problem.why] : problem.message }
}

/** Totals as the API has them: with each label in words. */
export function totalsInWords(totals: CartTotals, words: TotalWords) {
  const adjustments = totals.adjustments.map((one) => ({ ...one, label: labelText(one.label, words) }))
  return { ...totals, adjustments }
}

/**
 * Totals in cents: `total` is `subtotal` plus all adjustments. `estimatedFor`: the destination is unknown, and the
 * taxes are those of this place. `giftCards`: what they pay of the total; the rest is charged.
 */
export const cartTotalsSchema = v.object({
  subtotal: countSchema,
  adjustments: v.array(adjustmentSchema),
  total: countSchema,
  itemCount: countSchema,
  estimatedFor: v.optional(v.string()),
  giftCards: v.optional(v.array(v.object({ lastFour: v.string(), amount: countSchema }))),
}) satisfies v.GenericSchema<Record<Exclude<keyof CartTotals, 'estimatedFor' | 'giftCards'>, unknown>>

/** What the codes of a cart do, with why one takes nothing off in words. */
export function codesInWords(codes: readonly CodeOutcome[], words: Words) {
  return codes.map(({ refusal, giftCard: card, ...one }) => ({
    ...one,
    ...(card && { name: words.totals.giftCard(card.lastFour), off: card.amount }),
    refusal: refusal && { kind: refusal.kind, message: refusalWords(one.code, refusal, words) },
  }))
}

/** What a code does: how much its promotion takes off or its gift card pays, in cents, or why nothing. */
export const codeOutcomeSchema = v.object({
  code: v.string(),
  name: v.nullable(v.string()),
  off: countSchema,
  refusal: v.nullable(v.object({ kind: v.string(), message: v.string() })),
})
