import { names } from '#words/en/countries.ts'
import { LANGUAGE as language } from '#words/en/language.ts'
import { ships } from '#words/en/preorder.ts'
export const LANGUAGE = language
export const countryNames = names
/** The emails to customers about their orders. */

const bankDays = 'Banks usually show it within 5 to 10 business days.'

export const seeOrder = 'See your order'
export const deliveryAddress = 'Delivery address'
export const yourNote = 'Your note'
export const line = (quantity: number, name: string) => `${quantity}x ${name}`
export const lineName = (name: string, size: string) => `${name} (Size: ${size})`
/** The same of what is sold before it is made. */
export const preordered = (item: string, day: string) => `${item}. ${ships(day)}`
/** The same of a gift card. */
export const giftName = (name: string, amount: string) => `${name} (Amount: ${amount})`
export const giftTo = (name: string) => `For ${name}, by email`
export const giftOn = (name: string, day: string) => `For ${name}, by email on ${day}`

export const greeting = (name: string) => `Hi ${name},`
export const greetingWithoutName = 'Hi,'

export const testSubject = (subject: string) => `[TEST] ${subject}`
export const testOrder = 'This is a test order: no money was taken, and nothing will ship.'
export const testPickup = 'This is a test order: no money was taken, and there is nothing to pick up.'

export const confirmed = {
  subject: (number: string) => `Your Redemption order ${number}`,
  heading: 'Thanks for your order!',
  received: (number: string) => `We've received your order ${number} and are getting it ready.`,
  /** `days`: `7 to 14 business days`. */
  delivery: (days: string) => `Delivery usually takes ${days}.`,
  pickup: (days: string) => `We'll email you when it's ready for pickup, usually within ${days}.`,
  /** The customer took the items along. */
  receipt: (number: string) => `This is your receipt for order ${number}, which you took with you.`,
  /** There are only gift cards. */
  ofGifts: (number: string) => `This is your receipt for order ${number}. Gift cards are sent by email.`,
}

export const shipped = {
  subject: (number: string) => `Your Redemption order ${number} is on its way`,
  heading: 'Your order is on its way',
  /** `carrier` is empty when staff entered none. */
  sent: (number: string, carrier: string) =>
    carrier === ''
      ? `Your order ${number} has shipped.`
      : `Your order ${number} has shipped with ${carrier}.`,
  /** `days`: `7 to 14 business days`. */
  delivery: (days: string) =>
    `Delivery usually takes ${days} from the order date. If anything is damaged or wrong, tell us within 3 days of delivery.`,
}

/** The same for an order that the customer collects. */
export const ready = {
  subject: (number: string) => `Your Redemption order ${number} is ready for pickup`,
  heading: 'Your order is ready for pickup',
  sent: (number: string) => `Your order ${number} is ready for pickup.`,
  subjectOfPart: (number: string) => `Part of your Redemption order ${number} is ready for pickup`,
  headingOfPart: 'Part of your order is ready for pickup',
  sentPart: (number: string) => `Part of your order ${number} is ready for pickup.`,
  /** `items`: `2 x Crew Sock, M; 1 x Street Tee, S`. */
  rest: (items: string) => `We'll email you when the rest is ready: ${items}.`,
  subjectOfRest: (number: string) => `The rest of your Redemption order ${number} is ready for pickup`,
  headingOfRest: 'The rest of your order is ready for pickup',
  sentRest: (number: string) => `The rest of your order ${number} is ready for pickup.`,
  completes: 'This completes your order.',
  bring: 'Bring your order number. If anything is damaged or wrong, tell us within 3 days of picking it up.',
}

/** The customer has it. */
export const pickedUp = {
  subject: (number: string) => `You've picked up your Redemption order ${number}`,
  heading: "You've picked up your order",
  done: (number: string) => `You've picked up order ${number}. Enjoy it!`,
  subjectOfPart: (number: string) => `You've picked up part of your Redemption order ${number}`,
  headingOfPart: "You've picked up part of your order",
  donePart: (number: string) => `You've picked up part of order ${number}. Enjoy it!`,
  /** `items`: `2 x Crew Sock, M; 1 x Street Tee, S`. */
  waiting: (items: string) => `Ready and waiting for you: ${items}.`,
  rest: (items: string) => `We'll email you when the rest is ready: ${items}.`,
  subjectOfRest: (number: string) => `You've picked up the rest of your Redemption order ${number}`,
  headingOfRest: "You've picked up the rest of your order",
  doneRest: (number: string) => `You've picked up the rest of order ${number}. Enjoy it!`,
  wrong: 'If anything is damaged or wrong, tell us within 3 days.',
}

