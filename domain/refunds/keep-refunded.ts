import { cents, signedCents } from '#domain/money.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import { orderParts, unitAmounts, type OrderPart } from './order-parts.ts'
import type { RefundedParts } from './refund-price.ts'

/**
 * The adjustments of a changed order, in which what was refunded before keeps what it cost then: the shipping, and the
 * taxes and duty on refunded units and shipping. Otherwise the order would cost money that nobody paid or got back.
 * `after`: the changed order as it would cost if nothing had been refunded. Lines that were refunded in part are the
 * same in both.
 */
export function keepRefunded(before: Content, after: Content, refunded: RefundedParts): Adjustment[] {
  const [was, now] = [refundedShares(before, refunded), refundedShares(after, refunded)]
  const kept = after.adjustments.map((one, at): Adjustment => {
    const key = keyOf(after.adjustments, at)
    const [then, since] = [was.get(key) ?? NONE, now.get(key) ?? NONE]
    return changedBy(one, then.goods - since.goods, then.shipping - since.shipping)
  })
  // A tax or duty that is not due any more was due on what was refunded.
  const gone = before.adjustments.flatMap((one, at): Adjustment[] => {
    const key = keyOf(before.adjustments, at)
    const share = was.get(key)
    if (now.has(key) || share === undefined || share.goods + share.shipping === 0) return []
    const { tax } = one
    const none = {
      ...one,
      amount: signedCents(0),
      ...(tax && { tax: { ...tax, ofShipping: cents(0), contained: cents(0) } }),
    }
    return [changedBy(none, share.goods, share.shipping, (tax?.contained ?? 0) > 0)]
  })
  return [...kept, ...gone]
}

/** The lines and adjustments of an order. */
type Content = Parameters<typeof orderParts>[0]

/** How much of an adjustment goes with refunded units, and with refunded shipping. */
interface Share {
  goods: number
  shipping: number
}

const NONE: Share = { goods: 0, shipping: 0 }

/** The shares of what was refunded, by the adjustment. Those of the whole items are not an adjustment's. */
function refundedShares(content: Content, refunded: RefundedParts): Map<string, Share> {
  const parts = orderParts(content)
  const taxes = parts.filter(({ kind }) => kind === 'tax')
  const [shipping, duty] = (['shipping', 'duty'] as const).map((kind) =>
    parts.find((part) => part.kind === kind),
  )
  const shares = new Map<string, Share>()
  const goodsOf = (part: OrderPart, position: number) => {
    const quantity = content.lines[position]?.quantity ?? 0
    const gone = Math.min(quantity, refunded.units.get(position) ?? 0)
    return quantity === 0 ? 0 : (unitAmounts([part.lines[position] ?? 0], quantity, 0)[gone] ?? 0)
  }
  const goods = (part: OrderPart) =>
    content.lines.reduce((sum, _line, position) => sum + goodsOf(part, position), 0)
  let tax = 0
  for (const [at, { kind, linePosition }] of content.adjustments.entries()) {
    const key = keyOf(content.adjustments, at)
    if (kind === 'tax') {
      const part = taxes[tax++]
      if (part) shares.set(key, { goods: goods(part), shipping: refunded.shipping ? part.shipping : 0 })
    } else if (kind === 'shipping') {
      const isFirst = !content.adjustments.slice(0, at).some((one) => one.kind === 'shipping')
      shares.set(key, { goods: 0, shipping: refunded.shipping && isFirst ? (shipping?.shipping ?? 0) : 0 })
    } else if (kind === 'duty' && duty) {
      shares.set(key, {
        goods: linePosition === undefined ? goods(duty) : goodsOf(duty, linePosition),
        shipping: 0,
      })
    }
  }
  return shares
}

/** The same tax in two contents has the same key: by its label, or of shipping its kind, and by its line. */
function keyOf(adjustments: readonly Adjustment[], at: number): string {
  const { kind, label, linePosition } = adjustments[at]!
  const name = kind === 'shipping' ? '' : label
  const isSame = (one: Adjustment) =>
    one.kind === kind && (kind === 'shipping' || one.label === label) && one.linePosition === linePosition
  const nth = adjustments.slice(0, at).filter(isSame).length
  return JSON.stringify([kind, name, linePosition ?? null, nth])
}

/** An adjustment with other shares of what was refunded. A tax that prices contain changes in what they contain. */
function changedBy(
  one: Adjustment,
  goods: number,
  shipping: number,
  isContained = (one.tax?.contained ?? 0) > 0,
): Adjustment {
  const { amount, tax } = one
  if (goods === 0 && shipping === 0) return one
  const more = goods + shipping
  const ofShipping = cents(Math.max(0, (tax?.ofShipping ?? 0) + shipping))
  if (isContained && tax) {
    return { ...one, tax: { ...tax, ofShipping, contained: cents(Math.max(0, tax.contained + more)) } }
  }
  return { ...one, amount: signedCents(amount + more), ...(tax && { tax: { ...tax, ofShipping } }) }
}
