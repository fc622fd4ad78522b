import { LANGUAGE as language } from '#words/en/language.ts'

/** Store credit at the checkout, and the page of the link that proves whose it is. */

export const LANGUAGE = language

export const use = 'Use store credit'
export const intro = 'We email you a link that uses it for this order. Open it in this browser.'
export const email = 'Email of your store credit'
export const send = 'Email me a link'
export const wrongEmail = 'Enter a valid email address.'
export const sent = (email: string) =>
  `If ${email} has store credit, a link is on its way. Open it in this browser within 30 minutes.`
export const tooMany = 'Too many links were asked for. Wait a few minutes and try again.'
export const failed = "The link couldn't be sent. Check your connection and try again."
/** At a code whose store credit was opened for another order, or too long ago. */
export const ended = 'Your store credit is no longer open for this order. Ask for another link.'

export const waiting = 'Use your store credit'
export const waitingNext = (amount: string) =>
  `You have ${amount}. It pays for the order that you asked for this link with, as far as it goes.`
export const useIt = 'Use it for my order'
export const elsewhere = 'Open this link in the browser with your order'
export const elsewhereNext =
  'To keep your credit safe, the link works only in the browser that asked for it. Copy it from the email and open it there.'
export const used = 'This link has been used'
export const usedNext =
  'Your credit is in the checkout of your order. If you need it elsewhere, ask for another link there.'
export const expired = 'This link has expired'
export const expiredNext = 'A link works for 30 minutes. Ask for another one at the checkout.'
export const unknown = "This link doesn't work"
export const unknownNext = 'It may have been cut off. Copy the whole link from the email and try again.'
export const toTheCheckout = 'To the checkout'
