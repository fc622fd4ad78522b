import { cents, signedCents } from '#domain/money.ts'
import { isSameLabel } from '#domain/orders/amount-label.ts'
import type { Adjustment, KeptShare } from '#domain/orders/order-total.ts'
import { divideOrder, sharesOfUnits } from '#domain/orders/unit-shares.ts'
import { runningSums, type OrderContent, type SharedContent } from './order-parts.ts'
import type { RefundedParts } from './refund-price.ts'
import { withUnitsFirst } from './refunded-units.ts'

/**
 * The adjustments of an order, with the shares of refunded units and of refunded shipping marked as kept, so that they
 * stay the same when the order changes. No amount changes. From then on the refunded units are the first units of their
 * lines, whichever they were.
 */
export function markRefunded(
  { lines, adjustments, shares = divideOrder({ lines, adjustments }) }: SharedContent,
  refunded: RefundedParts,
): Adjustment[] {
  return adjustments.map((one, at) => {
    const own = shares.filter(({ adjustment }) => adjustment === at)
    const units = lines.flatMap(({ quantity }, position): KeptShare[] => {
      const isElsewhere = one.linePosition !== undefined && one.linePosition !== position
      const gone = Math.min(quantity, refunded.units.get(position) ?? 0)
      if (gone === 0 || isElsewhere || one.kind === 'shipping') return []
      const ofLine = sharesOfUnits(
        own.filter((share) => share.position === position),
        quantity,
      )
      const sums = withUnitsFirst(runningSums(ofLine), refunded.which?.get(position))
      return [{ position, upTo: sums.slice(1, gone + 1) }]
    })
    const shipping = own.filter(({ position }) => position === null)
    const mayHaveShipping = refunded.shipping && one.linePosition === undefined && one.kind !== 'duty'
    return withKept(one, [
      ...units,
      ...(mayHaveShipping
        ? [{ position: null, upTo: [shipping.reduce((sum, { amount }) => sum + amount, 0)] }]
        : []),
    ])
  })
}

/**
 * The adjustments of a changed order, in which what was refunded before keeps what it cost then: the shipping, and the
 * taxes and duty on refunded units and shipping. Otherwise the order would cost money that nobody paid or got back.
 * `before`: of the order before the change, marked by `markRefunded`. `after`: the changed order as it would cost if
 * nothing had been refunded. Lines that were refunded in part are the same in both.
 */
export function keepRefunded(
  before: readonly Adjustment[],
  after: OrderContent,
  refunded: RefundedParts,
): Adjustment[] {
  const was = new Map(before.map((one, at) => [keyOf(before, at), one]))
  const since = markRefunded(after, refunded)
  const keys = since.map((_one, at) => keyOf(since, at))
  const kept = since.map((one, at) => {
    const own = was.get(keys[at]!)
    const then = own?.kept ?? one.kept?.map(nothingOf) ?? []
    const [goods, shipping] = [goodsOf(then) - goodsOf(one.kept), shippingOf(then) - shippingOf(one.kept)]
    return withKept(changedBy(one, { goods, shipping }, isContained(one) || isContained(own)), then)
  })
  // What the order no longer has, such as a tax that is not due any more, was part of what was refunded.
  const gone = before.flatMap((one, at): Adjustment[] => {
    const [goods, shipping] = [goodsOf(one.kept), shippingOf(one.kept)]
    if (keys.includes(keyOf(before, at)) || (goods === 0 && shipping === 0)) return []
    const { tax } = one
    const none = {
      ...one,
      amount: signedCents(0),
      ...(tax && { tax: { ...tax, ofShipping: cents(0), contained: cents(0) } }),
    }
    return [changedBy(none, { goods, shipping }, isContained(one))]
  })
  return [...kept, ...gone]
}

/** An adjustment with what was kept of it. */
export function withKept(one: Adjustment, shares: readonly KeptShare[]): Adjustment {
  const { kept: _before, ...rest } = one
  return shares.length === 0 ? rest : { ...rest, kept: shares }
}

/** A share of zero for the same units. */
export function nothingOf({ position, upTo }: KeptShare): KeptShare {
  return { position, upTo: upTo.map(() => 0) }
}

/** How much of an adjustment is kept, of goods and shipping. */
export function keptAmount({ kept }: Adjustment): number {
  return goodsOf(kept) + shippingOf(kept)
}

function goodsOf(kept: readonly KeptShare[] = []): number {
  return kept.reduce((sum, { position, upTo }) => sum + (position === null ? 0 : (upTo.at(-1) ?? 0)), 0)
}

function shippingOf(kept: readonly KeptShare[] = []): number {
  return kept.reduce((sum, { position, upTo }) => sum + (position === null ? (upTo.at(-1) ?? 0) : 0), 0)
}

/** A key by which the same adjustment is found in two orders: its label, or for shipping its kind, and its line. */
function keyOf(adjustments: readonly Adjustment[], at: number): string {
  const { kind, label, linePosition } = adjustments[at]!
  const isSame = (one: Adjustment) =>
    one.kind === kind &&
    (kind === 'shipping' || isSameLabel(one.label, label)) &&
    one.linePosition === linePosition
  const nth = adjustments.slice(0, at).filter(isSame).length
  const { name, milliPercent } = label
  return JSON.stringify([
    kind,
    ...(kind === 'shipping' ? [] : [label.kind, name, milliPercent]),
    linePosition,
    nth,
  ])
}

/** An adjustment with other shares of what was refunded. A tax that prices contain changes in what they contain. */
function changedBy(
  one: Adjustment,
  { goods, shipping }: { goods: number; shipping: number },
  isOfContained: boolean,
): Adjustment {
  const { amount, tax } = one
  if (goods === 0 && shipping === 0) return one
  const more = goods + shipping
  const ofShipping = cents(Math.max(0, (tax?.ofShipping ?? 0) + shipping))
  if (isOfContained && tax) {
    return { ...one, tax: { ...tax, ofShipping, contained: cents(Math.max(0, tax.contained + more)) } }
  }
  return { ...one, amount: signedCents(amount + more), ...(tax && { tax: { ...tax, ofShipping } }) }
}

function isContained(one: Adjustment | undefined): boolean {
  return (one?.tax?.contained ?? 0) > 0
}
