import type { DeliveryDays } from '#domain/checkout/shipping/delivery-days.ts'
import { clearCheckout, type CheckoutStorage } from '#web/storefront/checkout/checkout-memory.ts'
import { cartItems } from '#web/visitor/cart-totals.ts'
import { checkoutIds } from '#web/visitor/checkout-id.ts'
import { forgetCodes } from '#web/visitor/codes.ts'
import { removePaidLines } from '#web/visitor/edit-cart.ts'
import { completeLastOrder, rememberLastOrder } from '#web/visitor/last-order.ts'
import * as words from '#words/en/checkout/checkout.ts'
import { START } from '#words/en/language.ts'
import { receiptOf } from './receipt.ts'
import type { PaymentRequest } from './request-payment.ts'
import { findPaidOrder, settleCheckout, type ReturnOutcome, type SettledCheckout } from './settle-checkout.ts'

/** Why nothing was ordered, as an event of the checkout. */
type Refusal = { kind: 'failed'; message: string; isUnconfirmed: boolean }

/** Why a payment was refunded. */
function refundedFor(why: SettledCheckout['why']): Refusal {
  return { kind: 'failed', message: why ? words.overLimit : words.refunded, isUnconfirmed: false }
}

interface PaidCheckout {
  paid: PaymentRequest
  days: DeliveryDays | null
  /** The number of the order; null when the answer did not have it. */
  number: string | null
  /** Of the payment that was just made. */
  clientSecret: string
}

/**
 * Ends a paid checkout: reports the payment to the server, notes the order for the thank-you page and leaves for it.
 * Returns why it does not; null: it does. `storage`: of the cart's checkout; null: something else was paid.
 */
export async function endCheckout(
  storage: CheckoutStorage | null,
  { paid, days, number, clientSecret }: PaidCheckout,
): Promise<Refusal | null> {
  const settled = await settleCheckout({ clientSecret })
  forgetCheckout(storage)
  const notSettled = number === null ? null : { number, path: null, clientSecret }
  const order = settled?.order ? { number: settled.order.number, path: settled.order.path } : notSettled
  rememberLastOrder(order && { ...order, receipt: receiptOf(paid, days) })
  if (settled?.state === 'refunded') {
    checkoutIds.end(paid.checkoutId)
    return refundedFor(settled.why)
  }
  removePaidLines(paid.checkoutId, cartItems(paid.lines))
  location.replace(`${START}/thank-you`)
  return null
}

/** Leaves for an order that was paid elsewhere, or before. */
export function leaveForOrder(
  storage: CheckoutStorage | null,
  { number, path }: { number: string | null; path: string | null },
): void {
  if (number === null) rememberLastOrder(null)
  else completeLastOrder({ number, path, isRefunded: false, isOverLimit: false })
  forgetCheckout(storage)
  location.replace(`${START}/thank-you`)
}

/**
 * Ends a payment that led the shopper to another site and back: leaves for its order, with what was paid removed from
 * the cart, or returns why not.
 */
export async function endReturn(storage: CheckoutStorage, outcome: ReturnOutcome): Promise<Refusal | null> {
  if (outcome.kind === 'failed') return outcome
  const ofCart = checkoutIds.current()
  if (outcome.state === 'refunded') return refundedFor(outcome.why)
  const paid = ofCart === null ? null : await findPaidOrder(ofCart)
  const isOfCart = ofCart !== null && paid?.number === outcome.order.number
  if (isOfCart) removePaidLines(ofCart, paid.items)
  leaveForOrder(isOfCart ? storage : null, outcome.order)
  return null
}

function forgetCheckout(storage: CheckoutStorage | null): void {
  if (storage === null) return
  clearCheckout(storage)
  forgetCodes()
}
