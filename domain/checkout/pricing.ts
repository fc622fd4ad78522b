import { addCents, cents, signedCents, type Cents } from '#domain/money.ts'
import type { Adjustment, OrderTotals } from '#domain/orders/order-total.ts'
import * as words from '#words/totals.ts'
import { taxesAt, type Destination, type Tariff } from './tariff.ts'

/**
 * What pricing needs of a cart line: catalogue price and quantity (a whole number of at least 1). `change`: another
 * unit price that staff chose, and why.
 */
export interface PricedLine {
  price: Cents
  quantity: number
  change?: { price: Cents; reason: string } | undefined
}

/** An amount between subtotal and total. `milliPercent`: the rate of a tax; null where there is none. */
export interface PricedAdjustment extends Adjustment {
  milliPercent: number | null
}

/** The totals of a cart in CAD cents; `total` is what is charged (spec 3 and 9). `itemCount` in units. */
export interface CartTotals extends OrderTotals {
  adjustments: readonly PricedAdjustment[]
  itemCount: number
}

/**
 * What a price depends on besides the lines. `destination` is null while it is unknown. `freeShipping`: staff charge no
 * shipping.
 */
export interface PriceTerms {
  destination: Destination | null
  tariff: Tariff
  freeShipping?: boolean
}

/** Price of one line. Throws a RangeError when it leaves the range of whole cents. */
export function linePrice(line: PricedLine): Cents {
  return cents(line.price * line.quantity)
}

/**
 * Prices a cart. The browser and the server share it, and no other function makes a total. Each tax is rounded once,
 * half up, on the whole subtotal with its price changes. Throws a RangeError for quantities that are not whole.
 */
export function priceCart(
  lines: readonly PricedLine[],
  { destination, tariff, freeShipping = false }: PriceTerms,
): CartTotals {
  const subtotal = addCents(lines.map(linePrice))
  const itemCount = lines.reduce((sum, line) => sum + line.quantity, 0)
  const changes = lines.flatMap(({ price, quantity, change }, linePosition): PricedAdjustment[] => {
    const amount = change === undefined ? 0 : (change.price - price) * quantity
    if (change === undefined || amount === 0) return []
    const kind = 'price-change'
    return [{ kind, label: change.reason, amount: signedCents(amount), milliPercent: null, linePosition }]
  })
  const taxed = addCents([subtotal, ...changes.map(({ amount }) => amount)])
  const taxes = taxesAt(tariff, destination).map(({ label, milliPercent }): PricedAdjustment => ({
    kind: 'tax',
    label,
    amount: cents(Math.round((taxed * milliPercent) / 100_000)),
    milliPercent,
  }))
  const shipping: PricedAdjustment = {
    kind: 'shipping',
    label: words.shipping,
    amount: itemCount > 0 && !freeShipping ? tariff.shipping : cents(0),
    milliPercent: null,
  }
  const adjustments = [...changes, ...taxes, shipping]
  const total = addCents([subtotal, ...adjustments.map(({ amount }) => amount)])
  return { subtotal, adjustments, total, itemCount }
}

/** The label of an adjustment in a cart, with the rate of a tax: `Tax (2%)` (spec 2). */
export function labelWithRate({ label, milliPercent }: PricedAdjustment): string {
  return milliPercent === null ? label : words.withRate(label, milliPercent / 1_000)
}
