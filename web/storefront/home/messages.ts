/** What the newsletter box says when an address was taken, and when it was not (spec 2). */
export const NEWSLETTER_MESSAGES = {
  success: 'Thank you for subscribing!',
  error: 'Sorry, there was an error. Please try again.',
} as const

/** How long each of them stays (spec 9). */
export const NEWSLETTER_MESSAGE_MS = 3_000
