import { cents, type Cents } from '#domain/money.ts'

/** What the shop adds to a cart. The one place an owner changes these numbers (spec 9). */
export const PRICING = {
  /** Tax in thousandths of a percent: 2000 is 2 %. */
  taxMilliPercent: 2_000,
  /** Flat shipping once the cart holds anything. */
  shipping: cents(25_00),
} as const

/** What pricing needs of a cart line: price of one piece, and how many (a whole number of at least 1). */
export interface PricedLine {
  price: Cents
  quantity: number
}

/** The totals of a cart in CAD cents; `total` is what is charged (spec 3 and 9). `itemCount` in pieces. */
export interface CartTotals {
  subtotal: Cents
  tax: Cents
  shipping: Cents
  total: Cents
  itemCount: number
}

/** Price of one line. Throws a RangeError when it leaves the range of whole cents. */
export function linePrice(line: PricedLine): Cents {
  return cents(line.price * line.quantity)
}

/**
 * Prices a cart: the same function in the browser and on the server, and the only one that makes a total.
 * Tax is rounded once, half up, on the whole subtotal. Throws a RangeError for quantities that are not whole.
 */
export function priceCart(lines: readonly PricedLine[]): CartTotals {
  const subtotal = cents(lines.reduce((sum, line) => sum + linePrice(line), 0))
  const tax = cents(Math.round((subtotal * PRICING.taxMilliPercent) / 100_000))
  const itemCount = lines.reduce((sum, line) => sum + line.quantity, 0)
  const shipping = itemCount > 0 ? PRICING.shipping : cents(0)
  return { subtotal, tax, shipping, total: cents(subtotal + tax + shipping), itemCount }
}
