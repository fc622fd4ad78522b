/** The messages of the contact page for success and failure (spec 8). */
export const CONTACT_MESSAGES = {
  sent: "Message sent successfully! We'll get back to you soon.",
  failed: 'Failed to send message. Please try again later.',
} as const

/** How long each message stays, in milliseconds (spec 9). */
export const TOAST_MS = { sent: 5_000, wrong: 3_000 } as const
