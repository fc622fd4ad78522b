/** What the contact form answers, and the subjects to choose from. */

/** Spec 3. */
export const subjects = {
  general: 'General inquiry',
  support: 'Customer support',
  wholesale: 'Wholesale',
  other: 'Other',
}

/** Spec 8. */
export const sent = "Message sent successfully! We'll get back to you soon."
export const failed = 'Failed to send message. Please try again later.'
/** Spec 5. */
export const errors = {
  'no-name': 'Name is required!',
  'no-email': 'Please enter a valid email address!',
  'no-subject': 'Please select a subject!',
  'short-message': 'Message must be at least 10 characters!',
  'long-name': 'Keep your name to 120 characters.',
  'long-message': 'Keep your message to 5,000 characters.',
}
