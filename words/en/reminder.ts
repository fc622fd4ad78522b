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
