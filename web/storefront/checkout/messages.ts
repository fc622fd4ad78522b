import type { LineLimit } from '#web/visitor/reprice.ts'

/** The error catalogue of the checkout (spec 5 and 8), and the few words it is silent on. */
export const CHECKOUT_MESSAGES = {
  noSecret: 'Failed to get payment secret',
  noCardBox: 'Card element not found',
  notSucceeded: 'Payment not successful',
  noMessage: 'Payment failed, please try again.',
  noCardEntry: 'The card entry could not be loaded. Check your connection.',
  cardIncomplete: 'Complete your card details.',
  tooMany: 'Too many tries. Wait a moment and press Pay Now again.',
  busy: 'Very many people are ordering right now. Yours is tried again by itself.',
  stillBusy:
    'Very many people are ordering right now. Nothing was charged. Wait a moment and press Pay Now again.',
  asking: 'The shop has not said yet whether your order is written. It is asked again.',
  stillUnknown:
    'The shop could not say whether your order is written. Nothing was charged. Press Pay Now again: it is not ordered twice.',
  refunded: 'This sold out before your payment arrived. The whole amount is on its way back to your card.',
} as const

/** Said at a line of which one order may not have as many as the cart holds. */
export function orderLimitMessage({ most, allowed }: LineLimit): string {
  return allowed === most
    ? `You can order up to ${most} of this at once.`
    : `You can order up to ${most} of this at once, all sizes together.`
}

/** The same above Pay Now, where it does not stand beside the line. `name` as the line is named. */
export function orderLimitRefusal({ most }: LineLimit, name: string): string {
  return `You can order up to ${most} of ${name} at once. Change it in the order summary and press Pay Now again.`
}

/** Said when the server's total is another than the one the shopper agreed to. `total` as it is shown to them. */
export function totalChangedMessage(total: string): string {
  return `The total changed to ${total}. Check it and press Pay Now again.`
}
