import { LANGUAGE as language } from '#words/en/language.ts'

/** The email with the code of a gift card, to whom it is meant for. */

export const LANGUAGE = language

export const subject = (shop: string) => `Your ${shop} gift card`
export const subjectFrom = (sender: string, shop: string) => `${sender} sent you a ${shop} gift card`
export const heading = (amount: string) => `A gift card over ${amount}`
export const greeting = (name: string) => `Hi ${name},`
export const greetingWithoutName = 'Hi,'
export const yours = (amount: string, shop: string) => `Here is your gift card over ${amount} for ${shop}.`
export const from = (sender: string, amount: string, shop: string) =>
  `${sender} gives you ${amount} to spend at ${shop}:`
export const howTo =
  'Enter the code when you pay. You can use it in parts, and it does not expire. Keep this email: whoever has the code can spend it. If you get another email with a code for this card, only the newest code works.'
export const code = 'Code'
export const worth = 'Worth'
export const balance = 'Check what is left'
