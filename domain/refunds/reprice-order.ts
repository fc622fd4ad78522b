import { priceCart } from '#domain/checkout/pricing.ts'
import type { Destination, Tariff } from '#domain/checkout/tariff.ts'
import { cents, signedCents } from '#domain/money.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import type { OrderLine } from '#domain/orders/order.ts'
import { chooseAll, offerRefund, priceChoice, type RefundedParts } from './refund-price.ts'

/** The lines and adjustments of an order. */
export interface OrderContent {
  lines: readonly OrderLine[]
  adjustments: readonly Adjustment[]
}

/** What a changed order costs. `difference`: in whole CAD cents, below zero when it costs less. */
export interface Repriced {
  adjustments: readonly Adjustment[]
  difference: number
}

/**
 * Prices an order after its lines or its destination changed. `lines` and `changes`: the lines as they will be, and the
 * price changes that belong to one of them. The order keeps the rates that it was charged, whatever the tariff is now,
 * and shipping that staff did not charge stays free. What was waived before is charged before anything is refunded.
 * What was refunded already is left out of the difference.
 */
export function repriceOrder(
  before: OrderContent,
  {
    lines,
    changes,
    from,
    to,
    tariff,
    refunded,
  }: {
    lines: readonly OrderLine[]
    changes: readonly Adjustment[]
    from: Destination
    to: Destination
    tariff: Tariff
    refunded: RefundedParts
  },
): Repriced {
  const shippingNow = before.adjustments.filter(({ kind }) => kind === 'shipping')
  const freeShipping = sumOf(shippingNow) === 0
  const listed = (of: readonly OrderLine[], own: readonly Adjustment[], destination: Destination) =>
    priceCart(of.map(pricedWith(own)), { destination, tariff, freeShipping }).adjustments
  const was = listed(before.lines, before.adjustments.filter(isOfLine), from)
  const will = listed(lines, changes, to)
  const waived = before.adjustments.filter((one) => one.kind === 'price-change' && !isOfLine(one))
  const isSame = JSON.stringify(was) === JSON.stringify(will)
  const chargedBefore = before.adjustments.filter((one) => !waived.includes(one))
  const charged = isSame ? chargedBefore : will.map(asCharged(chargedBefore, was))
  const difference =
    cost({ lines, adjustments: charged }, refunded) -
    cost({ lines: before.lines, adjustments: chargedBefore }, refunded)
  const kept = withoutWaived(waived, Math.max(0, -difference))
  return {
    adjustments: [...charged, ...kept],
    difference: difference + sumOf(kept) - sumOf(waived),
  }
}

/** Waives a rise: the adjustments with one that takes it off again. */
export function waiveRise(adjustments: readonly Adjustment[], rise: number, reason: string): Adjustment[] {
  return [...adjustments, { kind: 'price-change', label: reason, amount: signedCents(-rise) }]
}

/** Whether an adjustment is a changed price of one line. */
export function isOfLine({ kind, linePosition }: Adjustment): boolean {
  return kind === 'price-change' && linePosition !== undefined
}

function pricedWith(changes: readonly Adjustment[]) {
  return ({ unitPrice, quantity }: OrderLine, position: number) => {
    const own = changes.find(({ linePosition }) => linePosition === position)
    if (own === undefined) return { price: unitPrice, quantity }
    const price = cents(unitPrice + own.amount / quantity)
    return { price: unitPrice, quantity, change: { price, reason: own.label } }
  }
}

/** An adjustment at the rate that the order was charged, where the tariff has changed since. */
function asCharged(charged: readonly Adjustment[], was: readonly Adjustment[]) {
  return ({ kind, label, amount, linePosition }: Adjustment): Adjustment => {
    const place = linePosition === undefined ? {} : { linePosition }
    const isIt = (one: Adjustment) =>
      one.kind === kind && one.label === label && one.linePosition === undefined
    const [own, listed] = [charged.find(isIt), was.find(isIt)]
    if (kind === 'price-change' || !own || !listed || own.amount === listed.amount) {
      return { kind, label, amount, ...place }
    }
    const scaled =
      kind === 'tax' && listed.amount > 0
        ? Math.round((amount * own.amount) / listed.amount)
        : Math.max(0, own.amount + amount - listed.amount)
    return { kind, label, amount: signedCents(scaled), ...place }
  }
}

/** What is left of the waived amounts when `fall` of them is charged after all, the latest first. */
function withoutWaived(waived: readonly Adjustment[], fall: number): Adjustment[] {
  let open = fall
  return waived
    .toReversed()
    .flatMap((one) => {
      const off = Math.min(open, -one.amount)
      open -= off
      return off === -one.amount ? [] : [{ ...one, amount: signedCents(one.amount + off) }]
    })
    .toReversed()
}

function cost(content: OrderContent, refunded: RefundedParts): number {
  const offer = offerRefund({ ...content, shipments: [] }, refunded, cents(0))
  const all = priceChoice(offer, chooseAll(offer))
  return all.kind === 'priced' ? all.whole : 0
}

function sumOf(adjustments: readonly Adjustment[]): number {
  return adjustments.reduce((sum, { amount }) => sum + amount, 0)
}
