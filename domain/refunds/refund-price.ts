import { cents, type Cents } from '#domain/money.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import { orderLinePrice, type OrderLine } from '#domain/orders/order.ts'

/** Units of one order line, by its position. */
interface LineUnits {
  position: number
  quantity: number
}

/** What staff chose to refund: units of the order's lines, and its shipping. */
export interface RefundChoice {
  items: readonly LineUnits[]
  shipping: boolean
}

/** What earlier refunds of the order were for. `units`: by line position. */
export interface RefundedParts {
  units: ReadonlyMap<number, number>
  shipping: boolean
}

/**
 * What can still be refunded of an order, priced, in whole CAD cents. `prices` of a line: of 0, 1, 2 ... of its units
 * that were not refunded yet, with their share of the tax. `left`: of the money, whatever it was refunded for.
 */
export interface RefundOffer {
  lines: { position: number; prices: number[] }[]
  shipping: number
  left: number
}

/** The price of a choice. `whole`: before it was limited to what is left of the money. */
export type RefundPrice =
  | { kind: 'priced'; amount: Cents; whole: Cents }
  | { kind: 'nothing-chosen' }
  /** More units than were not refunded yet. */
  | { kind: 'too-many-units' }

/**
 * Prices what is left of an order. Adjustments other than shipping belong to their line, or are shared among the lines
 * by price as staff changed it. Shares are differences of rounded running sums, so all parts together cost exactly what
 * was charged.
 */
export function offerRefund(
  { lines, adjustments }: { lines: readonly OrderLine[]; adjustments: readonly Adjustment[] },
  refunded: RefundedParts,
  left: Cents,
): RefundOffer {
  const shipping = adjustments.filter(({ kind }) => kind === 'shipping')
  const shared = adjustments.filter(({ kind }) => kind !== 'shipping')
  const ofOrder = sumOf(shared.filter(({ linePosition }) => linePosition === undefined))
  const ofLine = (position: number) => shared.filter(({ linePosition }) => linePosition === position)
  const prices = lines.map(
    (line, position) =>
      orderLinePrice(line) + sumOf(ofLine(position).filter(({ kind }) => kind === 'price-change')),
  )
  const subtotal = prices.reduce((sum, price) => sum + price, 0)
  let before = 0
  return {
    lines: lines.map((line, position) => {
      const price = prices[position] ?? 0
      const share = part(ofOrder, before + price, subtotal) - part(ofOrder, before, subtotal)
      before += price
      const own = sumOf(ofLine(position).filter(({ kind }) => kind !== 'price-change'))
      const whole = Math.max(0, price + own + share)
      const gone = Math.min(line.quantity, refunded.units.get(position) ?? 0)
      const units = Array.from({ length: line.quantity - gone + 1 }, (_, more) =>
        cents(part(whole, gone + more, line.quantity) - part(whole, gone, line.quantity)),
      )
      return { position, prices: units }
    }),
    shipping: cents(refunded.shipping ? 0 : Math.max(0, sumOf(shipping))),
    left,
  }
}

/** Prices a choice, at most what is left. The dialog and the server share it. */
export function priceChoice({ lines, shipping, left }: RefundOffer, choice: RefundChoice): RefundPrice {
  const wanted = new Map<number, number>()
  for (const { position, quantity } of choice.items) {
    wanted.set(position, (wanted.get(position) ?? 0) + quantity)
  }
  const parts: number[] = choice.shipping ? [shipping] : []
  for (const [position, quantity] of wanted) {
    const price = lines.find((line) => line.position === position)?.prices[quantity]
    if (price === undefined) return { kind: 'too-many-units' }
    parts.push(price)
  }
  const whole = cents(parts.reduce((sum, price) => sum + price, 0))
  if (whole === 0) return { kind: 'nothing-chosen' }
  return { kind: 'priced', amount: cents(Math.min(whole, left)), whole }
}

/** Everything that is left, as a choice. */
export function chooseAll({ lines, shipping }: RefundOffer): RefundChoice {
  const items = lines.map(({ position, prices }) => ({ position, quantity: prices.length - 1 }))
  return { items: items.filter(({ quantity }) => quantity > 0), shipping: shipping > 0 }
}

/** The share of `amount` that belongs to the first `upTo` of `whole`, in whole cents. */
function part(amount: number, upTo: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((amount * upTo) / whole)
}

function sumOf(parts: readonly { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}
