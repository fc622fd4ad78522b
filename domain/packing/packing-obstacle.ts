import { findObstacle, type MoneyStanding } from '#domain/orders/allowed-actions.ts'
import type { OrderState } from '#domain/orders/order.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'

/** Why an order is not packed. `waiting`: all of its money is being refunded. */
export type PackingObstacle = 'unknown' | 'fulfilled' | 'waiting' | Exclude<OrderState, 'paid' | 'fulfilled'>

/** Why this order is not to be packed; null when it is. Any role that may pack has the same answer. */
export function packingObstacle({
  state,
  isFulfilled,
  money,
}: {
  state: OrderState
  isFulfilled: boolean
  money: MoneyStanding
}): PackingObstacle | null {
  if (isFulfilled || state === 'fulfilled') return 'fulfilled'
  const standing = { state, isFulfilled, money, isCalledOff: false, isErased: false }
  const obstacle = findObstacle('fulfil', standing, PERMISSIONS)
  if (obstacle === null) return null
  return obstacle === 'refund-waiting' || state === 'paid' ? 'waiting' : state
}

/** The obstacles as display text. */
export const PACKING_OBSTACLE_WORDS: Record<PackingObstacle, string> = {
  unknown: 'There is no such order',
  fulfilled: 'Already fulfilled',
  waiting: 'Its refund is requested',
  pending: 'Not paid',
  expired: 'Not paid',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  'refunded-in-part': 'Partially refunded',
  'needs-attention': 'Needs attention',
}
