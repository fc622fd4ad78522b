import { addCents, cents, signedCents, type Cents } from '#domain/money.ts'
import type { TakenOff } from '#domain/promotions/choose-promotions.ts'
import type { PromotedCart } from '#domain/promotions/conditions.ts'
import type { AmountLabel } from '#domain/orders/amount-label.ts'
import { totalRows, type Adjustment, type OrderTotals, type TotalWords } from '#domain/orders/order-total.ts'
import { dutyIn, dutyOn } from './shipping/import-duty.ts'
import { chosenMethod, weightOf, type ShippingOffer } from './shipping/shipping-methods.ts'
import { subtotalOf } from './line-price.ts'
import type { CheckoutChoices } from './checkout-choices.ts'
import { methodsTo, priceShipping } from './shipping-price.ts'
import type { Destination } from '#domain/places/place.ts'
import { placeOf, placeOfShop, taxesAt, type Tariff } from './tariff.ts'
import { priceTaxes, taxedShipping } from './taxes/price-taxes.ts'

/**
 * What pricing needs of a cart line: catalogue price and quantity (a whole number of at least 1). `change`: another
 * unit price that staff chose, and why (empty: unknown). `taxFree`: no tax is due on it. `weight`: of one unit, in
 * grams. `hsCode` and `origin`: for customs. `giftCard`: nothing of it is shipped, taxed or reduced. The rest decides
 * which promotions are for it.
 */
export interface PricedLine {
  price: Cents
  quantity: number
  change?: { price: Cents; reason: string } | undefined
  taxFree?: boolean | undefined
  weight?: number | null
  hsCode?: string
  origin?: string
  productId?: string | undefined
  size?: string | undefined
  category?: string | undefined
  isReduced?: boolean | undefined
  giftCard?: boolean | undefined
}

/**
 * An amount between subtotal and total. `milliPercent`: the rate of a tax; null where there is none. `promotion`: the
 * id of the promotion that takes it off.
 */
export interface PricedAdjustment extends Adjustment {
  milliPercent: number | null
  promotion?: string
}

/**
 * The totals of a cart in cents; gift cards pay some of `total`, the rest is charged (spec 3 and 9). `itemCount`
 * in units.
 */
export interface CartTotals extends OrderTotals {
  adjustments: readonly PricedAdjustment[]
  itemCount: number
  /** The destination is unknown: the place that the taxes are estimated for. */
  estimatedFor?: string
  /** What gift cards pay of the total, and store credit, which has no last four. */
  giftCards?: readonly { lastFour: string; amount: number }[]
}

/** What is left to pay after gift cards. */
export function leftToPay({
  total,
  giftCards = [],
}: Pick<CartTotals, 'giftCards'> & { total: number }): Cents {
  return cents(giftCards.reduce((rest, { amount }) => rest - amount, total))
}

/**
 * What a price depends on besides the lines. `destination` is null while it is unknown. `tariff`: in force at the time
 * of the order. `freeShipping`: staff charge no shipping. `promote`: what promotions take off; only the server knows.
 */
export interface PriceTerms {
  destination: Destination | null
  tariff: Tariff
  choices?: CheckoutChoices | undefined
  freeShipping?: boolean
  promote?: ((cart: PromotedCart) => readonly TakenOff[]) | undefined
}

/**
 * Prices a cart. The browser and the server share it, and no other function makes a total. Each tax is rounded once,
 * half up, on what is left of the subtotal after price changes and promotions. Shipping is priced before promotions, so
 * that none makes it dearer. Throws a RangeError for quantities that are not whole.
 */
export function priceCart(
  lines: readonly PricedLine[],
  { destination, tariff, choices, freeShipping = false, promote }: PriceTerms,
): CartTotals {
  const subtotal = subtotalOf(lines)
  const itemCount = lines.reduce((sum, line) => sum + line.quantity, 0)
  const changes = lines.flatMap(({ price, quantity, change }, linePosition): PricedAdjustment[] => {
    const amount = change === undefined ? 0 : (change.price - price) * quantity
    if (change === undefined || amount === 0) return []
    const kind = 'price-change'
    const { reason } = change
    const label: AmountLabel = reason === '' ? { kind } : { kind: 'own', name: reason }
    return [{ kind, label, amount: signedCents(amount), milliPercent: null, linePosition }]
  })
  const changedCosts = lineCosts(lines)
  const shippedLines = lines.filter(isShipped)
  const priced = priceShipping(tariff, {
    destination,
    itemCount: shippedLines.length,
    subtotal: addCents(lineCosts(shippedLines)),
    weight: weightOf(shippedLines, tariff.zones ?? { defaultWeight: 0 }),
    method: choices?.shippingMethod ?? null,
  })
  const sentTo = priced.method?.kind === 'pickup' ? placeOfShop(tariff) : destination
  const { place, estimatedFor } = placeOf(tariff, sentTo)
  const amount = freeShipping ? cents(0) : priced.amount
  const shipping: PricedAdjustment = { kind: 'shipping', label: priced.label, amount, milliPercent: null }
  const off =
    promote?.({
      lines: lines.map((line) => ({ ...line, price: line.change?.price ?? line.price })),
      shipping: { amount, method: priced.method?.id ?? null },
      country: sentTo?.country ?? null,
    }) ?? []
  const discounts = off.flatMap(discountsOf)
  const costs = changedCosts.map((cost, at) =>
    cents(off.reduce<number>((rest, one) => rest - one.lines[at]!, cost)),
  )
  const left = addCents(costs.filter((_cost, at) => isShipped(lines[at]!)))
  const sent = cents(off.reduce<number>((rest, one) => rest - one.shipping, amount))
  const taxed = costs.filter((_cost, at) => lines[at]?.taxFree !== true && isShipped(lines[at]!))
  const goods = addCents(taxed)
  const base = { goods, shipping: taxedShipping(sent, goods, left, taxed.length > 0) }
  const included = tariff.pricesIncludeTax ?? false
  const taxes = priceTaxes(taxesAt(tariff, place), base, included)
  const duties = sentTo === null ? [] : dutiesOn(lines, costs, tariff, sentTo.country)
  const shipped = [shipping, ...discounts.filter(({ kind }) => kind === 'shipping-discount')]
  const added = included ? [...shipped, ...taxes] : [...taxes, ...shipped]
  const adjustments = [
    ...changes,
    ...discounts.filter(({ kind }) => kind === 'discount'),
    ...added,
    ...duties,
  ]
  const total = addCents([subtotal, ...adjustments.map((one) => one.amount)])
  return { subtotal, adjustments, total, itemCount, ...(estimatedFor !== undefined && { estimatedFor }) }
}

