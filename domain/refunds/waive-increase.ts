import { signedCents } from '#domain/money.ts'
import { isSameLabel, type AmountLabel } from '#domain/orders/amount-label.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import { divideOrder, splitShares, type UnitShare } from '#domain/orders/unit-shares.ts'
import { shareAmong } from '#domain/share-among.ts'
import {
  amountsOf,
  dividedAgain,
  increased,
  type ChangingContent,
  type KeptAdjustment,
} from './keep-refunded.ts'
import { orderParts, type OrderPart, type RefundedParts, type SharedContent } from './order-parts.ts'

/** The reason for deducting an unpaid balance from a cancelled order. */
export const NOT_CHARGED: AmountLabel = { kind: 'not-charged' }

/** What staff waived of an order, in cents, and why. */
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
): Required<SharedContent> {
  const { waivers, ...whole } = withoutWaivers(content, refunded)
  return dividedAgain(withWaivers(whole, [...waivers, { label: reason, amount: increase }], refunded))
}

/**
 * An order with so many cents less waived of it for this reason, except of refunded units, and the cents by which it
 * costs more then.
 */
export function chargeWaived(
  content: SharedContent,
  charged: number,
  reason: AmountLabel,
  refunded: RefundedParts,
): Required<SharedContent> & { increase: number } {
  const { waivers, ...whole } = withoutWaivers(content, refunded)
  const left = waivers
    .map((one) => (isSameLabel(one.label, reason) ? { ...one, amount: one.amount - charged } : one))
    .filter(({ amount }) => amount > 0)
  const after = dividedAgain(withWaivers(whole, left, refunded))
  return { ...after, increase: sumOf(after.adjustments) - sumOf(content.adjustments) }
}

/**
 * An order as it would cost with nothing waived of what is not refunded yet, and the waivers, oldest first. What was
 * waived of refunded units stays theirs.
 */
export function withoutWaivers(
  { lines, adjustments, shares = divideOrder({ lines, adjustments }) }: SharedContent,
  refunded: RefundedParts,
): ChangingContent & { waivers: Waiver[] } {
  const { kept: own, open } = splitShares(shares, refunded)
  const kept = own.map((share) => ({ ...share, waived: 0 }))
  const of = (all: readonly UnitShare[], at: number) => all.filter(({ adjustment }) => adjustment === at)
  const marked = adjustments.map((one, at): KeptAdjustment => ({ ...one, kept: of(kept, at) }))
  const whole = marked.flatMap((one, at): KeptAdjustment[] => {
    if (!isWaiver(one)) return [charged(one, of(open, at))]
    const amount = signedCents(amountsOf(one.kept).all)
    return one.kept.some((share) => share.amount !== 0) ? [{ ...one, amount }] : []
  })
  const rows = marked.filter(isWaiver)
  const amounts = shareAmong(
    rows.map((one) => Math.max(0, amountsOf(one.kept).all - one.amount)),
    sumOf(whole) - sumOf(adjustments),
  )
  const waivers = rows.map(({ label }, at) => ({ label, amount: amounts[at]! }))
  return {
    lines,
    adjustments: whole,
    prices: kept.filter(({ adjustment }) => adjustment === null),
    waivers: waivers.filter(({ amount }) => amount > 0),
  }
}

/** An order with these waivers. */
export function withWaivers(
  content: ChangingContent,
  waivers: readonly Waiver[],
  refunded: RefundedParts,
): ChangingContent {
  let { adjustments } = content
  for (const waiver of waivers) adjustments = waive({ ...content, adjustments }, waiver, refunded)
  return { ...content, adjustments }
}

/** A tax or duty with what was waived of it. `open`: its shares of what was not refunded. */
function charged({ waived, ...one }: KeptAdjustment, open: readonly UnitShare[]): KeptAdjustment {
  if (waived === undefined) return one
  const { all, shipping } = amountsOf(open, (share) => share.waived)
  return { ...increased(one, all, shipping, waived.contained > 0), kept: one.kept }
}

function waive(
  content: ChangingContent,
  { label, amount: increase }: Waiver,
  refunded: RefundedParts,
): KeptAdjustment[] {
  const { adjustments } = content
  const parts = orderParts(dividedAgain(content), refunded)
  const goods = parts.map(({ lines }) => total(lines.map((sums) => sums.at(-1)!)))
  const shipping = parts.map((part) => part.shipping)
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
  const duties = dutiesOff(adjustments, at('duty') < 0 ? 0 : offGoods[at('duty')]!)
  const less = adjustments.map((one, position): KeptAdjustment => {
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
  if (known < 0) return [...less, { kind: 'price-change', label, amount, kept: [] }]
  return less.with(known, { ...less[known]!, amount: signedCents(less[known]!.amount + amount) })
}

/** What each duty goes down by, when all of them go down by `amount`. By the position of the adjustment. */
function dutiesOff(adjustments: readonly KeptAdjustment[], amount: number): number[] {
  const open = adjustments.map((one) => (one.kind === 'duty' ? one.amount - amountsOf(one.kept).all : 0))
  return shareAmong(open, amount)
}

/** A tax or duty that goes down because what it is due on does. */
function lessBy(one: KeptAdjustment, goods: number, shipping: number): KeptAdjustment {
  const { tax, kept, waived = { amount: 0, contained: 0, ofShipping: 0 } } = one
  const less = goods + shipping
  if (less === 0) return one
  const isContained = (tax?.contained ?? 0) > 0 || waived.contained > 0
  return {
    ...increased(one, -less, -shipping, isContained),
    kept,
    waived: {
      amount: waived.amount + (isContained ? 0 : less),
      contained: waived.contained + (isContained ? less : 0),
      ofShipping: waived.ofShipping + shipping,
    },
  }
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + one, 0)
}

function sumOf(adjustments: readonly Adjustment[]): number {
  return total(adjustments.map(({ amount }) => amount))
}
