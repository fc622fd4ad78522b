import { signedCents } from '#domain/money.ts'
import type { CartItem } from '#domain/checkout/cart.ts'
import type { OrderLine } from '#domain/orders/order.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'
import { splitShares, unitsOf, type UnitsByLine, type UnitShare } from '#domain/orders/unit-shares.ts'
import { changedLines, type NewProduct } from '#domain/refunds/item-change.ts'
import type { RefundedParts, SharedContent } from '#domain/refunds/order-parts.ts'
import { repriceOrder } from '#domain/refunds/reprice-order.ts'

/** Units of a line that came back, and what is sent for them. */
export interface Exchange {
  position: number
  to: CartItem
}

type Content = Required<SharedContent>

/**
 * An order in which units of a line are of another size of the same product: they cost what they cost, to the cent,
 * whatever the product costs today. Null: the line has fewer units that were not refunded.
 */
export function exchangeSize(
  content: Content,
  { position, to }: Exchange,
  refunded: RefundedParts,
): Content | null {
  const { lines, adjustments, shares } = content
  const { quantity, size } = to
  const line = lines[position]
  const moved = exchangedUnits(content, { position, to }, refunded)
  if (line === undefined || moved === null) return null
  if (line.size === size) return content
  if (quantity === line.quantity) return { ...content, lines: lines.with(position, onTheShelf(line, to)) }
  const place = lines.length
  const { kept, open } = splitShares(shares, { units: new Map([[position, moved]]), shipping: false })
  const places = new Map<number, number>()
  const after: Adjustment[] = [...adjustments]
  for (const [at, one] of adjustments.entries()) {
    const own = kept.filter(({ adjustment }) => adjustment === at)
    if (one.linePosition !== position || own.length === 0) continue
    const part = { amount: sumOf(own, ({ amount }) => amount), waived: sumOf(own, ({ waived }) => waived) }
    after[at] = less(one, part)
    places.set(at, after.length)
    after.push({
      ...less(one, { amount: one.amount - part.amount, waived: waivedOf(one) - part.waived }),
      linePosition: place,
    })
  }
  const there = kept.map((share): UnitShare => ({
    ...share,
    position: place,
    adjustment: share.adjustment === null ? null : (places.get(share.adjustment) ?? share.adjustment),
  }))
  return {
    lines: [...lines.with(position, { ...line, quantity: line.quantity - quantity }), onTheShelf(line, to)],
    adjustments: after,
    shares: [...open, ...there],
  }
}

/**
 * An order in which units of a line are of another product: those cost what the product costs today, with what the
 * promotions and rates of the order make of it. All other units, and the shipping, stay as they are. Null: the line has
 * fewer units that were not refunded.
 */
export function exchangeProduct(
  content: Content,
  exchange: Exchange & { product: NewProduct },
  { refunded, ...terms }: Omit<Parameters<typeof repriceOrder>[1], 'lines' | 'changes'>,
): Content | null {
  const { position, to, product } = exchange
  const line = content.lines[position]
  const moved = exchangedUnits(content, exchange, refunded)
  if (line === undefined || moved === null) return null
  const { lines, changes } = changedLines(content, { position, quantity: to.quantity, to }, line, product)
  const units: UnitsByLine = new Map(
    content.lines.map((_line, at) => [
      at,
      unitsOf(content.shares, at).filter((unit) => at !== position || !moved.includes(unit)),
    ]),
  )
  const kept = { ...refunded, units: new Map([...units].filter(([, of]) => of.length > 0)), shipping: true }
  const {
    lines: after,
    adjustments,
    shares,
  } = repriceOrder(content, { ...terms, lines, changes, refunded: kept })
  return { lines: after, adjustments, shares }
}

function onTheShelf(line: OrderLine, to: CartItem): OrderLine {
  return { ...line, ...to, shipsOn: undefined, isAwaited: undefined, restocked: 0, restockedSent: 0 }
}

/** The units of a line that are exchanged: the last of those that were not refunded. */
function exchangedUnits(
  { shares }: Content,
  { position, to }: Exchange,
  { units }: RefundedParts,
): number[] | null {
  const gone = new Set(units.get(position))
  const open = unitsOf(shares, position).filter((unit) => !gone.has(unit))
  return to.quantity <= open.length ? open.slice(open.length - to.quantity) : null
}

function less(one: Adjustment, part: { amount: number; waived: number }): Adjustment {
  const { waived } = one
  const amount = signedCents(one.amount - part.amount)
  return waived
    ? { ...one, amount, waived: { ...waived, amount: waived.amount - part.waived } }
    : { ...one, amount }
}

function waivedOf({ waived }: Adjustment): number {
  return waived?.amount ?? 0
}

function sumOf(shares: readonly UnitShare[], of: (share: UnitShare) => number): number {
  return shares.reduce((sum, share) => sum + of(share), 0)
}
