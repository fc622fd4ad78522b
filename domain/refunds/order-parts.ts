import type { Adjustment, AdjustmentKind } from '#domain/orders/order-total.ts'
import { orderLinePrice, type OrderLine } from '#domain/orders/order.ts'
import { share, shareAmong } from '#domain/share-among.ts'
import * as words from '#words/totals.ts'
import { withUnitsFirst } from './refunded-units.ts'
import { divided, keptOn, lastOf, openPrices, total, unitsOf, type DividedAmount } from './divided-amount.ts'

/** The kinds of what an order costs, as a refund returns it: its items, shipping, import duty, and each tax. */
export const PART_KINDS = ['items', 'shipping', 'duty', 'tax'] as const

/** The lines and adjustments of an order. */
export interface OrderContent {
  lines: readonly OrderLine[]
  adjustments: readonly Adjustment[]
}

/** A part of what an order costs. `label`: a tax has its name. */
export interface OrderPart {
  kind: (typeof PART_KINDS)[number]
  label: string
  /** A tax that prices contain: it is within the other parts, and adds nothing. */
  contained: boolean
  /** How much of it belongs to each line, in whole CAD cents. */
  lines: number[]
  /** The same for the first 0, 1, 2 ... units of each line that are refunded. */
  units: number[][]
  /** How much of it goes with the shipping. */
  shipping: number
}

/**
 * Divides an order. Adjustments other than shipping belong to their line, or are shared among the lines by price as
 * staff changed it, taxes only among the taxed ones; what is due on shipping goes with the shipping. The kept shares of
 * units and shipping that were refunded before a change stay with them, and only the rest is shared. Kinds without a
 * part of their own, such as a price change or a discount, belong to the items. No part is below zero as a whole, and
 * those that are not contained add up to the total. `first`: the units of each line that are counted first.
 */
export function orderParts(
  { lines, adjustments }: OrderContent,
  first: ReadonlyMap<number, readonly number[]> = new Map(),
): OrderPart[] {
  const prices = linePrices({ lines, adjustments })
  const changes = adjustments.filter(isOfItems)
  const [items, debt] = itemsOf(lines, prices, changes)
  const shipping = adjustments.filter(({ kind }) => kind === 'shipping')
  const duties = adjustments.filter(({ kind }) => kind === 'duty')
  const others = [
    ...(shipping.length === 0 ? [] : [shippingOf(lines, shipping, changes)]),
    ...(duties.length === 0 ? [] : [dutyOf(lines, prices, duties)]),
    ...adjustments.filter(({ kind }) => kind === 'tax').map((tax) => taxOf(lines, prices, tax)),
  ]
  const isTaxWaived = adjustments.some(({ waived }) => waived !== undefined)
  return [items, ...withoutDebt(others, debt, isTaxWaived)].map(
    ({ kind, label, contained, ...shares }): OrderPart => {
      const { units: counted, shipping: ofShipping } = unitsOf(shares, lines)
      const units = counted.map((own, at) => withUnitsFirst(own, first.get(at)))
      return { kind, label, contained, lines: units.map(lastOf), units, shipping: ofShipping }
    },
  )
}

/** What each line costs, including its price changes. */
export function linePrices({ lines, adjustments }: OrderContent): number[] {
  const onLine = (at: number) =>
    adjustments.filter(({ kind, linePosition }) => !HAVE_OWN_PART.has(kind) && linePosition === at)
  return lines.map((line, at) => orderLinePrice(line) + sumOf(onLine(at)))
}

/** Whether an adjustment is shared among all items, such as what staff waived of a change. */
export function isOfItems({ kind, linePosition }: Adjustment): boolean {
  return !HAVE_OWN_PART.has(kind) && linePosition === undefined
}

/** The amounts of a part for 0, 1, 2 ... units of a line, after the first `gone` units. `units`: cumulative, of all. */
export function unitAmounts(units: readonly number[], gone: number): number[] {
  return units.slice(gone).map((amount) => amount - (units[gone] ?? 0))
}

/** A part while it is divided. */
interface DividedPart extends DividedAmount, Pick<OrderPart, 'kind' | 'label' | 'contained'> {}

/** The items, and by how much they cost less than nothing because more was waived. */
function itemsOf(
  lines: readonly OrderLine[],
  prices: readonly number[],
  changes: readonly Adjustment[],
): [DividedPart, number] {
  const changed = lines.map((_line, at) => keptOn(changes, at))
  const kept = changed.map((own, at) =>
    own.map((amount, units) => amount + share(prices[at]!, units + 1, lines[at]!.quantity)),
  )
  const bases = openPrices(lines, prices, changed)
  const gone = changed.reduce((sum, own) => sum + lastOf(own), lastOf(keptOn(changes, null)))
  const change = sumOf(changes) - gone
  const debt = -(total(bases) + change)
  const shares = debt >= 0 ? bases.map((base) => -base) : shareAmong(bases, change)
  const items: DividedPart = {
    kind: 'items',
    label: words.items,
    contained: false,
    kept,
    open: bases.map((base, at) => base + shares[at]!),
    keptShipping: null,
    openShipping: debt >= 0 ? 0 : change - total(shares),
  }
  return [items, Math.max(0, debt)]
}

