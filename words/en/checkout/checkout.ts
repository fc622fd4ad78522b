/** The checkout: form, order summary and payment, with the answers of the server that shoppers read. */

export const pageTitle = 'Checkout'
export const description = 'Delivery and payment.'
export const breadcrumbCheckout = 'CHECKOUT'
export const heading = 'Checkout'

export const contact = 'Contact'
export const delivery = 'Delivery'
/** Above the addresses of earlier orders. */
export const ownAddresses = 'Deliver to an earlier address'
export const filledIn = (address: string) => `Filled in: ${address}. You can still change it below.`
export const shippingMethod = 'Shipping method'
export const freeShipping = 'Free'
/** Before anything is typed. `country`: of the visitor. */
export const notServed = (country: string) =>
  `We don't ship to ${country} yet. You can still order for delivery to one of the countries below.`
export const chooseMethodAgain = 'The shipping methods have changed. Choose one and press Pay Now again.'
export const methodGone = 'The shipping method you chose is no longer available.'
/** `name`: the cheapest method that is left. */
export const methodInstead = (name: string) => `${methodGone} We selected ${name} instead.`
export const payment = 'Payment'
export const payNow = 'Pay Now'
export const processing = 'Processing...'
export const tryAgain = 'Try again'
/** After a refusal that says that one has no turn. */
export const toTheRoom = 'To the waiting room'
export const total = 'Total'

export const orderSummary = 'Order Summary'
export const quantity = (count: number) => `Qty: ${count}`

export const email = 'Email'
export const phone = 'Phone'
export const name = 'Full name'
export const address = 'Address'
export const apartment = 'Apartment, suite (optional)'
export const city = 'City'
export const country = 'Country'
export const chooseRegion = 'Choose'
export const forExample = (example: string) => `For example ${example}`

/** Spec 5 and 8, with the reason and what to do. */
const noSecret = 'Failed to get payment secret'
export const noSecretNow = `${noSecret}. Nothing was charged. Wait a moment and try again.`
export const noSecretInTime = `${noSecret}: the shop didn't answer. Nothing was charged. Try again.`
export const noSecretOffline = `${noSecret}: you're offline. Nothing was charged. Try again when your connection is back.`
/** Spec 5 and 8. */
export const noCardBox = 'Card element not found'
/** Spec 5 and 8. */
export const notSucceeded = 'Payment not successful'
/** Spec 8. */
export const noMessage = 'Payment failed, please try again.'
/** The answer about the card is lost. */
export const noAnswer = "We didn't get an answer about your card."
export const offline = "You're offline."
export const noCardEntry = "The card form couldn't be loaded. Check your connection."
export const cardIncomplete = 'Complete your payment details.'
/** After a method that leads to another site. */
export const checkingPayment = 'Checking your payment. Keep this page open.'
export const notCompleted = "Your payment wasn't completed."
export const tooMany = 'Too many attempts. Wait a moment and press Pay Now again.'
export const busy = "A lot of people are ordering right now. We're still trying to place your order."
export const stillBusy =
  'A lot of people are ordering right now. Nothing was charged. Wait a moment and press Pay Now again.'
export const slow = 'This is taking longer than usual. Keep this page open.'
export const asking = "We don't know yet whether we received your order. We're checking again."
export const stillUnknown =
  "We couldn't confirm that we received your order. Nothing was charged. Press Pay Now again: it won't be ordered twice."
export const nothingCharged = 'Nothing was charged.'
export const unsure =
  "We can't tell yet whether your card was charged. Try again: you won't be charged twice."
export const refunded =
  'Your items sold out before your payment arrived. The full amount is on its way back to your card.'
/** Before minutes and seconds. */
export const heldFor = 'Held for you for'
export const timeOver =
  'The time to pay is over, and your pieces are free for others again. Your cart is as it was: press Pay Now to try again.'
/** The card is known only once it has paid. */
export const overLimit =
  'This drop is limited per person, and your card has already paid for as many. Nothing was ordered: the full amount is on its way back to your card.'
/** After another tab has paid for some of the cart. */
export const paidApart = (number: string) =>
  `Order ${number} is paid. What you see here is not part of it and was not charged.`
/** Finds the sentences that say already whether money moved. */
export const aboutMoney = /charged|back to your card/
export const endOfSentence = '.'

export const totalChanged = (total: string) =>
  `The total changed to ${total}. Check it and press Pay Now again.`
/** A gift card pays less, or more, than before. */
export const restChanged = (rest: string) =>
  `What is left to pay changed to ${rest}. Check it and press Pay Now again.`
export const checkTotal = 'Check the total and press Pay Now again.'
export const totalIncludesOther = (total: string) =>
  `The total is still ${total}, but what it includes has changed. Check it and press Pay Now again.`
