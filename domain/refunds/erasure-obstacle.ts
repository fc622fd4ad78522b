import type { OrderState } from '#domain/orders/order.ts'
import type { Refund } from './refund.ts'

/** How far an order has come, as far as it matters for deleting whose it is. */
export interface OrderInHand {
  state: OrderState
  isSent: boolean
  refunds: readonly Pick<Refund, 'state'>[]
  disputes: readonly { state: string }[]
}

/**
 * Why the customer cannot be taken out of an order yet, without a full stop; null when nothing stands against
 * it. Whoever is still owed a parcel or money must be found until then.
 */
export function erasureObstacle({ state, isSent, refunds, disputes }: OrderInHand): string | null {
  if (state === 'pending') return 'it may still be paid: cancel it, or wait until it expires'
  if (state === 'needs-attention') return 'it needs attention: resolve it first'
  if (disputes.some((dispute) => dispute.state === 'open')) return 'its payment is disputed'
  if (refunds.some((refund) => refund.state === 'asked')) return 'a refund of it is on its way'
  if (refunds.some((refund) => refund.state === 'unconfirmed')) return 'a refund of it was never confirmed'
  if (!isSent && (state === 'paid' || state === 'refunded-in-part'))
    return 'it is paid and not sent: fulfil or cancel it first'
  return null
}
