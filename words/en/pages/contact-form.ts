/** What the contact form answers, and the subjects to choose from. */

/** Spec 3. */
export const general = 'General inquiry'
export const support = 'Customer support'
export const wholesale = 'Wholesale'
export const other = 'Other'

/** Spec 8. */
export const sent = "Message sent successfully! We'll get back to you soon."
export const failed = 'Failed to send message. Please try again later.'
/** Spec 5. */
export const noName = 'Name is required!'
export const noEmail = 'Please enter a valid email address!'
export const noSubject = 'Please select a subject!'
export const shortMessage = 'Message must be at least 10 characters!'
export const longName = (most: number) => `Keep your name to ${most} characters.`
export const longMessage = 'Keep your message to 5,000 characters.'
