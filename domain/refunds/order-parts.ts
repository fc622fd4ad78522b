import type { AmountLabel } from '#domain/orders/amount-label.ts'
import { belongsToItems, rulesOf, type Adjustment } from '#domain/orders/order-total.ts'
import type { OrderLine } from '#domain/orders/order.ts'
import { divideOrder, sharesOfUnits, type UnitShare } from '#domain/orders/unit-shares.ts'
import { withUnitsFirst } from './refunded-units.ts'

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

/** A part of what an order costs. */
export interface OrderPart {
  kind: (typeof PART_KINDS)[number]
  label: AmountLabel
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
 * The parts of an order, added up from the shares of its units. Kinds without a part of their own, such as a price
 * change or a discount, belong to the items, or to the shipping where no item can bear them. Parts that are not
 * contained add up to the total. `first`: the units of each line that are counted first.
 */
export function orderParts(
  { lines, adjustments, shares = divideOrder({ lines, adjustments }) }: SharedContent,
  first: ReadonlyMap<number, readonly number[]> = new Map(),
): OrderPart[] {
  const part = (
    { kind, label, contained = false }: Pick<OrderPart, 'kind' | 'label'> & { contained?: boolean },
    has: (adjustment: Adjustment | undefined, isOfShipping: boolean) => boolean,
  ): OrderPart => {
    const own = shares.filter(({ adjustment, position }) =>
      has(adjustment === null ? undefined : adjustments[adjustment], position === null),
    )
    const units = lines.map(({ quantity }, at) => {
      const ofLine = own.filter(({ position }) => position === at)
      return withUnitsFirst(runningSums(sharesOfUnits(ofLine, quantity)), first.get(at))
    })
    const shipping = own.filter(({ position }) => position === null)
    return {
      kind,
      label,
      contained,
      lines: units.map((sums) => sums.at(-1) ?? 0),
      units,
      shipping: shipping.reduce((sum, { amount }) => sum + amount, 0),
    }
  }
  const firstOf = (kind: Adjustment['kind']) => adjustments.find((one) => one.kind === kind)
  const [shipping, duty] = [firstOf('shipping') ?? firstOf('shipping-discount'), firstOf('duty')]
  const isOfItems = (one: Adjustment | undefined) => one === undefined || belongsToItems(one)
  return [
    part(
      { kind: 'items', label: { kind: 'items' } },
      (one, isOfShipping) => isOfItems(one) && (!isOfShipping || shipping === undefined),
    ),
    ...(shipping === undefined
      ? []
      : [
          part(
            { kind: 'shipping', label: shipping.label },
            (one, isOfShipping) => isOfShipping && (isOfItems(one) || rulesOf(one!.kind).part === 'shipping'),
          ),
        ]),
    ...(duty === undefined ? [] : [part({ kind: 'duty', label: duty.label }, (one) => one?.kind === 'duty')]),
    ...adjustments
      .filter(({ kind }) => kind === 'tax')
      .map((tax) =>
        part(
          { kind: 'tax', label: tax.label, contained: (tax.tax?.contained ?? 0) > 0 },
          (one) => one === tax,
        ),
      ),
  ]
}

/** The amounts of a part for 0, 1, 2 ... units of a line, after the first `gone` units. `units`: cumulative, of all. */
export function unitAmounts(units: readonly number[], gone: number): number[] {
  return units.slice(gone).map((amount) => amount - (units[gone] ?? 0))
}

/** The sums of the first 0, 1, 2 ... of these amounts. */
export function runningSums(amounts: readonly number[]): number[] {
  let sum = 0
  return [0, ...amounts.map((amount) => (sum += amount))]
}
