import type { OrderState } from '#domain/order.ts'

/** How the order stands, as the shopper is told. */
export function orderWords(state: OrderState, isFulfilled: boolean): { heading: string; next: string } {
  switch (state) {
    case 'pending':
      return { heading: 'Waiting for your payment', next: 'The payment has not arrived yet.' }
    case 'expired':
      return {
        heading: 'Not paid in time',
        next: 'The pieces were held for you and are back in the shop. Nothing was charged.',
      }
    case 'cancelled':
      return { heading: 'Cancelled', next: 'Nothing will be sent.' }
    case 'refunded':
      return {
        heading: 'Refunded',
        next: 'Your money goes back to your card. Banks usually show it within 5 to 10 business days.',
      }
    case 'needs-attention':
      return {
        heading: 'We are looking into it',
        next: 'Somebody here is checking your payment and will write to you.',
      }
    default:
      return isFulfilled
        ? { heading: 'On its way', next: 'Delivery usually takes 7 to 14 business days from the order.' }
        : {
            heading: 'Paid',
            next: 'We are getting your order ready. Delivery usually takes 7 to 14 business days.',
          }
  }
}
