import type { ReactNode } from 'react'

/** The contact page and the form on it. */

export const pageTitle = 'Contact'
export const description = 'Write to Redemption about an order, wholesale or anything else, or call us.'
export const heading = 'Contact'
export const information = 'Contact information'
export const email = 'Email'
export const phone = 'Phone'
export const followUs = 'Follow us'
export const writeToUs = 'Write to us'
export const needsJavaScript = (email: ReactNode) => [
  'The contact form needs JavaScript. Email ',
  email,
  ' instead.',
]
export const name = 'Name'
export const subject = 'Subject'
export const selectSubject = 'Select a subject'
export const message = 'Message'
export const leaveEmpty = 'Leave this empty'
export const send = 'Send Message'
export const sending = 'Sending...'
