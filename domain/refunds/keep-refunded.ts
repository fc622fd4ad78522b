import { cents, signedCents } from '#domain/money.ts'
import type { Adjustment, KeptShare } from '#domain/orders/order-total.ts'
import { share } from '#domain/share-among.ts'
import { isOfItems, linePrices, orderParts, type OrderContent, type OrderPart } from './order-parts.ts'
import type { RefundedParts } from './refund-price.ts'

/**
 * The adjustments of an order, with the share of each refunded unit and of refunded shipping marked as kept, so that it
 * stays the same when the order changes. No amount changes. From then on the refunded units are the first units of
 * their lines, whichever they were.
 */
export function markRefunded(content: OrderContent, refunded: RefundedParts): Adjustment[] {
  const { lines, adjustments } = content
  const parts = orderParts(content, refunded.which)
  const taxes = parts.filter(({ kind }) => kind === 'tax')
  const [items, shipping, duty] = (['items', 'shipping', 'duty'] as const).map((kind) =>
    parts.find((part) => part.kind === kind),
  )
  const prices = linePrices(content)
  const plain = lines.map(({ quantity }, at) =>
    Array.from({ length: quantity + 1 }, (_, units) => share(prices[at]!, units, quantity)),
  )
  const shippingRows = sumOf(adjustments.filter(({ kind }) => kind === 'shipping'))
  const carrier = adjustments.findIndex(isOfItems)
  let tax = 0
  return adjustments.map((one, at): Adjustment => {
    const { kind, linePosition } = one
    if (kind === 'tax') {
      const part = taxes[tax++]!
      return withKept(one, sharesOf(part.units, refunded, part.shipping))
    }
    if (kind === 'shipping') return withKept(one, refunded.shipping ? [ofShipping(one.amount)] : [])
    if (kind === 'duty') {
      const isSame = (other: Adjustment) => other.kind === 'duty' && other.linePosition === linePosition
      const isFirst = adjustments.findIndex(isSame) === at
      const isOwn = (line: number) =>
        linePosition === undefined
          ? !adjustments.some((other) => other.kind === 'duty' && other.linePosition === line)
          : linePosition === line
      const units = lines.map((_line, line) => (isFirst && isOwn(line) ? duty!.units[line]! : []))
      return withKept(one, sharesOf(units, refunded, null))
    }
    if (at !== carrier) return withKept(one, [])
    const units = items!.units.map((own, line) => own.map((amount, n) => amount - plain[line]![n]!))
    return withKept(one, sharesOf(units, refunded, (shipping?.shipping ?? 0) - shippingRows))
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
  // A tax or duty that is not due any more was due on what was refunded.
  const gone = before.flatMap((one, at): Adjustment[] => {
    const [goods, shipping] = [goodsOf(one.kept), shippingOf(one.kept)]
    if (keys.includes(keyOf(before, at)) || isOfItems(one) || goods + shipping === 0) return []
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

function sharesOf(units: OrderPart['units'], refunded: RefundedParts, shipping: number | null): KeptShare[] {
  const goods = units.flatMap((own, position): KeptShare[] => {
    const gone = Math.min(own.length - 1, refunded.units.get(position) ?? 0)
    return gone > 0 ? [{ position, upTo: own.slice(1, gone + 1) }] : []
  })
  return [...goods, ...(refunded.shipping && shipping !== null ? [ofShipping(shipping)] : [])]
}

function ofShipping(amount: number): KeptShare {
  return { position: null, upTo: [amount] }
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
  const name = kind === 'shipping' ? '' : label
  const isSame = (one: Adjustment) =>
    one.kind === kind && (kind === 'shipping' || one.label === label) && one.linePosition === linePosition
  const nth = adjustments.slice(0, at).filter(isSame).length
  return JSON.stringify([kind, name, linePosition ?? null, nth])
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

function sumOf(adjustments: readonly Adjustment[]): number {
  return adjustments.reduce((sum, { amount }) => sum + amount, 0)
}
