import type { ReactNode } from 'react'

/** The shopper's page of an order. */

export const pageTitle = (number: string) => `Order ${number}`
export const description = 'Your order.'
export const placed = (number: string, day: string) => `Order ${number}, placed ${day}`

/** The state of the order. */
export const states = {
  pending: { heading: 'Waiting for your payment', next: "Your payment hasn't arrived yet." },
  expired: {
    heading: 'Not paid in time',
    next: 'We held your items for you, and they are now back in the shop. Nothing was charged.',
  },
  cancelled: { heading: 'Cancelled', next: 'Nothing will be sent.' },
  refunded: {
    heading: 'Refunded',
    next: 'Your money is going back to your card. Banks usually show it within 5 to 10 business days.',
  },
  'needs-attention': {
    heading: "We're looking into it",
    next: "We're checking your payment and will email you.",
  },
}

/** How far a paid order was sent. */
export const fulfilment = {
  unfulfilled: {
    heading: 'Paid',
    next: "We're getting your order ready. Delivery usually takes 7 to 14 business days.",
  },
  'partially-fulfilled': {
    heading: 'Partly on its way',
    next: 'Part of your order has shipped, and the rest follows in another parcel. Delivery usually takes 7 to 14 business days from the order date.',
  },
  fulfilled: {
    heading: 'On its way',
    next: 'Your order has shipped. Delivery usually takes 7 to 14 business days from the order date.',
  },
  'nothing-to-fulfil': {
    heading: 'Nothing left to send',
    next: 'Your items were refunded before they shipped.',
  },
}

/** After the customer data was deleted. */
export const erased = 'Your details were deleted'
export const erasedOnRequest = (day: string) =>
  `On ${day}, at your request, we deleted your name, email address, phone number, address and note from this order. What you bought and paid stays in our records.`
export const erasedUnpaid = (day: string) =>
  `This order was never paid, so on ${day} we deleted your name, email address, phone number, address and note from it.`

/** The state of a refund. */
export const refunds = {
  asked: 'On its way back to your card',
  done: 'Returned to your card',
  failed: "Your card didn't accept it: we'll email you",
  unconfirmed: 'On its way back to your card',
}

export const tracking = 'Tracking'
export const trackParcel = 'Track your parcel'
export const trackOne = (number: number) => `Track parcel ${number}`
export const parcel = (number: number) => `Parcel ${number}`
export const toCome = 'Still to come'
export const items = 'Your items'
export const sizeAndQuantity = (size: string, quantity: number) => `Size: ${size}, Qty: ${quantity}`
export const deliveryAddress = 'Delivery address'
export const damaged = (contactPage: (text: string) => ReactNode) => (
  <>
    Something damaged or wrong? Tell us within 3 days of delivery on the {contactPage('contact page')}, with
    your order number.
  </>
)
