import { cents, type Cents } from '#domain/money.ts'
import { mergeChosen } from '#domain/orders/fulfilment.ts'
import { labelText, type AmountLabel } from '#domain/orders/amount-label.ts'
import type { TotalRow, TotalWords } from '#domain/orders/order-total.ts'
import { shareAmong } from '#domain/share-among.ts'
import { orderParts, unitAmounts, type OrderPart, type SharedContent } from './order-parts.ts'
import type { RefundChoice, RefundedParts } from './refund-price.ts'

/** How much of one part a refund returns. `beyond`: money that the order does not cost, such as after a change. */
export interface SplitPart {
  kind: OrderPart['kind'] | 'beyond'
  label: AmountLabel
  contained: boolean
  amount: Cents
}

/** A part with what is left of it. `lines`: of 0, 1, 2 ... units of each line that were not refunded yet. */
export interface LeftPart extends Pick<OrderPart, 'kind' | 'label' | 'contained' | 'shipping'> {
  lines: number[][]
  left: number
}

/** What is left of an order, part by part. `beyond`: of the money that was received beyond its total. */
export interface RemainingParts {
  parts: LeftPart[]
  beyond: number
}

/** What is left of an order, after some of its units and `taken` of each part were returned. */
export function remainingParts(
  content: SharedContent,
  refunded: RefundedParts,
  taken: readonly number[] = [],
  beyond = 0,
): RemainingParts {
  const parts = orderParts(content, refunded.which).map(({ kind, label, contained, ...part }, at) => ({
    kind,
    label,
    contained,
    lines: content.lines.map(({ quantity }, position) => {
      const gone = Math.min(quantity, refunded.units.get(position) ?? 0)
      return unitAmounts(part.units[position] ?? [0], gone)
    }),
    shipping: refunded.shipping ? 0 : part.shipping,
    left: part.lines.reduce((sum, one) => sum + one, part.shipping) - (taken[at] ?? 0),
  }))
  return { parts, beyond }
}

/**
 * How a refund divides. Of chosen items and shipping it is exactly their parts; another sum is shared among everything
 * that is left. A refund that costs less or more than its parts, because of other sums before it, is shared like them.
 * What is not contained adds up to the amount, and a refund of all that is left leaves zero of each part. `choice`:
 * null for another sum. The dialog, the emails and the server share it.
 */
export function splitRefund(
  { parts, beyond }: RemainingParts,
  choice: RefundChoice | null,
  amount: number,
): SplitPart[] {
  const outside = choice === null ? Math.min(amount, beyond) : 0
  const lefts = parts.map(({ left }) => Math.max(0, left))
  const requested = parts.map((part, at) => Math.min(lefts[at]!, Math.max(0, requestedOf(part, choice))))
  const charged = (all: readonly number[]) => all.map((one, at) => (parts[at]?.contained ? 0 : one))
  const first = upTo(charged(requested), amount - outside)
  const more = upTo(
    charged(lefts).map((left, at) => left - first[at]!),
    amount - outside - total(first),
  )
  const taken = first.map((one, at) => one + more[at]!)
  const isAll = total(taken) === total(charged(lefts))
  const [part, whole] = [total(taken), total(charged(requested))]
  const rest = amount - total(taken)
  return [
    ...parts.map(({ kind, label, contained }, at) => {
      const within = isAll ? lefts[at]! : whole === 0 ? 0 : Math.round((requested[at]! * part) / whole)
      return { kind, label, contained, amount: cents(contained ? Math.min(lefts[at]!, within) : taken[at]!) }
    }),
    ...(rest > 0
      ? [
          {
            kind: 'beyond' as const,
            label: { kind: 'beyond' as const },
            contained: false,
            amount: cents(rest),
          },
        ]
      : []),
  ]
}

/** What a choice has of a part; all that is left of it for another sum. */
function requestedOf({ lines, shipping, left }: LeftPart, choice: RefundChoice | null): number {
  if (choice === null) return left
  return mergeChosen(choice.items).reduce(
    (sum, { position, quantity }) => sum + (lines[position]?.[quantity] ?? 0),
    choice.shipping ? shipping : 0,
  )
}

/** As much of each as an amount covers, shared by size; all of it when it covers them. */
function upTo(all: readonly number[], amount: number): readonly number[] {
  return amount >= total(all) ? all : shareAmong(all, amount)
}

function total(all: readonly number[]): number {
  return all.reduce((sum, one) => sum + one, 0)
}

/** A split as display rows, without the parts that it has nothing of. */
export function splitRows(
  split: readonly SplitPart[],
  format: (amount: Cents) => string,
  words: TotalWords,
): TotalRow[] {
  return split
    .filter(({ amount }) => amount > 0)
    .map(({ label, contained, amount }) => {
      const text = labelText(label, words)
      return [contained ? words.included(text) : text, format(amount)]
    })
}
