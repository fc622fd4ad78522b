import { plural } from '#words/en/language.ts'

/** Why the server does not place an order: the titles and errors of its answers. */

/** Spec 2. */
export const emptyCart = 'Your cart is empty'
/** Spec 8. */
export const noSecret = 'Failed to get payment secret'
export const cartChanged = 'Some of your items are no longer available as ordered.'
export const totalChanged = 'The total has changed.'
export const totalIncludesOther = 'The total is the same, but what it includes has changed.'
export const totalIs = (cents: number) => `The total is ${cents} cents.`
export const shippingChanged = 'The shipping for your order has changed.'
/** By the reason why the order cannot be sent. */
export const notServed = {
  country: "We don't ship to this country.",
  region: "We don't ship to this region.",
  postal: "We don't ship to this postal code.",
  parcel: 'This order is too large for our shipping methods there. Split it into smaller orders.',
}
/** Who pays the duty on a parcel that goes abroad. */
export const dutyNotes = {
  ddp: "Import duty is included in the total: the carrier shouldn't charge you for it again.",
  dap: "Import duty and the carrier's fees are not included in the total. The carrier collects them on delivery.",
}
export const dutyNote = (terms: keyof typeof dutyNotes | null) => (terms === null ? null : dutyNotes[terms])
export const tooExpensive = 'This order is too large for a single card payment.'
export const orderFewer = 'Split it into smaller orders.'
/** `least`: `C$0.50`. */
export const tooLittle = (least: string) =>
  `The minimum card payment is ${least}. Add something to your cart.`
export const nothingToPay =
  "There is nothing to pay for this cart, and the checkout only takes card payments. Contact us and we'll take your order."
export const otherCurrency =
  'The shop charges in another currency now. Reload this page to see its prices, then pay.'
export const alreadyPaid = 'This order has already been paid.'
export const longNote = 'Keep the note to 1,000 characters.'

export const noLongerSold = 'This product is no longer sold.'
/** `time`: when it will be sold. */
export const notYet = (time: string) => `Drops ${time}`
export const sizeUnavailable = (size: string) => `Size ${size} is not available`
export const orderLimit = (most: number) => `The limit is ${most} per order.`
export const leftOf = (left: number) => (left === 0 ? 'None left.' : `Only ${left} left.`)

export const busy =
  'A lot of people are ordering right now. Nothing was charged, and nothing is held for you yet.'
export const busyAgain =
  'A lot of people are ordering right now. Nothing was charged, and your order is unchanged.'
export const outcomeUnknown =
  "We can't tell yet whether we received your order. Nothing was charged. Submit the same checkout again."

export const tooManyDeclines = (wait: string) =>
  `Too many cards were declined, so we can't take another one for now. Nothing was charged. Wait ${wait} and press Pay Now again.`
export const tooManyAttempts = 'Too many attempts. Wait a moment.'
export const tooManyTries = (wait: string) =>
  `This order was changed too many times. Wait ${wait} and press Pay Now again.`
export const tooManyGuesses = (wait: string) =>
  `Too many codes were tried. Wait ${wait}, or remove the code, and press Pay Now again.`
export const tooManyUnpaid = {
  'visitor-orders': (most: number, wait: string) =>
    most === 1
      ? `Another order of yours is waiting for payment. Pay for it, or wait ${wait} and press Pay Now again.`
      : `${most} of your orders are waiting for payment. Pay for one of them, or wait ${wait} and press Pay Now again.`,
  'visitor-time': (_most: number, wait: string) =>
    `Your unpaid orders have been held for a long time, so we can't hold more items for now. Wait ${wait} and press Pay Now again.`,
  network: (_most: number, wait: string) =>
    `Many orders from your network are waiting for payment, so we can't hold more for now. Wait ${wait} and press Pay Now again.`,
  'network-large': (most: number, wait: string) =>
    `Large orders from your network are waiting for payment. Order up to ${most} items, or wait ${wait} and press Pay Now again.`,
}
/** The same for every reason, and without a count: a stranger learns nothing about an address that they type. */
export const personLimit = (most: number, drop: string) =>
  `${drop} is limited to ${most} per person, and with your other orders this would be more. Orders with the same email address, delivery address, browser or card count together, also while they wait for payment. Nothing was charged.`

/** Of somebody whom the shop does not sell to: never why. */
export const notAccepted = `We can't take this order online. Write to us by the contact page, and we help you. Nothing was charged.`

/** With a link to the waiting room. */
export const turnNeeded = (drop: string) =>
  `Pieces of ${drop} are sold in turn, and you have no turn right now. Nothing was charged.`
export const drawn = (drop: string) => `Pieces of ${drop} are drawn by lot. Nothing was charged.`
/** In the cart, before the checkout says so. */
export const waitsForTurn = (drop: string) =>
  `Pieces of ${drop} are sold in turn, and you have no turn right now: its page leads to the waiting room.`
export const minutes = (count: number) => plural(count, { one: 'a minute', other: `${count} minutes` })
export const hours = (count: number) => plural(count, { one: 'an hour', other: `${count} hours` })
