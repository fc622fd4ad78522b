import type { Order } from '#domain/orders/order.ts'
import type { ReturnRules } from '#domain/settings/returns.ts'
import { FAULTS, type Return, type ReturnReason, type ReviewReason } from './return.ts'

const DAY_MS = 86_400_000

type Received = Pick<Order, 'delivery' | 'shipments' | 'pickups' | 'lines'>
type EarlierReturns = readonly Pick<Return, 'state' | 'closedAt' | 'units'>[]

/**
 * When the customer got the last of an order, in epoch milliseconds, as it counts for one of its lines; null: they got
 * nothing yet. What an exchange sent counts for its own line only.
 */
function receivedAt(
  { delivery, shipments, pickups, lines }: Received,
  position: number,
  { returns, transitDays }: { returns: EarlierReturns } & Pick<ReturnRules, 'transitDays'>,
): number | null {
  const exchanges = returns.filter(({ state }) => state === 'exchanged')
  const firstExchange = Math.min(...exchanges.map(({ closedAt }) => closedAt ?? Infinity))
  const instead = exchanges.flatMap(({ units }) => units.flatMap(({ exchange }) => exchange ?? []))
  const isInstead = (at: number) =>
    instead.some(({ productId, size }) => lines[at]?.productId === productId && lines[at].size === size)
  const times = (delivery === 'pickup' ? pickups : shipments)
    .filter(
      ({ at, units }) =>
        at <= firstExchange || units.some((unit) => unit.position === position || !isInstead(unit.position)),
    )
    .map(({ at }) => at)
  if (times.length === 0) return null
  return Math.max(...times) + (delivery === 'ship' ? transitDays * DAY_MS : 0)
}

/**
 * Until when a return of units of a line can be asked for without staff, in epoch milliseconds. `returns`: those of the
 * order.
 */
export function lastReturnDay(
  order: Received,
  position: number,
  { days, ...terms }: { returns: EarlierReturns } & Pick<ReturnRules, 'days' | 'transitDays'>,
): number {
  return (receivedAt(order, position, terms) ?? 0) + days * DAY_MS
}

/** Whether a line was final sale: by its product, or by a promotion that lowered its price. */
export function isFinalSale(
  { lines, adjustments, shares }: Pick<Order, 'lines' | 'adjustments' | 'shares'>,
  position: number,
  { finalProducts, finalPromotions }: Pick<ReturnRules, 'finalProducts' | 'finalPromotions'>,
): boolean {
  const isOfPromotion = shares.some((share) => {
    const of = share.adjustment === null ? undefined : adjustments[share.adjustment]
    const name = of?.kind === 'discount' ? of.label.name : undefined
    return (
      share.position === position &&
      share.amount !== 0 &&
      name !== undefined &&
      finalPromotions.includes(name)
    )
  })
  return isOfPromotion || finalProducts.includes(lines[position]!.productId)
}

/** Why staff have to decide about a return of these units; empty: the rules allow it. */
export function reviewReturn(
  order: Received & Pick<Order, 'adjustments' | 'shares' | 'customer'>,
  units: readonly { position: number; reason: ReturnReason }[],
  { rules, returns, now }: { rules: ReturnRules; returns: EarlierReturns; now: number },
): ReviewReason[] {
  const { country } = order.customer
  const isFaulty = units.some(({ reason }) => FAULTS.includes(reason))
  const isFinal = units.some(
    ({ position, reason }) => !FAULTS.includes(reason) && isFinalSale(order, position, rules),
  )
  const isLate = units.some(({ position }) => now > lastReturnDay(order, position, { returns, ...rules }))
  return [
    ...(isLate ? (['late'] as const) : []),
    ...(isFinal ? (['final'] as const) : []),
    ...(rules.countries.length > 0 && !rules.countries.includes(country) ? (['country'] as const) : []),
    ...(isFaulty ? (['faulty'] as const) : []),
  ]
}
