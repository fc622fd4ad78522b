/** The email that asks a new subscriber to confirm. */

export const subject = 'Confirm your Redemption newsletter subscription'
export const heading = 'One last step'
export const entered = 'This address was entered in the newsletter form at Redemption. We hope it was you.'
export const confirmIt = "Confirm it and you'll hear from us. The link works for seven days."
export const notYou = "If it wasn't you, ignore this email: we won't send you the newsletter."
export const confirm = 'Confirm my subscription'
export const unsubscribe = 'Unsubscribe'
/** The subject of a newsletter that staff mail to themselves. */
export const test = (subject: string) => `[Test] ${subject}`
