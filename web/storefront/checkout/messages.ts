import type { LineLimit } from '#web/visitor/reprice.ts'

/** The error messages of the checkout (spec 5 and 8), and a few that the spec does not define. */
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
  nothingCharged: 'Nothing was charged.',
  unsure: 'We cannot tell yet whether your card was charged. Press Pay Now again: you never pay twice.',
  refunded: 'This sold out before your payment arrived. The whole amount is on its way back to your card.',
} as const

/** Shown at a line whose quantity is more than one order may have. */
export function orderLimitMessage({ most, allowed }: LineLimit): string {
  return allowed === most
    ? `You can order up to ${most} of this at once.`
    : `You can order up to ${most} of this at once, all sizes together.`
}

/** The same limit, shown above Pay Now. `name` is the name of the line. */
export function orderLimitRefusal({ most }: LineLimit, name: string): string {
  return `You can order up to ${most} of ${name} at once. Change it in the order summary and press Pay Now again.`
}

/** Shown when the server's total differs from the one that the shopper agreed to. `total` as displayed. */
export function totalChangedMessage(total: string): string {
  return `The total changed to ${total}. Check it and press Pay Now again.`
}

/**
 * An error with a sentence about the money after it, unless it has one. `isUnsure`: the answer about the payment was
 * lost.
 */
export function withMoney(message: string, isUnsure = false): string {
  if (/charged|back to your card/.test(message)) return message
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`
  return `${sentence} ${isUnsure ? CHECKOUT_MESSAGES.unsure : CHECKOUT_MESSAGES.nothingCharged}`
}
