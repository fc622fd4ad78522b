import type { FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import type { Order, OrderState } from '#domain/orders/order.ts'

/** The state of an order as shown to the shopper. */
export function orderWords(
  state: OrderState,
  fulfilment: FulfilmentStatus,
): { heading: string; next: string } {
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
      if (fulfilment === 'partially-fulfilled') {
        return {
          heading: 'Partly on its way',
          next: 'Part of your order is on its way, and the rest follows in another parcel. Delivery usually takes 7 to 14 business days from the order.',
        }
      }
      if (fulfilment === 'nothing-to-fulfil') {
        return {
          heading: 'Nothing is left to send',
          next: 'Your pieces were refunded before they were sent.',
        }
      }
      return fulfilment === 'fulfilled'
        ? { heading: 'On its way', next: 'Delivery usually takes 7 to 14 business days from the order.' }
        : {
            heading: 'Paid',
            next: 'We are getting your order ready. Delivery usually takes 7 to 14 business days.',
          }
  }
}

/** Shown to a visitor with the link after the customer data was deleted. */
export function erasureWords(
  { at, why }: NonNullable<Order['erasure']>,
  day: Intl.DateTimeFormat,
): { heading: string; next: string } {
  return {
    heading: 'Your details were deleted',
    next:
      why === 'request'
        ? `On ${day.format(at)}, at your request, we deleted your name, e-mail address, phone number, address and note from this order. What was bought and paid stays in our books.`
        : `This order was never paid, so on ${day.format(at)} we deleted your name, e-mail address, phone number, address and note from it.`,
  }
}
