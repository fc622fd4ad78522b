import { plural } from './language.ts'

/** A customer's place: signing in by email, and what the shop has for them. */

export const link = 'Your orders'
export const heading = 'Your orders'
export const description = 'Your orders, parcels and saved pieces: sign in by email, without a password.'

export const intro =
  'See every order of your email address, with its parcels. We email you six digits and a link; there is no password.'
export const notNeeded = 'You never need this to buy: checking out as a guest works as always.'
export const email = 'Email'
export const send = 'Email me six digits'
export const wrongEmail = 'Enter an email address, such as you@example.com.'
export const leaveEmpty = 'Leave this empty'

export const checkMail = 'Check your email'
export const sent = (email: string) =>
  `We sent six digits to ${email}. They work for 15 minutes, in this browser.`
export const spam = 'Nothing there? Look among your spam, or wait a few minutes before you ask again.'
export const digits = 'Six digits'
export const enter = 'Sign in'
export const wrongDigits = 'These are not the digits in our latest email. Check them and try again.'
export const digitsVoid =
  'These digits do not work any more. Open the link in the email instead, or ask for another one.'
export const otherEmail = 'Use another address'

export const linkWaiting = 'Sign in'
export const linkWaitingNext = (email: string) => `See the orders of ${email} in this browser.`
export const linkElsewhere = 'Is this your browser?'
export const linkElsewhereNext =
  'You asked for this link in another browser. To sign in here as well, enter the address that the email came to.'
export const linkWrongEmail = 'The email did not go to this address.'
export const linkEnded = "This link doesn't work any more"
export const linkEndedNext = 'It works once, within 15 minutes. Ask for another one.'
export const linkUnknown = "This link doesn't work"
export const linkUnknownNext = 'It may have been cut off. Copy the whole link from the email and try again.'
export const askAgain = 'Ask for another link'

export const signedInAs = (email: string) => `Signed in as ${email}`
export const noOrders = 'There are no orders under this address yet.'
export const placed = (number: string, day: string) => `Order ${number}, placed ${day}`
export const parcel = (number: number) => `Track parcel ${number}`
export const trackParcel = 'Track your parcel'
export const seeOrder = (number: string) => `See order ${number}`
export const older = 'Older orders are in the emails that we sent you.'

export const storeCredit = 'Store credit'
export const creditLeft = (amount: string) =>
  `You have ${amount}. Choose store credit at the checkout to use it.`

export const mails = 'Emails'
export const hasNewsletter = 'You get our newsletter.'
export const noNewsletter = 'You do not get our newsletter.'
export const join = 'Get the newsletter'
export const joinedNext = "We've emailed you a link. Open it to confirm that you want the newsletter."
export const leave = 'Stop the newsletter'
export const reminders = (count: number) =>
  plural(count, { one: 'You asked for 1 reminder.', other: `You asked for ${count} reminders.` })
export const noReminders = 'Stop all reminders'

export const data = 'Your data'
export const download = 'Download it'
export const erase = 'Delete it'
export const sureToErase =
  'Delete your name, addresses, messages and saved pieces, everywhere in this shop? Of your orders, the law makes us keep what was bought and paid, without your name. This cannot be undone.'
export const yesErase = 'Yes, delete it'
export const notNow = 'No, keep it'
export const erased = 'Your data was deleted, and you are signed out.'
export const inHand =
  'Nothing was deleted: an order is not finished, store credit is left, or an order may belong to somebody else. Write to us.'

export const savedPieces = 'Saved pieces'

export const signOut = 'Sign out'
export const signOutEverywhere = 'Sign out everywhere'
export const everywhereNext = 'Ends it in every browser that is signed in with this address.'
