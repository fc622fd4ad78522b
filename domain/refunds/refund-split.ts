import { cents, type Cents } from '#domain/money.ts'
import { mergeChosen } from '#domain/orders/fulfilment.ts'
import { labelText, type AmountLabel } from '#domain/orders/amount-label.ts'
import type { TotalRow, TotalWords } from '#domain/orders/order-total.ts'
import { shareAmong } from '#domain/share-among.ts'
import type { OrderPart } from './order-parts.ts'
import type { RefundChoice } from './refund-price.ts'

/** How much of one part a refund returns. `beyond`: money that the order does not cost, such as after a change. */
export interface SplitPart {
  kind: OrderPart['kind'] | 'beyond'
  label: AmountLabel
  contained: boolean
  amount: Cents
}

/** A part with what is left of it, whatever it was refunded for. */
export interface LeftPart extends Omit<OrderPart, 'cost'> {
  left: number
}

/** What is left of an order, part by part. `beyond`: of the money that was received beyond its total. */
export interface RemainingParts {
  parts: LeftPart[]
  beyond: number
}

/**
 * How a refund divides. Of chosen items and shipping it is exactly what they have of each part; another sum (null) is
 * shared among everything that is left. A refund that costs less or more than its parts, because of other sums before
 * it, is shared like them. What is not contained adds up to the amount, and a refund of all that is left leaves zero of
 * each part.
 */
export function splitAmount(
  { parts, beyond }: { parts: readonly Omit<LeftPart, 'lines' | 'shipping'>[]; beyond: number },
  chosen: readonly number[] | null,
  amount: number,
): SplitPart[] {
  const outside = chosen === null ? Math.min(amount, beyond) : 0
  const lefts = parts.map(({ left }) => Math.max(0, left))
  const requested = lefts.map((left, at) => Math.min(left, Math.max(0, chosen?.[at] ?? left)))
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

/** How a refund that staff prepare will divide. `choice`: null for another sum. */
export function splitRefund(
  remaining: RemainingParts,
  choice: RefundChoice | null,
  amount: number,
): SplitPart[] {
  const chosen = remaining.parts.map(({ lines, shipping }) =>
    mergeChosen(choice?.items ?? []).reduce(
      (sum, { position, quantity }) => sum + (lines[position]?.[quantity] ?? 0),
      choice?.shipping ? shipping : 0,
    ),
  )
  return splitAmount(remaining, choice && chosen, amount)
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
