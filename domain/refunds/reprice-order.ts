import { priceCart, shippingOf, type PricedLine, type PriceTerms } from '#domain/checkout/pricing.ts'
import type { CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import type { ShippingOffer } from '#domain/checkout/shipping/shipping-methods.ts'
import type { Destination } from '#domain/places/place.ts'
import { placeOfShop, type Tariff } from '#domain/checkout/tariff.ts'
import { subtotalOf } from '#domain/checkout/line-price.ts'
import { cents, signedCents } from '#domain/money.ts'
import { isSameLabel } from '#domain/orders/amount-label.ts'
import { asCharged, rulesOf, type Adjustment } from '#domain/orders/order-total.ts'
import type { OrderLine } from '#domain/orders/order.ts'
import { dividedAgain, keepRefunded, type KeptAdjustment } from './keep-refunded.ts'
import type { OrderContent, RefundedParts, SharedContent } from './order-parts.ts'
import { isWaiver, withoutWaivers, withWaivers, type Waiver } from './waive-increase.ts'

/**
 * What a changed order costs. `difference`: in whole cents, below zero when it costs less. `refunded`: what was
 * refunded before the change.
 */
export interface Repriced extends Required<SharedContent> {
  difference: number
  refunded: RefundedParts
}

/**
 * Prices an order after its lines or its destination changed. `lines` and `changes`: the lines as they will be, and the
 * price changes that belong to one of them. `tariff`: the one that the order was placed under. The order keeps the
 * rates that it was charged, whatever the tariff says, and shipping that staff did not charge stays free. What was
 * waived before is charged before anything is refunded. What was refunded already keeps what it cost, so that the
 * difference leaves it out, and is that of the totals.
 * `promote`: by the promotions that it uses. Adjustments that pricing does not make stay as they are. `isHandedOver`:
 * in person, so that nothing is shipped, and the taxes are those of the shop's place.
 */
export function repriceOrder(
  before: SharedContent,
  {
    lines,
    changes,
    from: addressBefore,
    to: addressAfter,
    tariff,
    choices,
    promote,
    refunded,
    isHandedOver = false,
  }: {
    lines: readonly OrderLine[]
    changes: readonly Adjustment[]
    from: Destination | null
    to: Destination | null
    tariff: Tariff
    choices?: CheckoutChoices | undefined
    promote?: PriceTerms['promote']
    refunded: RefundedParts
    isHandedOver?: boolean
  },
): Repriced {
  const { adjustments: full, waivers, prices } = withoutWaivers(before, refunded)
  const shippingNow = full.filter(({ kind }) => kind === 'shipping')
  const shopPlace = placeOfShop(tariff)
  const [from, to] = isHandedOver ? [shopPlace, shopPlace] : [addressBefore, addressAfter]
  const [was, will] = listedPrices(
    { lines: before.lines, changes: full.filter(isOfLine), destination: from },
    { lines, changes, destination: to },
    { tariff, choices, promote },
    isHandedOver ? 'none' : sumOf(shippingNow),
  )
  const waivedOfRefunded = full.filter(isWaiver)
  const others = full.filter((one) => !isPriced(one))
  const isSame = JSON.stringify(was) === JSON.stringify(will)
  const chargedBefore = full.filter((one) => isPriced(one) && !isWaiver(one))
  const listed = will.map(atChargedRate(chargedBefore, was, refunded))
  const fits = findShippingMethod(lines, { changes, to, tariff, choices }) !== 'none'
  const isOfShipping = ({ kind }: Adjustment) => rulesOf(kind).part === 'shipping'
  const charged = fits
    ? listed
    : [...listed.filter((one) => !isOfShipping(one)), ...full.filter(isOfShipping)]
  const priced = isSame
    ? chargedBefore
    : keepRefunded(chargedBefore, { lines, adjustments: charged }, refunded)
  const adjustments = [...priced, ...withinPrice(others, { lines, adjustments: priced }), ...waivedOfRefunded]
  const increase = totalOf({ lines, adjustments }) - totalOf({ lines: before.lines, adjustments: full })
  const left = waiversLeft(waivers, Math.max(0, -increase))
  const after = dividedAgain(withWaivers({ lines, adjustments, prices }, left, refunded))
  return { ...after, difference: totalOf(after) - totalOf(before), refunded }
}

/**
 * The shipping method of a changed order: the previous one, or the cheapest when that no longer fits. Null when the
 * tariff has no zones, `none` when nothing fits.
 */
export function findShippingMethod(
  lines: readonly OrderLine[],
  {
    changes,
    to,
    tariff,
    choices,
  }: {
    changes: readonly Adjustment[]
    to: Destination | null
    tariff: Tariff
    choices?: CheckoutChoices | undefined
  },
): ShippingOffer | null | 'none' {
  const { method } = shippingOf(lines.map(pricedWith(changes)), { destination: to, tariff, choices })
  return tariff.zones && method === null ? 'none' : method
}

interface Listed {
  lines: readonly OrderLine[]
  changes: readonly Adjustment[]
  destination: Destination | null
}

/**
 * What the tariff says about an order before and after. Shipping that staff did not charge is free in both. `none`:
 * nothing is shipped.
 */
function listedPrices(
  before: Listed,
  after: Listed,
  terms: Pick<PriceTerms, 'tariff' | 'choices' | 'promote'>,
  chargedShipping: number | 'none',
) {
  const list = ({ lines, changes, destination }: Listed, freeShipping: boolean) =>
    priceCart(lines.map(pricedWith(changes)), { ...terms, destination, freeShipping }).adjustments
  const was = list(before, false)
  const isListed = sumOf(was.filter(({ kind }) => kind === 'shipping')) > 0
  const isFreed = chargedShipping === 'none' || (chargedShipping === 0 && isListed)
  return isFreed ? ([list(before, true), list(after, true)] as const) : ([was, list(after, false)] as const)
}

function isPriced({ kind }: Adjustment): boolean {
  return rulesOf(kind).decidedBy === 'pricing'
}

/** Kept adjustments; deductions, the latest first, are limited to what the order costs without them. */
function withinPrice(
  others: readonly KeptAdjustment[],
  { lines, adjustments }: OrderContent,
): KeptAdjustment[] {
  let under = Math.max(0, -(totalOf({ lines, adjustments }) + sumOf(others)))
  return others
    .toReversed()
    .map((one) => {
      const less = Math.min(under, Math.max(0, -one.amount))
      under -= less
      return less === 0 ? one : { ...one, amount: signedCents(one.amount + less) }
    })
    .toReversed()
}

/** Whether an adjustment is a changed price of one line. */
export function isOfLine({ kind, linePosition }: Adjustment): boolean {
  return kind === 'price-change' && linePosition !== undefined
}

function pricedWith(changes: readonly Adjustment[]) {
  return ({ unitPrice, quantity, ...line }: OrderLine, position: number): PricedLine => {
    const { taxFree = false, weight = null, hsCode = '', origin = '', ...more } = line
    const { productId, size, category, isReduced, giftCard } = more
    const customs = { weight, hsCode, origin }
    const priced = {
      price: unitPrice,
      quantity,
      taxFree,
      ...customs,
      productId,
      size,
      category,
      isReduced,
      giftCard,
    }
    const own = changes.find(({ linePosition }) => linePosition === position)
    if (own === undefined) return priced
    const price = cents(unitPrice + own.amount / quantity)
    return { ...priced, change: { price, reason: own.label.name ?? '' } }
  }
}

/**
 * An adjustment at the rate that the order was charged, where the tariff has changed since. A tax with its rate in the
 * label has that rate; what refunded units keep of another may differ by a cent each.
 */
function atChargedRate(charged: readonly Adjustment[], was: readonly Adjustment[], refunded: RefundedParts) {
  const units = [...refunded.units.values()].reduce((sum, { length }) => sum + length, 0)
  return ({ kind, label, amount, linePosition, tax }: Adjustment): Adjustment => {
    const rest = { ...(linePosition !== undefined && { linePosition }), ...(tax && { tax }) }
    const isIt = (one: Adjustment) =>
      one.kind === kind && isSameLabel(one.label, label) && one.linePosition === undefined
    const [own, listed] = [charged.find(isIt), was.find(isIt)]
    const isRate = kind === 'tax' && own !== undefined && listed !== undefined
    const isSameRate = isRate && (tax !== undefined || Math.abs(own.amount - listed.amount) <= units)
    const { follows } = rulesOf(kind)
    if (follows === 'nothing' || !own || !listed || own.amount === listed.amount || isSameRate) {
      return { kind, label, amount, ...rest }
    }
    const scaled = asCharged(amount, { charged: own.amount, listed: listed.amount, follows })
    const ofShipping = cents(Math.min(scaled, tax?.ofShipping ?? 0))
    return { kind, label, amount: signedCents(scaled), ...rest, ...(tax && { tax: { ...tax, ofShipping } }) }
  }
}

/** What is left of the waivers when `decrease` cents of them are charged after all, the latest first. */
function waiversLeft(waivers: readonly Waiver[], decrease: number): Waiver[] {
  let open = decrease
  return waivers
    .toReversed()
    .flatMap(({ label, amount }) => {
      const off = Math.min(open, amount)
      open -= off
      return off === amount ? [] : [{ label, amount: amount - off }]
    })
    .toReversed()
}

function totalOf({ lines, adjustments }: OrderContent): number {
  return subtotalOf(lines.map(({ unitPrice: price, quantity }) => ({ price, quantity }))) + sumOf(adjustments)
}

function sumOf(adjustments: readonly Adjustment[]): number {
  return adjustments.reduce((sum, { amount }) => sum + amount, 0)
}
