import type { Order } from '#domain/orders/order.ts'
import type { ReturnRules } from '#domain/settings/returns.ts'
import { FAULTS, type ReturnReason, type ReviewReason } from './return.ts'

const DAY_MS = 86_400_000

type Received = Pick<Order, 'delivery' | 'shipments' | 'pickups'>

/** When the customer got the last of an order, in epoch milliseconds; null: they got nothing yet. */
export function receivedAt(
  { delivery, shipments, pickups }: Received,
  { transitDays }: Pick<ReturnRules, 'transitDays'>,
): number | null {
  const times = (delivery === 'pickup' ? pickups : shipments).map(({ at }) => at)
  if (times.length === 0) return null
  return Math.max(...times) + (delivery === 'ship' ? transitDays * DAY_MS : 0)
}

/** Until when a return of an order can be asked for without staff, in epoch milliseconds. */
export function lastReturnDay(order: Received, rules: Pick<ReturnRules, 'days' | 'transitDays'>): number {
  return (receivedAt(order, rules) ?? 0) + rules.days * DAY_MS
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
  order: Received & Pick<Order, 'lines' | 'adjustments' | 'shares' | 'customer'>,
  units: readonly { position: number; reason: ReturnReason }[],
  rules: ReturnRules,
  now: number,
): ReviewReason[] {
  const { country } = order.customer
  const isFaulty = units.some(({ reason }) => FAULTS.includes(reason))
  const isFinal = units.some(
    ({ position, reason }) => !FAULTS.includes(reason) && isFinalSale(order, position, rules),
  )
  return [
    ...(now > lastReturnDay(order, rules) ? (['late'] as const) : []),
    ...(isFinal ? (['final'] as const) : []),
    ...(rules.countries.length > 0 && !rules.countries.includes(country) ? (['country'] as const) : []),
    ...(isFaulty ? (['faulty'] as const) : []),
  ]
}
