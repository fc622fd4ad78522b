import { findObstacle, type MoneyStanding } from '#domain/orders/allowed-actions.ts'
import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import type { OrderState } from '#domain/orders/order.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'

/**
 * Why an order is not packed. `waiting`: all of its money is being refunded. `nothing-open`: all
 * items were refunded or restocked before they were sent.
 */
export type PackingObstacle =
  | 'unknown'
  | 'fulfilled'
  | 'waiting'
  | 'nothing-open'
  | Exclude<OrderState, 'paid' | 'fulfilled'>

/** Why this order is not to be packed; null when it is. Any role that may pack has the same answer. */
export function packingObstacle({
  state,
  fulfilment,
  money,
}: {
  state: OrderState
  fulfilment: FulfilmentStatus
  money: MoneyStanding
}): PackingObstacle | null {
  if (fulfilment === 'fulfilled') return 'fulfilled'
  const standing = { state, fulfilment, money, isCalledOff: false, isErased: false }
  const obstacle = findObstacle('fulfil', standing, PERMISSIONS)
  if (obstacle === null) return null
  const mayBeOpen = state === 'paid' || state === 'refunded-in-part'
  if (fulfilment === 'nothing-to-fulfil' && mayBeOpen) return 'nothing-open'
  return obstacle === 'refund-waiting' || state === 'paid' ? 'waiting' : state
}

/** The obstacles as display text. */
export const PACKING_OBSTACLE_WORDS: Record<PackingObstacle, string> = {
  unknown: 'There is no such order',
  fulfilled: 'Already fulfilled',
  waiting: 'Its refund is requested',
  'nothing-open': 'Nothing is left to send',
  pending: 'Not paid',
  expired: 'Not paid',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  'refunded-in-part': 'Partially refunded',
  'needs-attention': 'Needs attention',
}
