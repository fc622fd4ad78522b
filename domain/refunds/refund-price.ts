import { cents, type Cents } from '#domain/money.ts'
import {
  mergeChosen,
  shippedUnits,
  splitChosen,
  type ChosenUnits,
  type Shipment,
  type SplitUnits,
} from '#domain/orders/fulfilment.ts'
import { orderParts, type RefundedParts, type SharedContent } from './order-parts.ts'

/** What staff chose to refund: units of the order's lines, and its shipping. */
export interface RefundChoice {
  items: readonly ChosenUnits[]
  shipping: boolean
}

/**
 * What can still be refunded of an order, priced, in whole cents. `prices` of a line: of 0, 1, 2 ... of its units
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
 * Prices what is left of an order: the sum of its parts (`order-parts.ts`), so that all refunds together cost exactly
 * what was charged.
 */
export function offerRefund(
  { shipments, ...content }: SharedContent & { shipments: readonly Pick<Shipment, 'units'>[] },
  refunded: RefundedParts,
  left: Cents,
): RefundOffer {
  const shipped = shippedUnits(shipments)
  const charged = orderParts(content, refunded).filter(({ contained }) => !contained)
  return {
    lines: content.lines.map((_line, position) => {
      const [first, ...more] = charged.map(({ lines }) => lines[position]!)
      const all = first!.map((sum, units) => more.reduce((so, sums) => so + sums[units]!, sum))
      const isBelowZero = all.at(-1)! < 0
      const sent = (shipped.get(position) ?? 0) - (refunded.sent.get(position) ?? 0)
      return {
        position,
        prices: all.map((price) => cents(isBelowZero ? 0 : Math.max(0, price))),
        sent: Math.min(Math.max(0, sent), all.length - 1),
      }
    }),
    shipping: cents(
      Math.max(
        0,
        charged.reduce((sum, part) => sum + part.shipping, 0),
      ),
    ),
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
