import { addCents, cents, type Cents } from '#domain/money.ts'

/** A price for each unit, and how many units. */
interface Units {
  price: Cents
  quantity: number
}

/** Price of one line. Throws a RangeError when it leaves the range of whole cents. */
export function linePrice({ price, quantity }: Units): Cents {
  return cents(price * quantity)
}

/** What the lines cost before any adjustment. */
export function subtotalOf(lines: readonly Units[]): Cents {
  return addCents(lines.map(linePrice))
}
