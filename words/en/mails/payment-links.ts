import { LANGUAGE as language } from '#words/en/language.ts'

/** The emails about a payment link, with which a customer pays the extra cost of a changed order. */

export const LANGUAGE = language

const changeOf = {
  items: (before: string, after: string) => `${after}, instead of ${before}`,
  address: (_before: string, after: string) => `It now goes to ${after}`,
}

/** What was changed, as a sentence without a full stop. */
export const change = (kind: 'items' | 'address', before: string, after: string) =>
  changeOf[kind](before, after)

export const request = {
  subject: (number: string, amount: string) => `Please pay ${amount} for your Redemption order ${number}`,
  heading: (amount: string) => `Your order has changed: ${amount} is left to pay`,
  changed: (number: string, changes: string) => `We've changed order ${number}: ${changes}.`,
  pay: (amount: string, day: string) =>
    `Please pay ${amount} by ${day}. We'll send your order once you've paid.`,
  payPickup: (amount: string, day: string) =>
    `Please pay ${amount} by ${day}. We'll get your order ready once you've paid.`,
  wrong: "If you didn't ask for this change, reply to this email.",
  button: (amount: string) => `Pay ${amount}`,
  toPay: 'Left to pay',
}

export const received = {
  subject: (number: string) => `We've received your payment for order ${number}`,
  heading: 'Thanks for your payment!',
  paid: (amount: string, number: string) =>
    `We've received ${amount} for the change to your order ${number}. Nothing is left to pay.`,
  sending: "We're getting your order ready.",
}

export const closed = {
  subject: (number: string) => `Nothing is left to pay for order ${number}`,
  heading: 'Nothing is left to pay',
  settled: (amount: string, number: string) =>
    `The ${amount} for the change to your order ${number} is settled. You can ignore our payment link.`,
  undone: (number: string) =>
    `We've undone the change to your order ${number}, so there is nothing to pay. You can ignore our payment link.`,
  returned: (number: string) =>
    `Everything you paid for order ${number} was returned, so there is nothing left to pay. You can ignore our payment link.`,
}

export const returned = {
  subject: (number: string) => `Your refund is on its way: order ${number}`,
  heading: 'You had nothing left to pay',
  returning: (amount: string, number: string) =>
    `Your payment of ${amount} for order ${number} arrived when nothing was left to pay, so we're refunding the full ${amount} to your card. Banks usually show it within 5 to 10 business days.`,
}
