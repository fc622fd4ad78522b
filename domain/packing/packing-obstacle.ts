import { findObstacle, type MoneyStatus } from '#domain/orders/allowed-actions.ts'
import type { Cents } from '#domain/money.ts'
import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import { pickupStatus, type Delivery, type OrderState } from '#domain/orders/order.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'

/**
 * Why an order is not packed. `waiting`: all of its money is being refunded. `nothing-open`: all items were refunded or
 * restocked before they were sent. `on-hold`: it waits until staff release it. `in-batch`: it is in another batch.
 * `balance-due`: a change of the order is not paid. `pickup`: it has no tracking number. `ready`, `partly-picked-up`,
 * `picked-up`: all of an order for pickup is ready, or the customer has some or all of it.
 */
export type PackingObstacle =
  | 'unknown'
  | 'fulfilled'
  | 'ready'
  | 'partly-picked-up'
  | 'picked-up'
  | 'waiting'
  | 'nothing-open'
  | 'balance-due'
  | 'on-hold'
  | 'in-batch'
  | 'pickup'
  | Exclude<OrderState, 'paid' | 'fulfilled'>

/** Why this order is not to be packed; null when it is. Any role that may pack has the same answer. */
export function packingObstacle({
  state,
  fulfilment,
  money,
  balanceDue,
  isOnHold = false,
  delivery = 'ship',
  pickedUpAt = null,
  hasPickups = false,
}: {
  state: OrderState
  fulfilment: FulfilmentStatus
  money: MoneyStatus
  balanceDue: Cents
  isOnHold?: boolean
  delivery?: Delivery
  pickedUpAt?: number | null
  hasPickups?: boolean
}): PackingObstacle | null {
  if (fulfilment === 'fulfilled' && delivery === 'pickup') {
    const pickup = pickupStatus({ fulfilment, pickedUpAt, hasPickups })
    return pickup === 'not-picked-up' ? 'ready' : pickup
  }
  if (fulfilment === 'fulfilled') return 'fulfilled'
  const status = { state, fulfilment, money, balanceDue, isOnHold, wasCancelled: false, isErased: false }
  const obstacle = findObstacle('fulfil', status, PERMISSIONS)
  if (obstacle === null) return null
  if (obstacle === 'balance-due' || obstacle === 'on-hold') return obstacle
  const mayBeOpen = state === 'paid' || state === 'refunded-in-part'
  if (fulfilment === 'nothing-to-fulfil' && mayBeOpen) return 'nothing-open'
  return obstacle === 'refund-waiting' || state === 'paid' ? 'waiting' : state
}

/** The obstacles as display text. */
export const PACKING_OBSTACLE_WORDS: Record<PackingObstacle, string> = {
  unknown: 'There is no such order',
  fulfilled: 'Already fulfilled',
  ready: 'Ready for pickup',
  'partly-picked-up': 'Partly picked up',
  'picked-up': 'Picked up',
  waiting: 'A refund has been requested',
  'nothing-open': 'Nothing is left to pack',
  'balance-due': 'A change to it is not paid for yet',
  'on-hold': 'On hold',
  'in-batch': 'In another batch',
  pickup: 'For pickup, without a tracking number',
  pending: 'Not paid',
  expired: 'Not paid',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  'refunded-in-part': 'Partially refunded',
  'needs-attention': 'Needs attention',
}
