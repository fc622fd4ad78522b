/** What the contact page says when a message was sent, and when it was not (spec 8). */
export const CONTACT_MESSAGES = {
  sent: "Message sent successfully! We'll get back to you soon.",
  failed: 'Failed to send message. Please try again later.',
} as const

/** How long each of them stays (spec 9). */
export const TOAST_MS = { sent: 5_000, wrong: 3_000 } as const
