/** The pages that the links of newsletter emails open, and the answers of the newsletter box without JavaScript. */

export const description = 'The Redemption newsletter.'
export const shopOurProducts = 'Shop our products'
export const joinAgain = 'Join again'

/** Spec 2. */
export const subscribed = 'Thank you for subscribing!'
export const subscribedNext = "We've emailed you a link. Open it to confirm your address."
/** Spec 2. */
export const failed = 'Sorry, there was an error. Please try again.'
export const failedNext = "We didn't save your address. Check that it's complete, like you@example.com."
export const backToForm = 'Back to the form'

export const waiting = 'One last step'
export const waitingNext = (email: string) => `Confirm that you want the newsletter at ${email}.`
export const confirm = 'Confirm my subscription'
export const confirmed = "You're in"
export const confirmedNext = (email: string) => `We'll send the newsletter to ${email}. Unsubscribe anytime.`
export const expired = 'This link has expired'
export const expiredNext =
  "Confirmation links work for seven days. Enter your address again and we'll email you a new one."

export const leave = 'Unsubscribe from the newsletter'
export const leaveNext = (email: string) => `We'll stop sending the newsletter to ${email}.`
export const unsubscribe = 'Unsubscribe'
export const left = "You're unsubscribed"
export const leftNext = "You won't get the newsletter anymore. Changed your mind? Enter your address again."

export const unknown = "This link doesn't work"
export const unknownNext = 'It may have been cut off. Copy the whole link from the email and try again.'
