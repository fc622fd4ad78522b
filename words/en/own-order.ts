import type { ReactNode } from 'react'

type Link = (text: string) => ReactNode

/** The shopper's page of an order. */

export const pageTitle = (number: string) => `Order ${number}`
export const description = 'Your order.'
export const placed = (number: string, day: string) => `Order ${number}, placed ${day}`

/** The state of the order. */
export const states = {
  pending: { heading: 'Waiting for your payment', next: "We haven't received your payment yet." },
  expired: {
    heading: 'Not paid in time',
    next: "We couldn't hold your items any longer, so they're back in the shop. Nothing was charged.",
  },
  cancelled: { heading: 'Cancelled', next: 'Nothing will be sent.' },
  refunded: {
    heading: 'Refunded',
    next: 'Your refund is on its way to your card. Banks usually show it within 5 to 10 business days.',
  },
  'needs-attention': {
    heading: "We're looking into it",
    next: "We're checking your payment and will email you.",
  },
}

/** How far a paid order was sent. `days`: `7 to 14 business days`. */
export const fulfilment = (days: string) => ({
  unfulfilled: {
    heading: 'Paid',
    next: `We're getting your order ready. Delivery usually takes ${days}.`,
  },
  'partially-fulfilled': {
    heading: 'Partly on its way',
    next: `Part of your order has shipped, and the rest will follow in another parcel. Delivery usually takes ${days} from the order date.`,
  },
  fulfilled: {
    heading: 'On its way',
    next: `Your order has shipped. Delivery usually takes ${days} from the order date.`,
  },
  'nothing-to-fulfil': {
    heading: 'Nothing left to send',
    next: 'Your items were refunded before they shipped.',
  },
})

/** The same for an order that is collected. */
export const pickup = (days: string) => ({
  unfulfilled: {
    heading: 'Paid',
    next: `We're getting your order ready, usually within ${days}, and will email you when you can pick it up.`,
  },
  'partially-fulfilled': {
    heading: 'Partly ready for pickup',
    next: "Part of your order is ready for pickup. We'll email you when the rest is.",
  },
  fulfilled: {
    heading: 'Ready for pickup',
    next: 'Your order is ready for pickup. Bring your order number.',
  },
  'nothing-to-fulfil': {
    heading: 'Nothing left to pick up',
    next: 'Your items were refunded before they were ready.',
  },
})

/** The customer has a part of it. By what is left: `ready` and still there, not ready yet (`later`), or `both`. */
export const partlyPickedUp = {
  ready: { heading: 'Partly picked up', next: 'The rest is ready for pickup. Bring your order number.' },
  later: { heading: 'Partly picked up', next: "We'll email you when the rest is ready." },
  both: {
    heading: 'Partly picked up',
    next: "More of your order is ready for pickup. We'll email you when the rest is.",
  },
}

/** The customer has it. */
export const pickedUp = { heading: 'Picked up', next: "You've picked up your order." }
/** After staff cancelled an order that was to be collected. */
export const cancelledPickup = { heading: 'Cancelled', next: 'There is nothing to pick up.' }

/** The same for an order whose items were handed over when it was made. */
export const inPerson = () => ({
  unfulfilled: { heading: 'Paid', next: 'Your items are waiting for you.' },
  'partially-fulfilled': {
    heading: 'Partly handed over',
    next: 'You have some of your items. The rest are waiting for you.',
  },
  fulfilled: { heading: 'All yours', next: 'You took your items with you.' },
  'nothing-to-fulfil': {
    heading: 'Nothing left to hand over',
    next: 'Your items were refunded before you took them.',
  },
})
/** The same for an order with only gift cards. */
export const byEmail = () => ({
  ...fulfilment(''),
  'nothing-to-fulfil': { heading: 'Paid', next: 'Thank you. We send each gift card by email.' },
})
export const sentByEmail = 'Sent by email'
export const handedOver = 'Handed over in person'
export const shipping = 'Shipping'
export const pickupPlace = 'Pickup'
/** Who pays the duty on a parcel that goes abroad. */
export const duty = {
  ddp: 'Import duty is paid.',
  dap: "Import duty and the carrier's fees are not included. The carrier collects them on delivery.",
}

/** After the customer data was deleted. */
export const erased = 'Your details were deleted'
export const erasedOnRequest = (day: string) =>
  `On ${day}, at your request, we deleted your name, email address, phone number, address and note from this order. We keep a record of what you bought and how much you paid.`
export const erasedUnpaid = (day: string) =>
  `This order was never paid, so on ${day} we deleted your name, email address, phone number, address and note from it.`

/** The state of a refund. */
export const refunds = {
  asked: 'On its way to your card',
  done: 'Refunded to your card',
  failed: "Your card didn't accept the refund: we'll email you",
  unconfirmed: 'On its way to your card',
}

/** After a change of the order that costs more. */
export const notFullyPaid = 'Not fully paid yet'
export const leftToPay = (amount: string) =>
  `We've changed your order, and ${amount} is left to pay before we send it.`
export const leftToPayForPickup = (amount: string) =>
  `We've changed your order, and ${amount} is left to pay before we get it ready.`
export const pay = (amount: string) => `Pay ${amount}`

export const tracking = 'Tracking'
export const trackParcel = 'Track your parcel'
export const trackOne = (number: number) => `Track parcel ${number}`
export const parcel = (number: number) => `Parcel ${number}`
export const toCome = 'Still to come'
export const taken = 'Picked up'
export const readyPart = 'Ready for pickup'
export const notReady = 'Not ready yet'
export const items = 'Your items'
export const sizeAndQuantity = (size: string, quantity: number) => `Size: ${size}, Qty: ${quantity}`
/** The same of a gift card. `to`: empty: the customer. */
export const amountAndQuantity = (amount: string, quantity: number) => `Amount: ${amount}, Qty: ${quantity}`
export const giftSent = (to: string, day: string) => `Sent to ${to || 'you'} by email on ${day}`
export const giftOn = (to: string, day: string) => `Will be sent to ${to || 'you'} by email on ${day}`
export const giftTo = (to: string) => `Will be sent to ${to || 'you'} by email`
export const emailsGoTo = 'Emails go to'
export const yourNote = 'Your note'
export const deliveryAddress = 'Delivery address'
/** What a shopper can do about damaged items, by how they get them. */
export const damaged = {
  ship: (contactPage: Link) => [
    'Something damaged or wrong? Tell us through the ',
    contactPage('contact page'),
    ' within 3 days of delivery, and include your order number.',
  ],
  pickup: (contactPage: Link) => [
    'Something damaged or wrong? Tell us through the ',
    contactPage('contact page'),
    ' within 3 days of picking it up, and include your order number.',
  ],
  'in-person': (contactPage: Link) => [
    'Something damaged or wrong? Tell us through the ',
    contactPage('contact page'),
    ' within 3 days of receiving it, and include your order number.',
  ],
}
/** Of an order of which nothing was sent, nor will be. */
export const questions = (contactPage: Link) => [
  'Any questions? Message us through the ',
  contactPage('contact page'),
  ' and include your order number.',
]
