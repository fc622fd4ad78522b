import { cents, type Cents } from '#domain/money.ts'
import {
  mergeChosen,
  shippedUnits,
  splitChosen,
  type ChosenUnits,
  type Shipment,
  type SplitUnits,
} from '#domain/orders/fulfilment.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import { orderLinePrice, type OrderLine } from '#domain/orders/order.ts'

/** What staff chose to refund: units of the order's lines, and its shipping. */
export interface RefundChoice {
  items: readonly ChosenUnits[]
  shipping: boolean
}

/** What earlier refunds of the order were for, by line position: `units`, and how many of them had been sent. */
export interface RefundedParts {
  units: ReadonlyMap<number, number>
  sent: ReadonlyMap<number, number>
  shipping: boolean
}

/**
 * What can still be refunded of an order, priced, in whole CAD cents. `prices` of a line: of 0, 1, 2 ... of its units
 * that were not refunded yet, with their share of the tax; `sent`: how many of those units were sent. `left`: of the
 * money, whatever it was refunded for.
 */
export interface RefundOffer {
  lines: { position: number; prices: number[]; sent: number }[]
  shipping: number
  left: number
}

/**
 * The price of a choice. `whole`: before it was limited to what is left of the money. `items`: one entry for each line,
 * with how many of its units had been sent.
 */
export type RefundPrice =
  | { kind: 'priced'; amount: Cents; whole: Cents; items: SplitUnits[] }
  | { kind: 'nothing-chosen' }
  /** More units than were not refunded yet. */
  | { kind: 'too-many-units' }

/**
 * Prices what is left of an order. Adjustments other than shipping belong to their line, or are shared among the lines
 * by price as staff changed it. Shares are differences of rounded running sums, so all parts together cost exactly what
 * was charged.
 */
export function offerRefund(
  {
    lines,
    adjustments,
    shipments,
  }: {
    lines: readonly OrderLine[]
    adjustments: readonly Adjustment[]
    shipments: readonly Pick<Shipment, 'units'>[]
  },
  refunded: RefundedParts,
  left: Cents,
): RefundOffer {
  const shipping = adjustments.filter(({ kind }) => kind === 'shipping')
  const shared = adjustments.filter(({ kind }) => kind !== 'shipping')
  const ofOrder = sumOf(shared.filter(({ linePosition }) => linePosition === undefined))
  const shipped = shippedUnits(shipments)
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
      const sent = (shipped.get(position) ?? 0) - (refunded.sent.get(position) ?? 0)
      return { position, prices: units, sent: Math.min(Math.max(0, sent), line.quantity - gone) }
    }),
    shipping: cents(refunded.shipping ? 0 : Math.max(0, sumOf(shipping))),
    left,
  }
}

/** Prices a choice, at most what is left. The dialog and the server share it. */
export function priceChoice({ lines, shipping, left }: RefundOffer, choice: RefundChoice): RefundPrice {
  const parts: number[] = choice.shipping ? [shipping] : []
  const items: SplitUnits[] = []
  for (const chosen of mergeChosen(choice.items)) {
    const line = lines.find(({ position }) => position === chosen.position)
    const price = line?.prices[chosen.quantity]
    const sent = line && splitChosen(chosen, { left: line.prices.length - 1, leftSent: line.sent })
    if (price === undefined || sent === undefined || sent === null) return { kind: 'too-many-units' }
    parts.push(price)
    items.push({ ...chosen, sent })
  }
  const whole = cents(parts.reduce((sum, price) => sum + price, 0))
  if (whole === 0) return { kind: 'nothing-chosen' }
  return { kind: 'priced', amount: cents(Math.min(whole, left)), whole, items }
}

/** Everything that is left, as a choice. */
export function chooseAll({ lines, shipping }: RefundOffer): RefundChoice {
  const items = lines.flatMap(({ position, prices, sent }) => [
    { position, quantity: prices.length - 1 - sent, sent: 0 },
    { position, quantity: sent, sent },
  ])
  return { items: items.filter(({ quantity }) => quantity > 0), shipping: shipping > 0 }
}

/** The share of `amount` that belongs to the first `upTo` of `whole`, in whole cents. */
function part(amount: number, upTo: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((amount * upTo) / whole)
}

function sumOf(parts: readonly { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}