/** What a promotion takes off each line, and off the shipping. */
function discountsOf({ promotion: { id, name }, lines, shipping }: TakenOff): PricedAdjustment[] {
  const label: AmountLabel = { kind: 'own', name }
  const common = { label, milliPercent: null, promotion: id }
  const ofLines = lines.flatMap((amount, linePosition): PricedAdjustment[] =>
    amount === 0 ? [] : [{ ...common, kind: 'discount', amount: signedCents(-amount), linePosition }],
  )
  if (shipping === 0) return ofLines
  return [...ofLines, { ...common, kind: 'shipping-discount', amount: signedCents(-shipping) }]
}

/** The methods that fit a cart at a destination, and the one that it is priced with. */
export function shippingOf(
  lines: readonly PricedLine[],
  { destination, tariff, choices }: PriceTerms,
): { offers: ShippingOffer[]; method: ShippingOffer | null } {
  const { zones } = tariff
  const shipped = lines.filter(isShipped)
  if (!zones || (shipped.length === 0 && lines.length > 0)) return { offers: [], method: null }
  const parcel = { subtotal: addCents(lineCosts(shipped)), weight: weightOf(shipped, zones) }
  const offers = methodsTo(destination, tariff, parcel)
  return { offers, method: chosenMethod(offers, choices?.shippingMethod ?? null) }
}

/** Whether a line has goods: a gift card is sent by mail. */
export function isShipped({ giftCard }: Pick<PricedLine, 'giftCard'>): boolean {
  return giftCard !== true
}

/** The duty on each line that the shopper pays at checkout. */
function dutiesOn(
  lines: readonly PricedLine[],
  costs: readonly Cents[],
  { zones }: Tariff,
  country: string,
): PricedAdjustment[] {
  const duty = zones ? dutyIn(zones, country) : null
  if (duty?.terms !== 'ddp') return []
  return costs.flatMap((cost, linePosition): PricedAdjustment[] => {
    const { hsCode = '', origin = '', giftCard } = lines[linePosition]!
    if (!isShipped({ giftCard })) return []
    const amount = dutyOn(duty, { hsCode, origin }, cost)
    return amount === 0
      ? []
      : [{ kind: 'duty', label: { kind: 'duty' }, amount, milliPercent: null, linePosition }]
  })
}

/** What each line costs before promotions, shipping, tax and duty. */
function lineCosts(lines: readonly PricedLine[]): Cents[] {
  return lines.map(({ price, quantity, change }) => cents((change?.price ?? price) * quantity))
}

/** The label of an adjustment in a cart, with the rate of a tax: `Tax (2%)` (spec 2). */
export function labelWithRate({ label, milliPercent }: PricedAdjustment): AmountLabel {
  return milliPercent === null ? label : { ...label, milliPercent }
}

/** A price as the shopper sees it: the rows of the totals in cents, and the note on who pays import duty. */
export interface ShownPrice {
  rows: readonly { label: string; amount: number }[]
  dutyNote: string | null
}

/** A price as the shopper sees it. Two that look the same are deeply equal. */
export function shownPrice(totals: CartTotals, dutyNote: string | null, words: TotalWords): ShownPrice {
  const rows = totalRows(totals, String, words, labelWithRate)
  return { rows: rows.map(([label, amount]) => ({ label, amount: Number(amount) })), dutyNote }
}

/** Whether two prices look the same to the shopper. */
export function isSamePrice(one: ShownPrice, other: ShownPrice): boolean {
  const words = ({ rows, dutyNote }: ShownPrice) =>
    JSON.stringify([dutyNote, rows.map(({ label, amount }) => [label, amount])])
  return words(one) === words(other)
}
