import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import { isToBeSent, type OrderState } from '#domain/orders/order.ts'
import type { Refund } from './refund.ts'

/** The parts of an order that decide whether its customer data may be deleted. */
export interface OrderToErase {
  state: OrderState
  fulfilment: FulfilmentStatus
  refunds: readonly Pick<Refund, 'state'>[]
  disputes: readonly { state: string }[]
  balanceDue: number
  /** A gift card that was bought with it is still to be mailed to its recipient. */
  isGiftWaiting?: boolean
  /** Gift cards that were bought with it are issued once somebody has looked at it. */
  isGiftHeld?: boolean
  /** A return is to be decided, on its way or to be refunded. */
  isReturning?: boolean
}

/**
 * Why the customer data of an order cannot be deleted yet, as a sentence without a full stop; null when it can. A
 * customer who is still owed a parcel or money must stay reachable.
 */
export function erasureObstacle({
  state,
  fulfilment,
  refunds,
  disputes,
  balanceDue,
  isGiftWaiting = false,
  isGiftHeld = false,
  isReturning = false,
}: OrderToErase): string | null {
  if (state === 'pending') return 'it may still be paid: cancel it, or wait until it expires'
  if (state === 'needs-attention') return 'it needs attention: resolve it first'
  if (disputes.some((dispute) => dispute.state === 'open')) return 'its payment is disputed'
  if (refunds.some((refund) => refund.state === 'asked')) return 'a refund is on its way'
  if (refunds.some((refund) => refund.state === 'unconfirmed')) return 'a refund was never confirmed'
  if (balanceDue > 0) return 'a change to it is not paid for yet: settle that first'
  if (isGiftWaiting) return 'a gift card of it is still to be sent: send or disable it first'
  if (isGiftHeld) return 'its gift cards wait until it is looked at: release or cancel it first'
  if (isReturning) return 'a return of it is not finished: refund or decline it first'
  if (!isToBeSent(state, fulfilment)) return null
  return fulfilment === 'unfulfilled'
    ? 'it is paid but not sent: fulfil or cancel it first'
    : 'part of it is still to be sent: fulfil or refund that first'
}
