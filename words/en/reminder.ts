/** The form by which shoppers are told, once, that a drop begins or that a size is back, and the page of its email. */

export const tellMe = { drop: 'Tell me when it begins', size: 'Tell me when it’s back' }
export const tellMeNext = {
  drop: 'One email, shortly before. Nothing else.',
  size: 'One email, when it is. Nothing else.',
}
export const size = 'Size'
export const yourEmail = 'Your email address'
export const emailPlaceholder = 'you@example.com'
export const submit = 'Tell me'
export const leaveEmpty = 'Leave this empty'
export const asked = {
  sent: 'Check your email: open the link in it to confirm.',
  failed: "That didn't work. Check that the address is complete, like you@example.com, and try again.",
}
/** The page of the link in the email. */
export const waiting = 'One last step'
export const waitingForDrop = (drop: string, email: string) => `Tell ${email} when ${drop} begins?`
export const waitingForSize = (product: string, size: string, email: string) =>
  `Tell ${email} when ${product} is back in ${size}?`
export const confirmed = "You're in"
export const confirmedDrop = (drop: string, email: string) =>
  `We'll email ${email} shortly before ${drop} begins.`
export const confirmedSize = (product: string, size: string, email: string) =>
  `We'll email ${email} when ${product} is back in ${size}.`
export const leave = "Don't tell me"
export const unknown = "This link doesn't work"
export const unknownNext =
  'The reminder is gone, or the link was cut off. Copy the whole link from the email and try again.'
export const toTheDrop = 'To the drop'
export const toTheProduct = 'To the product'
export const toTheShop = 'To the shop'
/** The page of the link in the email that a size is back. */
export const isBack = (product: string, size: string) => `${product} is back in ${size}`
export const mayHold = (minutes: number) =>
  `We hold one for you for ${minutes} minutes and put it in your cart, once. Checking out takes over the hold.`
export const holdOne = 'Hold one for me'
export const heldUntil = (time: string) =>
  `Held for you until ${time}, and in your cart. Unless you check out by then, it goes back.`
export const toTheCheckout = 'To the checkout'
export const tooManyHeld = (wait: string) =>
  `Something is held for you or in your network already. Buy that first, or wait ${wait}.`
export const holdRefused = {
  used: 'This email has held its piece. You can still buy one while there are any.',
  gone: 'There is none left right now. Ask again on its page, and we tell you when one is back.',
  'checkout-open': 'Your cart is being paid. Finish that first, or wait until its hold is over.',
  failed: 'That didn’t work. Check your connection and try again.',
}
