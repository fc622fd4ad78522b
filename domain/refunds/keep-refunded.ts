import { cents, signedCents } from '#domain/money.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import { divideOrder, splitShares, type UnitShare } from '#domain/orders/unit-shares.ts'
import type { OrderContent, RefundedParts, SharedContent } from './order-parts.ts'

/** An adjustment with its shares of refunded units and refunded shipping, which no change of the order touches. */
export interface KeptAdjustment extends Adjustment {
  kept: readonly UnitShare[]
}

/** An order that is being changed. `prices`: the shares that its refunded units have of the price of the items. */
export interface ChangingContent {
  lines: OrderContent['lines']
  adjustments: readonly KeptAdjustment[]
  prices: readonly UnitShare[]
}

/** A changed order as it is written: refunded units have what they had, and only the rest is divided. */
export function dividedAgain({
  lines,
  adjustments: changed,
  prices,
}: ChangingContent): Required<SharedContent> {
  const adjustments = changed.map(({ kept: _kept, ...one }): Adjustment => one)
  const kept = changed.flatMap((one, at) => one.kept.map((share) => ({ ...share, adjustment: at })))
  return { lines, adjustments, shares: divideOrder({ lines, adjustments }, [...prices, ...kept]) }
}

/**
 * The adjustments of a changed order, in which what was refunded before keeps what it cost then: the shipping, and the
 * taxes and duty on refunded units and shipping. Otherwise the order would cost money that nobody paid or got back.
 * `after`: the changed order as it would cost if nothing had been refunded.
 */
export function keepRefunded(
  before: readonly KeptAdjustment[],
  after: OrderContent,
  { units, shipping }: RefundedParts,
): KeptAdjustment[] {
  const first = new Map([...units].map(([at, { length }]) => [at, Array.from({ length }, (_, unit) => unit)]))
  const since = splitShares(divideOrder(after), { units: first, shipping }).kept
  const was = new Map(before.map((one, at) => [keyOf(before, at), one]))
  const keys = after.adjustments.map((_one, at) => keyOf(after.adjustments, at))
  const kept = after.adjustments.map((one, at) => {
    const own = was.get(keys[at]!)
    const anew = since.filter(({ adjustment }) => adjustment === at)
    return withKept(one, own?.kept ?? [], anew, isContained(one) || isContained(own))
  })
  // What the order no longer has, such as a tax that is not due any more, was part of what was refunded.
  const gone = before.flatMap((one, at): KeptAdjustment[] => {
    if (keys.includes(keyOf(before, at)) || !one.kept.some(({ amount }) => amount !== 0)) return []
    const tax = one.tax && { ...one.tax, ofShipping: cents(0), contained: cents(0) }
    const none = { ...one, amount: signedCents(0), ...(tax && { tax }) }
    return [withKept(none, one.kept, [], isContained(one))]
  })
  return [...kept, ...gone]
}

/** How much shares are of goods, and how much of shipping. */
export function amountsOf(
  shares: readonly UnitShare[],
  of: (share: UnitShare) => number = ({ amount }) => amount,
): { goods: number; shipping: number; all: number } {
  const sum = (isOfShipping: boolean) =>
    shares.reduce((all, one) => all + ((one.position === null) === isOfShipping ? of(one) : 0), 0)
  const [goods, shipping] = [sum(false), sum(true)]
  return { goods, shipping, all: goods + shipping }
}

/** A key by which the same adjustment is found in two orders: its label, or for shipping its kind, and its line. */
function keyOf(adjustments: readonly Adjustment[], at: number): string {
  const key = ({ kind, label, linePosition }: Adjustment) =>
    JSON.stringify([
      kind,
      linePosition,
      ...(kind === 'shipping' ? [] : [label.kind, label.name, label.milliPercent]),
    ])
  const own = key(adjustments[at]!)
  return `${own} ${adjustments.slice(0, at).filter((one) => key(one) === own).length}`
}

/** An adjustment with the shares of what was refunded in place of those that it would have anew. */
function withKept(
  one: Adjustment,
  kept: readonly UnitShare[],
  anew: readonly UnitShare[],
  isOfContained: boolean,
): KeptAdjustment {
  const [then, now] = [amountsOf(kept), amountsOf(anew)]
  const [more, ofShipping] = [then.all - now.all, then.shipping - now.shipping]
  return { ...increased(one, more, ofShipping, isOfContained), kept }
}

/** An adjustment with a higher amount. A tax that prices contain is that much more of what they contain. */
export function increased(
  one: Adjustment,
  more: number,
  ofShipping: number,
  isOfContained = isContained(one),
): Adjustment {
  const { amount, tax } = one
  if (tax === undefined) return { ...one, amount: signedCents(amount + more) }
  const least = (cost: number) => cents(Math.max(0, cost))
  return {
    ...one,
    amount: signedCents(amount + (isOfContained ? 0 : more)),
    tax: {
      ...tax,
      ofShipping: least(tax.ofShipping + ofShipping),
      contained: least(tax.contained + (isOfContained ? more : 0)),
    },
  }
}

function isContained(one: Adjustment | undefined): boolean {
  return (one?.tax?.contained ?? 0) > 0
}
