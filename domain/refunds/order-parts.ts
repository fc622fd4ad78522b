import type { AmountLabel } from '#domain/orders/amount-label.ts'
import { rulesOf, type Adjustment } from '#domain/orders/order-total.ts'
import type { OrderLine } from '#domain/orders/order.ts'
import {
  amountsOf,
  divideOrder,
  unitsOf,
  type UnitsByLine,
  type UnitShare,
} from '#domain/orders/unit-shares.ts'

/** The kinds of what an order costs, as a refund returns it: its items, shipping, import duty, and each tax. */
export const PART_KINDS = ['items', 'shipping', 'duty', 'tax'] as const

/** The lines and adjustments of an order. */
export interface OrderContent {
  lines: readonly OrderLine[]
  adjustments: readonly Adjustment[]
}

/** The same with what its units have of each amount. An order that was not written yet has no stored shares. */
export interface SharedContent extends OrderContent {
  shares?: readonly UnitShare[]
}

/** What the refunds of an order that count returned. `sent`: how many of these units of each line had been sent. */
export interface RefundedParts {
  units: UnitsByLine
  sent: ReadonlyMap<number, number>
  shipping: boolean
}

/** Nothing was refunded. */
export const NOTHING_REFUNDED: RefundedParts = { units: new Map(), sent: new Map(), shipping: false }

/** A part of what an order costs, in whole cents. */
export interface OrderPart {
  kind: (typeof PART_KINDS)[number]
  label: AmountLabel
  /** A tax that prices contain: it is within the other parts, and adds nothing. */
  contained: boolean
  /** What 0, 1, 2 ... units of each line have of it that were not refunded yet. */
  lines: number[][]
  /** The same of the shipping. */
  shipping: number
  /** All of it, whatever was refunded. */
  cost: number
}

/**
 * The parts of an order, added up from the shares of its units. Kinds without a part of their own, such as a price
 * change or a discount, belong to the items, or to the shipping where no item can bear them. Parts that are not
 * contained add up to the total.
 */
export function orderParts(
  { lines, adjustments, shares = divideOrder({ lines, adjustments }) }: SharedContent,
  refunded: RefundedParts = NOTHING_REFUNDED,
): OrderPart[] {
  const kindOf = ({ kind }: Adjustment) => rulesOf(kind).part
  const first = (part: 'shipping' | 'duty') =>
    adjustments.find(({ kind }) => kind === part) ?? adjustments.find((one) => kindOf(one) === part) ?? []
  const taxes = adjustments.filter((one) => kindOf(one) === 'tax')
  const named = [
    { kind: 'items', label: { kind: 'items' }, of: undefined } as const,
    ...[first('shipping'), first('duty'), taxes].flat().map((one) => ({
      kind: kindOf(one),
      label: one.label,
      of: one,
    })),
  ]
  const partOf = ({ adjustment, position }: UnitShare) => {
    const one = adjustment === null ? undefined : adjustments[adjustment]
    const kind = one === undefined ? 'items' : kindOf(one)
    if (kind === 'tax') return named.find(({ of }) => of === one)
    const ofShipping = position === null ? named.find((part) => part.kind === 'shipping') : undefined
    return kind === 'items' ? (ofShipping ?? named[0]) : named.find((part) => part.kind === kind)
  }
  const open = lines.map((_line, at) => {
    const gone = new Set(refunded.units.get(at))
    return unitsOf(shares, at).filter((unit) => !gone.has(unit))
  })
  const byPart = Map.groupBy(shares, partOf)
  return named.map((part) => {
    const { kind, label, of } = part
    const own = byPart.get(part) ?? []
    const byLine = Map.groupBy(own, ({ position }) => position)
    return {
      kind,
      label,
      contained: (of?.tax?.contained ?? 0) > 0,
      lines: open.map((units, at) => runningSums(amountsOf(byLine.get(at) ?? [], units))),
      shipping: refunded.shipping ? 0 : sumOf(byLine.get(null) ?? []),
      cost: sumOf(own),
    }
  })
}

function sumOf(shares: readonly UnitShare[]): number {
  return shares.reduce((sum, { amount }) => sum + amount, 0)
}

/** The sums of the first 0, 1, 2 ... of these amounts. */
function runningSums(amounts: readonly number[]): number[] {
  let sum = 0
  return [0, ...amounts.map((amount) => (sum += amount))]
}
