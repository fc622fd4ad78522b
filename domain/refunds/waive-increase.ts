import { cents, signedCents } from '#domain/money.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import { shareAmong } from '#domain/share-among.ts'
import { keptAmount, markRefunded, nothingOf, withKept } from './keep-refunded.ts'
import { refundedShare, isOfItems, orderParts, type OrderContent, type OrderPart } from './order-parts.ts'
import type { RefundedParts } from './refund-price.ts'
import * as words from '#words/totals.ts'

/** The reason for deducting an unpaid balance from a cancelled order. */
export const NOT_CHARGED = words.notCharged

/** What staff waived of an order, in CAD cents, and why. */
export interface Waiver {
  label: string
  amount: number
}

/** Whether an adjustment is what staff waived of a change of the order. */
export function isWaiver(one: Adjustment): boolean {
  return one.kind === 'price-change' && isOfItems(one)
}

/**
 * Waives `increase` cents of an order: an adjustment with the reason deducts them from the items and, beyond their
 * price, from the shipping. The taxes and duty on what is deducted go down too, so that each is due on what is charged.
 * `refunded`: what was refunded before keeps what it cost.
 */
export function waiveIncrease(
  content: OrderContent,
  increase: number,
  reason: string,
  refunded: RefundedParts,
): Adjustment[] {
  const { adjustments, waivers, refunded: first } = withoutWaivers(content, refunded)
  return withWaivers({ ...content, adjustments }, [...waivers, { label: reason, amount: increase }], first)
}

/**
 * The adjustments of an order with so many cents less waived of it for this reason, except of refunded units, and the
 * cents by which it costs more then.
 */
export function chargeWaived(
  content: OrderContent,
  charged: number,
  reason: string,
  refunded: RefundedParts,
): { adjustments: Adjustment[]; increase: number } {
  const { adjustments: whole, waivers, refunded: first } = withoutWaivers(content, refunded)
  const left = waivers
    .map((one) => (one.label === reason ? { ...one, amount: one.amount - charged } : one))
    .filter(({ amount }) => amount > 0)
  const adjustments = withWaivers({ ...content, adjustments: whole }, left, first)
  return { adjustments, increase: sumOf(adjustments) - sumOf(content.adjustments) }
}

/**
 * An order as it would cost with nothing waived of what is not refunded yet, and the waivers, oldest first. What was
 * waived of refunded units stays theirs. `refunded`: as they are counted in the adjustments: the first of their lines.
 */
export function withoutWaivers(
  content: OrderContent,
  refunded: RefundedParts,
): { adjustments: Adjustment[]; waivers: Waiver[]; refunded: RefundedParts } {
  const marked = markRefunded(content, refunded)
  const rows = marked.filter(isWaiver)
  const kept = rows.find((one) => (one.kept ?? []).length > 0)
  const adjustments = marked.flatMap((one, at): Adjustment[] => {
    if (one === kept) return hasKept(one) ? [{ ...one, amount: signedCents(keptAmount(one)) }] : []
    return isWaiver(one) ? [] : [charged(content, one, content.adjustments[at]!, refunded)]
  })
  const waived = sumOf(adjustments) - sumOf(content.adjustments)
  const shares = shareAmong(
    rows.map(({ amount }) => Math.max(0, -amount)),
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

/** A tax or duty with what was waived of it, except of refunded units and shipping. */
function charged(
  content: OrderContent,
  marked: Adjustment,
  before: Adjustment,
  refunded: RefundedParts,
): Adjustment {
  const { waived, ...one } = marked
  if (waived === undefined) return one
  const { tax } = one
  const isContained = waived.contained > 0
  const whole = isContained ? waived.contained : waived.amount
  const gone = refundedShare(content, before, { amount: whole, ofShipping: waived.ofShipping }, refunded)
  const shipping = refunded.shipping ? 0 : waived.ofShipping
  const left = whole - gone
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
  label: string,
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
  const known = less.findIndex((one) => isWaiver(one) && one.label === label)
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
