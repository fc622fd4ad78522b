import { plural } from './language.ts'

/** The cart page, the cart panel, and what the checkout shares with them. */

export const pageTitle = 'Cart'
export const description = 'Your items and their total.'
export const breadcrumbHome = 'HOME'
export const breadcrumbCart = 'CART'
export const heading = 'Cart'
export const empty = 'Your cart is empty'
export const shopOurProducts = 'Shop our products'

export const lineName = (name: string, size: string) => `${name} (Size: ${size})`
export const size = (size: string) => `Size: ${size}`
/** A gift card in place of its size. */
export const giftName = (name: string, amount: string, to = '') => `${name} (${amount}${to && `, for ${to}`})`
export const giftToMe = 'Sent to you by email'
export const giftTo = (name: string) => `For ${name}, by email`
export const giftOn = (name: string, day: string) => `For ${name}, by email on ${day}`
export const justAdded = 'Just added'
export const remove = 'REMOVE'
export const quantityOf = (item: string) => `Quantity of ${item}`
export const decreaseQuantity = (item: string) => `Decrease quantity of ${item}`
export const increaseQuantity = (item: string) => `Increase quantity of ${item}`
export const removed = (line: string) => `${line} was removed.`
export const undo = 'Undo'
export const restored = (line: string) => `${line} is back in your cart.`

export const summary = 'Summary'
export const total = 'Total'
export const cartTotal = (total: string) => `Cart total ${total}`
/** Announced after a change of the cart. */
export const newSubtotal = (subtotal: string) => `Subtotal ${subtotal}.`
export const newTotals = (subtotal: string, total: string) => `Subtotal ${subtotal}, total ${total}.`
export const quantityChanged = (line: string, quantity: number, sums: string) =>
  `${line}: ${quantity} in cart. ${sums}`
/** Spec 2. */
/** `amount`: `C$145.36 CAD`. */
export const charged = (amount: string) => `You'll be charged ${amount}`
/** Where an amount is shown in another currency. */
/** `currency`: `Canadian dollars`. */
export const chargedAs = (amount: string, currency: string) => `Charged in ${currency}: ${amount}.`
export const saleTerms = 'Delivery in 7 to 14 business days. All sales are final.'
/** The same for other days. `days`: `2 to 5 business days`. */
export const saleTermsIn = (days: string) => `Delivery in ${days}. All sales are final.`
export const saleTermsOfPickup = (days: string) => `Ready for pickup in ${days}. All sales are final.`
/** Where something is sold before it is made. */
export const preorderTerms = 'Ships from its day on, all together. You can cancel the pre-order until then.'
/** The same where the owners' policy allows returns. */
export const delivery = 'Delivery in 7 to 14 business days.'
export const deliveryIn = (days: string) => `Delivery in ${days}.`
export const pickupIn = (days: string) => `Ready for pickup in ${days}.`
export const deliveryReturns = 'Delivery & Returns'
export const orderNote = 'Add Order Note'
export const checkout = 'CHECKOUT'

export const panelHeading = 'Cart'
export const items = (count: number) => plural(count, { one: '1 item', other: `${count} items` })
export const closePanel = 'Close cart panel'
export const beforeTax = 'Before tax and shipping.'
export const viewCart = 'View cart'
export const panelCheckout = 'Checkout'

export const notRemembered =
  "This browser doesn't let the shop save your cart, so it will be empty when you open another page. To keep it, allow site data for this shop or free some space."
export const needsJavaScript =
  'Your cart is kept in this browser and needs JavaScript. Turn JavaScript on and reload the page.'
/** Stored lines that could not be read. */
export const dropped = (count: number) =>
  plural(count, {
    one: "One item in your cart couldn't be read and was removed.",
    other: `${count} items in your cart couldn't be read and were removed.`,
  })
export const priceChanged = (name: string, from: string, to: string) =>
  `The price of ${name} changed from ${from} to ${to}.`
export const gone = (line: string) => `${line} is no longer available and was removed.`
export const notYet = (line: string) => `${line} cannot be bought yet and was removed.`
/** `most`: of a product in one order; `left`: of this line, because other sizes count too. */
export const limited = ({ most, left }: { most: number; left: number }, line: string) => {
  const limit = `The limit for ${line} is ${most} per order`
  if (left === 0) return `${limit}, all sizes combined, so it was removed.`
  return `${limit}${left === most ? '' : ', all sizes combined'}. The quantity is now ${left}.`
}
export const fewLeft = (left: number, line: string) =>
  plural(left, { one: `Only 1 of ${line} is left.`, other: `Only ${left} of ${line} are left.` })
