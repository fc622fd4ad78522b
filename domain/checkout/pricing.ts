import { addCents, cents, type Cents } from '#domain/money.ts'
import type { Adjustment, OrderTotals } from '#domain/orders/order-total.ts'
import * as words from '#words/totals.ts'
import { taxesAt, type Destination, type Tariff } from './tariff.ts'

/** What pricing needs of a cart line: unit price and quantity (a whole number of at least 1). */
export interface PricedLine {
  price: Cents
  quantity: number
}

/** An amount between subtotal and total. `milliPercent`: the rate of a tax; null where there is none. */
export interface PricedAdjustment extends Omit<Adjustment, 'linePosition'> {
  milliPercent: number | null
}

/** The totals of a cart in CAD cents; `total` is what is charged (spec 3 and 9). `itemCount` in units. */
export interface CartTotals extends OrderTotals {
  adjustments: readonly PricedAdjustment[]
  itemCount: number
}

/** What a price depends on besides the lines. `destination` is null while it is unknown. */
export interface PriceTerms {
  destination: Destination | null
  tariff: Tariff
}

/** Price of one line. Throws a RangeError when it leaves the range of whole cents. */
export function linePrice(line: PricedLine): Cents {
  return cents(line.price * line.quantity)
}

/**
 * Prices a cart. The browser and the server share it, and no other function makes a total. Each tax is rounded once,
 * half up, on the whole subtotal. Throws a RangeError for quantities that are not whole.
 */
export function priceCart(lines: readonly PricedLine[], { destination, tariff }: PriceTerms): CartTotals {
  const subtotal = addCents(lines.map(linePrice))
  const itemCount = lines.reduce((sum, line) => sum + line.quantity, 0)
  const taxes = taxesAt(tariff, destination).map(({ label, milliPercent }): PricedAdjustment => ({
    kind: 'tax',
    label,
    amount: cents(Math.round((subtotal * milliPercent) / 100_000)),
    milliPercent,
  }))
  const shipping: PricedAdjustment = {
    kind: 'shipping',
    label: words.shipping,
    amount: itemCount > 0 ? tariff.shipping : cents(0),
    milliPercent: null,
  }
  const adjustments = [...taxes, shipping]
  const total = addCents([subtotal, ...adjustments.map(({ amount }) => amount)])
  return { subtotal, adjustments, total, itemCount }
}

/** The label of an adjustment in a cart, with the rate of a tax: `Tax (2%)` (spec 2). */
export function labelWithRate({ label, milliPercent }: PricedAdjustment): string {
  return milliPercent === null ? label : words.withRate(label, milliPercent / 1_000)
}