/** Who pays the duty on a parcel that goes abroad. */
export const duty = {
  ddp: "You paid the import duty with this order: the carrier shouldn't charge you for it again.",
  dap: "Import duty and the carrier's fees are not included in what you paid. The carrier collects them on delivery.",
}

export const shippingMethod = 'Shipping'
export const pickupPlace = 'Pickup'
export const tracking = {
  subject: (number: string) => `New tracking for your Redemption order ${number}`,
  heading: 'Your tracking has changed',
  changed: (number: string) =>
    `The tracking for order ${number} has changed. Please use these details instead of any we sent before.`,
  changedOfParcel: (number: string) =>
    `The tracking for this parcel of order ${number} has changed. Please use these details instead of any we sent before.`,
  carrier: 'Carrier',
  number: 'Tracking number',
  link: 'Track it at',
}

/** A parcel that is not the whole order. */
export const shippedPart = {
  subject: (number: string) => `Part of your Redemption order ${number} is on its way`,
  heading: 'Part of your order is on its way',
  sent: (number: string, carrier: string) =>
    carrier === ''
      ? `Part of your order ${number} has shipped.`
      : `Part of your order ${number} has shipped with ${carrier}.`,
  /** `items`: `2 x Crew Sock, M; 1 x Street Tee, S`. */
  rest: (items: string) => `The rest will follow in another parcel: ${items}.`,
}

/** The last of several parcels. */
export const shippedRest = {
  subject: (number: string) => `The rest of your Redemption order ${number} is on its way`,
  heading: 'The rest of your order is on its way',
  sent: (number: string, carrier: string) =>
    carrier === ''
      ? `The rest of your order ${number} has shipped.`
      : `The rest of your order ${number} has shipped with ${carrier}.`,
  completes: 'This parcel completes your order.',
}

export const units = (quantity: number, name: string, size: string) => `${quantity} x ${name}, ${size}`

export const itemsChanged = {
  subject: (number: string) => `Your Redemption order ${number} has changed`,
  heading: 'Your order has changed',
  changed: (number: string) => `We've changed the items in order ${number}. This is what we'll send.`,
  changedPickup: (number: string) =>
    `We've changed the items in order ${number}. This is what you'll pick up.`,
  replaced: (number: string, after: string, before: string) =>
    `We've changed order ${number}: ${after}, instead of ${before}.`,
  moved: (number: string) =>
    `Order ${number} goes to another address now. If you didn't change it, please reply to this email at once.`,
  returning: (amount: string) => `It now costs less, so we're refunding ${amount} to you.`,
}

export const cancelled = {
  subject: (number: string) => `Your Redemption order ${number} is cancelled`,
  heading: 'Your order is cancelled',
  nothingSent: (number: string) => `Order ${number} is cancelled, and nothing will be sent.`,
  nothingToCollect: (number: string) => `Order ${number} is cancelled, and there is nothing to pick up.`,
  returning: (amount: string) => `We're refunding ${amount} to your card. ${bankDays}`,
  returningByHand: (amount: string) => `We're refunding ${amount} to you.`,
  /** After what is returned to the card. */
  returningTheRest: (amount: string, sum: string) =>
    `We're refunding the other ${amount} the way you paid it: ${sum} in all.`,
}

export const refunded = {
  subject: (number: string) => `Your refund for Redemption order ${number}`,
  headingOfPart: "We've refunded part of your payment",
  heading: "We've refunded your payment",
  returnedPart: (returned: string, paid: string, number: string) =>
    `We've refunded ${returned} of the ${paid} that you paid for order ${number}.`,
  returned: (paid: string, number: string) =>
    `We've refunded the full ${paid} that you paid for order ${number}.`,
  bankDays,
  toGiftCard: 'It is back on the gift card that you paid with.',
  asCredit:
    'You have it as store credit, which does not expire. At the checkout, choose to use store credit and enter this email address: we send you a link, and what you have is used for your order.',
  youPaid: 'You paid',
  returnedNow: 'Refunded now',
  returnedInAll: 'Refunded',
  fee: 'Fee that we kept',
}

export const overLimit = {
  subject: (number: string) => `Your refund is on its way: order ${number}`,
  heading: 'This drop is limited per person',
  card: (number: string) =>
    `Something in order ${number} is limited per person, and orders with the same card count together. With this one there would be more than the limit, so it will not be sent.`,
}
export const tooLate = {
  subject: (number: string) => `Your refund is on its way: order ${number}`,
  heading: 'Sold out before your payment arrived',
  soldOut: (number: string) =>
    `Your payment for order ${number} arrived after we could no longer hold your items, and they have since sold out.`,
  returning: (amount: string) => `We're refunding the full ${amount} to your card. ${bankDays}`,
  sorry: "We're sorry.",
}