/** `changes`: refunded shipping has less of it where more was waived than the items cost. */
function shippingOf(
  lines: readonly OrderLine[],
  rows: readonly Adjustment[],
  changes: readonly Adjustment[],
): DividedPart {
  const isKept = rows.some(({ kept = [] }) => kept.length > 0)
  const amount = sumOf(rows) + lastOf(keptOn(changes, null))
  return {
    kind: 'shipping',
    label: rows[0]?.label ?? '',
    contained: false,
    kept: lines.map(() => []),
    open: lines.map(() => 0),
    keptShipping: isKept ? amount : null,
    openShipping: isKept ? 0 : amount,
  }
}

function dutyOf(
  lines: readonly OrderLine[],
  prices: readonly number[],
  duties: readonly Adjustment[],
): DividedPart {
  const all = duties.map((duty) => divided(lines, prices, duty, { amount: duty.amount, ofShipping: 0 }))
  const none = lines.map(() => 0)
  return {
    kind: 'duty',
    label: duties[0]?.label ?? '',
    contained: false,
    kept: lines.map((_line, at) => keptOn(duties, at)),
    open: all.reduce((sum, { open }) => sum.map((one, at) => one + open[at]!), none),
    keptShipping: null,
    openShipping: all.reduce((sum, { openShipping }) => sum + openShipping, 0),
  }
}

function taxOf(lines: readonly OrderLine[], prices: readonly number[], adjustment: Adjustment): DividedPart {
  const { label, amount, tax } = adjustment
  const contained = (tax?.contained ?? 0) > 0
  const whole = contained ? (tax?.contained ?? 0) : amount
  const bases = prices.map((price, at) => (lines[at]?.taxFree === true ? 0 : price))
  const shares = divided(lines, bases, adjustment, { amount: whole, ofShipping: tax?.ofShipping ?? 0 })
  return { kind: 'tax', label, contained, ...shares }
}

/**
 * How much of `amount` belongs to the first `gone` units of each line, and to the shipping if it is `gone`, when it is
 * divided like the given adjustment.
 */
export function refundedShare(
  { lines, adjustments }: OrderContent,
  adjustment: Adjustment,
  { amount, ofShipping }: { amount: number; ofShipping: number },
  gone: {
    units: ReadonlyMap<number, number>
    shipping: boolean
    which?: ReadonlyMap<number, readonly number[]>
  },
): number {
  const isTax = adjustment.kind === 'tax'
  const prices = linePrices({ lines, adjustments })
  const bases = prices.map((price, at) => (isTax && lines[at]?.taxFree === true ? 0 : price))
  const none = adjustment.kept?.map(({ position, upTo }) => ({ position, upTo: upTo.map(() => 0) }))
  const shares = divided(lines, bases, { ...adjustment, ...(none && { kept: none }) }, { amount, ofShipping })
  const { units, shipping } = unitsOf(shares, lines)
  const ofUnits = units.reduce(
    (sum, own, at) =>
      sum + withUnitsFirst(own, gone.which?.get(at))[Math.min(own.length - 1, gone.units.get(at) ?? 0)]!,
    0,
  )
  return ofUnits + (gone.shipping && shares.keptShipping === null ? shipping : 0)
}

/**
 * What was waived of a change may be more than the items cost, because it was waived of the shipping too: then the
 * other parts are reduced. `isTaxWaived`: the taxes are reduced already.
 */
function withoutDebt(parts: readonly DividedPart[], debt: number, isTaxWaived: boolean): DividedPart[] {
  if (debt === 0) return [...parts]
  const sizes = parts.map(({ contained, open, openShipping }) => (contained ? 0 : total(open) + openShipping))
  const ofShipping = parts.map(({ kind }, at) => (isTaxWaived && kind === 'shipping' ? sizes[at]! : 0))
  const first = shareAmong(ofShipping, Math.min(debt, total(ofShipping)))
  const rest = shareAmong(
    sizes.map((size, at) => size - first[at]!),
    debt - total(first),
  )
  return parts.map((one, at) => {
    const less = shareAmong([...one.open, one.openShipping], first[at]! + rest[at]!)
    return {
      ...one,
      open: one.open.map((amount, position) => amount - less[position]!),
      openShipping: one.openShipping - less.at(-1)!,
    }
  })
}

/** The kinds of adjustments that a refund returns under their own name. */
const HAVE_OWN_PART: ReadonlySet<AdjustmentKind | 'items'> = new Set(PART_KINDS)

function sumOf(adjustments: readonly Adjustment[]): number {
  return adjustments.reduce((sum, { amount }) => sum + amount, 0)
}
