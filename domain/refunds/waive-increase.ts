import { cents, signedCents } from '#domain/money.ts'
import { isSameLabel, type AmountLabel } from '#domain/orders/amount-label.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import { divideOrder, sharesOfUnits } from '#domain/orders/unit-shares.ts'
import { shareAmong } from '#domain/share-among.ts'
import { keptAmount, markRefunded, nothingOf, withKept } from './keep-refunded.ts'
import {
  orderParts,
  runningSums,
  type OrderContent,
  type OrderPart,
  type SharedContent,
} from './order-parts.ts'
import type { RefundedParts } from './refund-price.ts'
import { withUnitsFirst } from './refunded-units.ts'

/** The reason for deducting an unpaid balance from a cancelled order. */
export const NOT_CHARGED: AmountLabel = { kind: 'not-charged' }

/** What staff waived of an order, in CAD cents, and why. */
export interface Waiver {
  label: AmountLabel
  amount: number
}

/** Whether an adjustment is what staff waived of a change of the order. */
export function isWaiver(one: Adjustment): boolean {
  return one.kind === 'price-change' && one.linePosition === undefined
}

/**
 * Waives `increase` cents of an order: an adjustment with the reason deducts them from the items and, beyond their
 * price, from the shipping. The taxes and duty on what is deducted go down too, so that each is due on what is charged.
 * `refunded`: what was refunded before keeps what it cost.
 */
export function waiveIncrease(
  content: SharedContent,
  increase: number,
  reason: AmountLabel,
  refunded: RefundedParts,
): Adjustment[] {
  const { lines } = content
  const { adjustments, waivers, refunded: first } = withoutWaivers(content, refunded)
  return withWaivers({ lines, adjustments }, [...waivers, { label: reason, amount: increase }], first)
}

/**
 * The adjustments of an order with so many cents less waived of it for this reason, except of refunded units, and the
 * cents by which it costs more then.
 */
export function chargeWaived(
  content: SharedContent,
  charged: number,
  reason: AmountLabel,
  refunded: RefundedParts,
): { adjustments: Adjustment[]; increase: number } {
  const { adjustments: whole, waivers, refunded: first } = withoutWaivers(content, refunded)
  const left = waivers
    .map((one) => (isSameLabel(one.label, reason) ? { ...one, amount: one.amount - charged } : one))
    .filter(({ amount }) => amount > 0)
  const adjustments = withWaivers({ lines: content.lines, adjustments: whole }, left, first)
  return { adjustments, increase: sumOf(adjustments) - sumOf(content.adjustments) }
}

/**
 * An order as it would cost with nothing waived of what is not refunded yet, and the waivers, oldest first. What was
 * waived of refunded units stays theirs. `refunded`: as they are counted in the adjustments: the first of their lines.
 */
export function withoutWaivers(
  content: SharedContent,
  refunded: RefundedParts,
): { adjustments: Adjustment[]; waivers: Waiver[]; refunded: RefundedParts } {
  const marked = markRefunded(content, refunded)
  const rows = marked.filter(isWaiver)
  const adjustments = marked.flatMap((one, at): Adjustment[] => {
    if (!isWaiver(one)) return [charged(content, one, at, refunded)]
    return hasKept(one) ? [{ ...one, amount: signedCents(keptAmount(one)) }] : []
  })
  const waived = sumOf(adjustments) - sumOf(content.adjustments)
  const shares = shareAmong(
    rows.map((one) => Math.max(0, keptAmount(one) - one.amount)),
    waived,
  )
  const waivers = rows.map(({ label }, at) => ({ label, amount: shares[at]! }))
  const { which: _which, ...first } = refunded
  return { adjustments, waivers: waivers.filter(({ amount }) => amount > 0), refunded: first }
}

/** The adjustments of an order with these waivers. */
export function withWaivers(
  { lines, adjustments }: OrderContent,
  waivers: readonly Waiver[],
  refunded: RefundedParts,
): Adjustment[] {
  return waivers.reduce(
    (so, { label, amount }) => waive({ lines, adjustments: so }, amount, label, refunded),
    [...adjustments],
  )
}

/** A tax or duty with what was waived of it, except of refunded units and shipping. `at`: its position. */
function charged(
  { lines, adjustments, shares = divideOrder({ lines, adjustments }) }: SharedContent,
  marked: Adjustment,
  at: number,
  refunded: RefundedParts,
): Adjustment {
  const { waived, ...one } = marked
  if (waived === undefined) return one
  const own = shares.filter(({ adjustment }) => adjustment === at)
  const goods = lines.map(({ quantity }, position) => {
    const ofLine = own.filter((share) => share.position === position)
    const sums = runningSums(sharesOfUnits(ofLine, quantity, (share) => share.waived))
    const gone = Math.min(quantity, refunded.units.get(position) ?? 0)
    return sums.at(-1)! - withUnitsFirst(sums, refunded.which?.get(position))[gone]!
  })
  const ofShipping = own.filter(({ position }) => position === null).map((share) => share.waived)
  const shipping = refunded.shipping ? 0 : total(ofShipping)
  const left = total(goods) + shipping
  const isContained = waived.contained > 0
  const { tax } = one
  return {
    ...one,
    amount: signedCents(one.amount + (isContained ? 0 : left)),
    ...(tax && {
      tax: {
        ...tax,
        ofShipping: cents(tax.ofShipping + shipping),
        contained: cents(tax.contained + (isContained ? left : 0)),
      },
    }),
  }
}

