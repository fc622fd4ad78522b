import type { Adjustment, AdjustmentKind } from '#domain/orders/order-total.ts'
import { orderLinePrice, type OrderLine } from '#domain/orders/order.ts'
import { share, shareAmong } from '#domain/share-among.ts'
import * as words from '#words/totals.ts'

/** The kinds of what an order costs, as a refund returns it: its items, shipping, import duty, and each tax. */
export const PART_KINDS = ['items', 'shipping', 'duty', 'tax'] as const

/** A part of what an order costs. `label`: a tax has its name. */
export interface OrderPart {
  kind: (typeof PART_KINDS)[number]
  label: string
  /** A tax that prices contain: it is within the other parts, and adds nothing. */
  contained: boolean
  /** How much of it belongs to each line, in whole CAD cents. */
  lines: number[]
  /** How much of it goes with the shipping. */
  shipping: number
}

/**
 * Divides an order. Adjustments other than shipping belong to their line, or are shared among the lines by price as
 * staff changed it, taxes only among the taxed ones; what is due on shipping goes with the shipping. Kinds without a
 * part of their own, such as a price change or a discount, belong to the items. No part is below zero as a whole, and
 * those that are not contained add up to the total.
 */
export function orderParts({
  lines,
  adjustments,
}: {
  lines: readonly OrderLine[]
  adjustments: readonly Adjustment[]
}): OrderPart[] {
  const ofItems = adjustments.filter(({ kind }) => !HAVE_OWN_PART.has(kind))
  const onLine = (at: number) => sumOf(ofItems.filter(({ linePosition }) => linePosition === at))
  const prices = lines.map((line, at) => orderLinePrice(line) + onLine(at))
  const isShared = ({ linePosition }: Adjustment) => linePosition === undefined
  const sum = (all: number[][]) => lines.map((_line, at) => all.reduce((so, one) => so + (one[at] ?? 0), 0))
  const changes = ofItems.filter(isShared).map(({ amount }) => shareAmong(prices, amount))
  const duties = adjustments.filter(({ kind }) => kind === 'duty')
  const dutyOf = (at: number) => sumOf(duties.filter(({ linePosition }) => linePosition === at))
  const sharedDuties = duties.filter(isShared).map(({ amount }) => shareAmong(prices, amount))
  const shipping = adjustments.filter(({ kind }) => kind === 'shipping')
  const none = lines.map(() => 0)
  return withoutDebt([
    { kind: 'items', label: words.items, contained: false, lines: sum([prices, ...changes]), shipping: 0 },
    ...(shipping.length === 0 ? [] : [part('shipping', shipping[0]?.label ?? '', none, sumOf(shipping))]),
    ...(duties.length === 0
      ? []
      : [
          part(
            'duty',
            duties[0]?.label ?? '',
            sum([lines.map((_line, at) => dutyOf(at)), ...sharedDuties]),
            0,
          ),
        ]),
    ...adjustments.filter(({ kind }) => kind === 'tax').map((tax) => taxPart(tax, lines, prices)),
  ])
}

/**
 * What was waived of a change may be more than the items cost, because it was waived of their tax and shipping too:
 * then those parts have less.
 */
function withoutDebt([items, ...others]: [OrderPart, ...OrderPart[]]): OrderPart[] {
  const debt = -amountOf(items)
  if (debt <= 0) return [items, ...others]
  const offs = shareAmong(
    others.map((one) => (one.contained ? 0 : amountOf(one))),
    debt,
  )
  const rest = others.map((one, at) => {
    const all = [...one.lines, one.shipping]
    const less = shareAmong(all, offs[at] ?? 0)
    return {
      ...one,
      lines: one.lines.map((amount, position) => amount - less[position]!),
      shipping: one.shipping - less.at(-1)!,
    }
  })
  return [{ ...items, lines: items.lines.map(() => 0) }, ...rest]
}

function amountOf({ lines, shipping }: OrderPart): number {
  return lines.reduce((sum, one) => sum + one, shipping)
}

/** The kinds of adjustments that a refund returns under their own name. */
const HAVE_OWN_PART: ReadonlySet<AdjustmentKind | 'items'> = new Set(PART_KINDS)

function part(kind: OrderPart['kind'], label: string, lines: number[], shipping: number): OrderPart {
  return { kind, label, contained: false, lines, shipping }
}

function taxPart(
  { label, amount, tax, linePosition }: Adjustment,
  lines: readonly OrderLine[],
  prices: readonly number[],
): OrderPart {
  const contained = (tax?.contained ?? 0) > 0
  const whole = contained ? (tax?.contained ?? 0) : amount
  const shipping = tax?.ofShipping ?? 0
  const bases = prices.map((price, at) => (lines[at]?.taxFree === true ? 0 : price))
  const own =
    linePosition === undefined
      ? shareAmong(bases, whole - shipping)
      : lines.map((_line, at) => (at === linePosition ? whole - shipping : 0))
  return { kind: 'tax', label, contained, lines: own, shipping }
}

/** Of 0, 1, 2 ... of the units of a line that are not `gone`, what they have of some amounts of the whole line. */
export function unitAmounts(amounts: readonly number[], quantity: number, gone: number): number[] {
  return Array.from({ length: quantity - gone + 1 }, (_, more) =>
    amounts.reduce(
      (sum, amount) => sum + share(amount, gone + more, quantity) - share(amount, gone, quantity),
      0,
    ),
  )
}

function sumOf(adjustments: readonly Adjustment[]): number {
  return adjustments.reduce((sum, { amount }) => sum + amount, 0)
}
