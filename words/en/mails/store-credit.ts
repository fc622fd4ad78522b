import { LANGUAGE as language } from '#words/en/language.ts'

/** The emails about store credit: that a customer got some, and the link with which they pay with it. */

export const LANGUAGE = language

export const subject = (shop: string) => `Store credit at ${shop}`
export const heading = (amount: string) => `You have ${amount} of store credit`
export const greeting = (name: string) => `Hi ${name},`
export const greetingWithoutName = 'Hi,'
export const given = (amount: string, shop: string) => `${shop} gave you ${amount} of store credit.`
export const howTo =
  'At the checkout, choose to use store credit and enter this email address: we send you a link, and what you have is used for your order. You can use it in parts, and it does not expire.'
export const left = 'You have'
export const shop = 'Go to the shop'

export const linkSubject = (shop: string) => `Use your store credit at ${shop}`
export const linkHeading = 'Use your store credit'
export const linkNext = (amount: string) =>
  `You have ${amount} of store credit. Open this link in the browser with your order, and it pays for it as far as it goes.`
export const linkTerms = 'The link works once, within 30 minutes, only for that order and in that browser.'
export const linkNotYou =
  "If you didn't ask for this, ignore this email: nobody can use your credit without it."
export const useIt = 'Use my store credit'