function waive(
  content: OrderContent,
  increase: number,
  label: AmountLabel,
  refunded: RefundedParts,
): Adjustment[] {
  const { lines, adjustments } = content
  const parts = orderParts(content)
  const goods = parts.map((part) => openGoods(part, refunded))
  const shipping = parts.map((part) => (refunded.shipping ? 0 : part.shipping))
  const isCharged = (amounts: readonly number[]) =>
    amounts.map((amount, at) => (parts[at]!.contained ? 0 : amount))
  const ofGoods = Math.min(increase, total(isCharged(goods)))
  const offGoods = shareAmong(isCharged(goods), ofGoods)
  const ofShipping = Math.min(increase - ofGoods, total(isCharged(shipping)))
  const offShipping = shareAmong(isCharged(shipping), ofShipping)
  const at = (kind: OrderPart['kind']) => parts.findIndex((part) => part.kind === kind)
  const rest = (off: readonly number[], of: readonly number[], kind: OrderPart['kind']) =>
    of[at(kind)] ? (of[at(kind)]! - off[at(kind)]!) / of[at(kind)]! : 1
  const [itemsLeft, shippingLeft] = [rest(offGoods, goods, 'items'), rest(offShipping, shipping, 'shipping')]
  let tax = at('tax')
  const duties = dutiesOff(content, at('duty') < 0 ? 0 : offGoods[at('duty')]!)
  const less = adjustments.map((one, position): Adjustment => {
    if (one.kind === 'duty') return lessBy(one, duties[position]!, 0)
    if (one.kind !== 'tax') return one
    const part = tax++
    if (!parts[part]!.contained) return lessBy(one, offGoods[part]!, offShipping[part]!)
    return lessBy(
      one,
      goods[part]! - Math.round(goods[part]! * itemsLeft),
      shipping[part]! - Math.round(shipping[part]! * shippingLeft),
    )
  })
  const amount = signedCents(sumOf(adjustments) - sumOf(less) - increase)
  const known = less.findIndex((one) => isWaiver(one) && isSameLabel(one.label, label))
  if (known >= 0) {
    return less.with(known, { ...less[known]!, amount: signedCents(less[known]!.amount + amount) })
  }
  const row: Adjustment = { kind: 'price-change', label, amount }
  if (less.some(isWaiver)) return [...less, row]
  // What was refunded before has nothing of it.
  const marks = markRefunded(
    { lines, adjustments: [...adjustments, { ...row, amount: signedCents(0) }] },
    refunded,
  )
  return [...less, withKept(row, (marks.at(-1)?.kept ?? []).map(nothingOf))]
}

/** What each duty goes down by, when all of them go down by `amount`. By the position of the adjustment. */
function dutiesOff({ adjustments }: OrderContent, amount: number): number[] {
  const open = adjustments.map((one) => (one.kind === 'duty' ? one.amount - keptAmount(one) : 0))
  return shareAmong(open, amount)
}

/** A tax or duty that goes down because what it is due on does. */
function lessBy(one: Adjustment, goods: number, shipping: number): Adjustment {
  const { amount, tax, waived = { amount: 0, contained: 0, ofShipping: 0 } } = one
  const less = goods + shipping
  if (less === 0) return one
  const ofShipping = waived.ofShipping + shipping
  if (tax && (tax.contained > 0 || waived.contained > 0)) {
    const contained = cents(tax.contained - less)
    return {
      ...one,
      tax: { ...tax, contained, ofShipping: cents(tax.ofShipping - shipping) },
      waived: { ...waived, contained: waived.contained + less, ofShipping },
    }
  }
  return {
    ...one,
    amount: signedCents(amount - less),
    ...(tax && { tax: { ...tax, ofShipping: cents(tax.ofShipping - shipping) } }),
    waived: { ...waived, amount: waived.amount + less, ofShipping },
  }
}

/** What a part has of units that are not refunded. */
function openGoods({ units }: OrderPart, refunded: RefundedParts): number {
  return units.reduce((sum, own, at) => {
    const gone = Math.min(own.length - 1, refunded.units.get(at) ?? 0)
    return sum + own.at(-1)! - own[gone]!
  }, 0)
}

function hasKept({ kept = [] }: Adjustment): boolean {
  return kept.some(({ upTo }) => upTo.some((amount) => amount !== 0))
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + one, 0)
}

function sumOf(adjustments: readonly Adjustment[]): number {
  return adjustments.reduce((sum, { amount }) => sum + amount, 0)
}
