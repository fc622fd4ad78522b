import type { DeliveryDays } from '#domain/checkout/shipping/delivery-days.ts'
import { clearCheckout, type CheckoutStorage } from '#web/storefront/checkout/checkout-memory.ts'
import { forgetCodes } from '#web/visitor/codes.ts'
import { rememberLastOrder } from '#web/visitor/last-order.ts'
import { receiptOf } from './receipt.ts'
import type { PaymentRequest } from './request-payment.ts'
import { settleCheckout } from './settle-checkout.ts'

interface PaidCheckout {
  paid: Omit<PaymentRequest, 'checkoutId'>
  days: DeliveryDays | null
  /** The number of the order; null when the answer did not have it. */
  number: string | null
  /** Of the payment that was just made. */
  clientSecret: string
}

/**
 * Ends a paid checkout: reports the payment to the server, and notes the order for the thank-you page. Returns the
 * state that the server answered with; undefined when it was not asked or did not answer.
 */
export async function endCheckout(
  storage: CheckoutStorage,
  { paid, days, number, clientSecret }: PaidCheckout,
): Promise<string | undefined> {
  const settled = await settleCheckout({ clientSecret })
  clearCheckout(storage)
  forgetCodes()
  const notSettled = number === null ? null : { number, path: null, clientSecret }
  const order = settled?.order ? { number: settled.order.number, path: settled.order.path } : notSettled
  rememberLastOrder(order && { ...order, receipt: receiptOf(paid, days) })
  return settled?.state
}
