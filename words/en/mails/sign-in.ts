/** The email with which a customer opens their place. */

export const subject = (shop: string) => `Your orders at ${shop}`
export const heading = 'Your orders'
export const next =
  'Enter these six digits on the page that asked for them, or open the link. Both work once, within 15 minutes.'
export const terms = 'We never ask for these digits by phone or in a message: do not tell them to anyone.'
export const notYou = "If you didn't ask for this, ignore this email: nobody gets in without it."
export const digits = 'Six digits'
export const open = 'Open my orders'
