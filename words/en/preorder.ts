import { LANGUAGE } from './language.ts'

/** Sizes that are sold before they are made. Days are written like `2026-12-04`. */

const days = /* @__PURE__ */ new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long', timeZone: 'UTC' })
const dayOf = (day: string) => days.format(Date.parse(day))

export const mark = 'Pre-order'
export const ships = (day: string) => `Pre-order: ships from ${dayOf(day)}`
/** At the checkout. `item`: `Emblem Hoodie (Size: M)`. */
export const agreed = (item: string, day: string) =>
  `Pre-order: ${item} ships from ${dayOf(day)}. You pay now, and can cancel it for a refund until then, on your order's page.`
export const together = 'Your order ships when all of it is here.'

/** The page of the order. */
export const heading = 'Your pre-order'
export const isLater = (item: string, day: string) =>
  `${item} ships later than planned: from ${dayOf(day)}. Keep it, or get your money back.`
export const keep = 'Keep it'
export const cancel = 'Cancel the pre-order'
export const sure = (items: string, amount: string) => `Cancel ${items} and get ${amount} back?`
export const refund = (amount: string) => `Yes, refund ${amount}`
export const notNow = 'No, keep it'
export const kept = 'Thank you: it stays yours.'
export const refunded = 'Cancelled. Your money is on its way back.'
export const failed = 'That didn’t work, because the order has changed. See below how it is now.'

/** The email that it ships later than promised. */
export const later = {
  subject: (number: string) => `Your pre-order in ${number} ships later`,
  heading: 'Your pre-order ships later',
  until: (day: string) => `It now ships from ${dayOf(day)}. We’re sorry that you have to wait longer.`,
  choice: 'Keep it, or cancel it and get your money back: both are on the page of your order.',
}
