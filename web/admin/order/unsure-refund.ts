import type { OrderView } from '#web/views/orders/order-view.ts'

/** Said before more money goes back, when nobody knows whether some went back already; empty otherwise. */
export function unsureRefund({ refunds }: OrderView): string {
  const isUnsure = refunds.some(({ state }) => state === 'unconfirmed')
  return isUnsure ? 'An earlier refund was never confirmed: look at the gateway first. ' : ''
}
