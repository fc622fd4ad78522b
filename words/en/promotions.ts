import { plural, LANGUAGE as language } from '#words/en/language.ts'
export const LANGUAGE = language

/** Codes of promotions, in the cart and at the checkout. */

export const label = 'Discount code'
export const labelWithGiftCards = 'Discount code or gift card'
export const apply = 'Apply'
export const remove = (code: string) => `Remove the code ${code}`
/** A code that takes something off: `Summer sale (DROP10)`. */
export const named = (name: string, code: string) => `${name} (${code})`
export const applied = (code: string) => `${code} applied`
export const removed = (code: string) => `${code} removed`
export const tooMany = (most: number) => `A cart can have ${most} codes. Remove one first.`

/** Why a code takes nothing off. One that does not run now is treated like one that does not exist. */
export const unknown = (code: string) => `${code} isn't a valid code.`
/** `amount`: `C$12.00`. */
export const amount = (code: string, more: string) => `Add ${more} more to use ${code}.`
export const pieces = (code: string, more: number) =>
  plural(more, { one: `Add 1 more item to use ${code}.`, other: `Add ${more} more items to use ${code}.` })
export const refusals: Readonly<Record<string, (code: string) => string>> = {
  items: (code) => `${code} isn't for the items in your cart, or there aren't enough of them.`,
  country: (code) => `${code} isn't valid for your country.`,
  'shipping-method': (code) => `${code} is for another shipping method.`,
  'used-up': (code) => `${code} has been used up.`,
  'used-by-customer': (code) => `You've already used ${code}.`,
  'not-first-order': (code) => `${code} is for a first order only.`,
  'not-named': (code) => `${code} isn't valid for your email address.`,
  'no-balance': () => 'Nothing is left on this gift card.',
  'other-offer': (code) => `${code} can't be combined with an offer that takes off more.`,
  'too-many-guesses': () => 'Too many codes were tried. Wait a few minutes and try again.',
}
