import type { ReactNode } from 'react'

/** The page after paying. */

export const pageTitle = 'Thank you'
export const description = "We've received your order."
export const heading = 'Thanks for your order!'
export const continueShopping = 'Continue Shopping'

export const confirmationComes = 'A confirmation is on its way to your inbox.'
export const confirmationTo = (email: ReactNode) => ['A confirmation is on its way to ', email, '.']
export const yourOrder = (number: ReactNode) => ['Your order number is ', number, '.']
export const linkComes = 'A link to your order will appear in a moment.'
export const linkInEmail = 'The link to your order is in your confirmation email.'
export const seeOrder = 'See your order'
export const items = 'Your items'
/** `detail`: `Size: M`, or for whom a gift card is. */
export const detailAndQuantity = (detail: string, quantity: number) => `${detail}, Qty: ${quantity}`
export const total = 'Total, including tax and shipping'
export const byGiftCards = 'Paid by gift card'
export const charged = 'Charged now'
export const note = 'Your note:'
export const whatNext = 'What happens next'
export const whatNextText =
  "We'll pack your order and email you when it ships. Delivery takes 7 to 14 business days."
/** The same for other days. `days`: `2 to 5 business days`. */
export const whatNextIn = (days: string) =>
  `We'll pack your order and email you when it ships. Delivery takes ${days}.`
export const whatNextOfPickup = (days: string) =>
  `We'll pack your order and email you when it's ready for pickup, usually within ${days}.`
/** Where something is sold before it is made. */
export const whatNextOfPreorder = "Your order ships when all of it is here. We'll email you when it does."
/** Where nothing but gift cards was bought. */
export const whatNextOfGifts = 'We send each gift card by email: now, or on the day that you chose.'
