import type { OrderView } from '#web/views/orders/order-view.ts'

/** A warning before another refund while an earlier one is unconfirmed; empty otherwise. */
export function unsureRefund({ refunds }: OrderView): string {
  const isUnsure = refunds.some(({ state }) => state === 'unconfirmed')
  return isUnsure ? 'An earlier refund was never confirmed: look at the gateway first. ' : ''
}
