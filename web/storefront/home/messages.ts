/** The messages of the newsletter box for success and failure (spec 2). */
export const NEWSLETTER_MESSAGES = {
  success: 'Thank you for subscribing!',
  error: 'Sorry, there was an error. Please try again.',
} as const

/** How long each message stays, in milliseconds (spec 9). */
export const NEWSLETTER_MESSAGE_MS = 3_000
