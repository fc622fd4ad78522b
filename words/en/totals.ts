import { LANGUAGE as language } from '#words/en/language.ts'

/** The rows between the items of an order and its total, in carts, on orders and in emails. */

export const LANGUAGE = language

export const subtotal = 'Subtotal'
export const tax = 'Tax'
export const shipping = 'Shipping'
export const total = 'Total'
/** A method, when it is not the only one: `Shipping (Express)`. */
export const method = (shipping: string, name: string) => `${shipping} (${name})`
/** What pays the total, and what is left then. Store credit has no code, so no last four. */
export const giftCard = (lastFour: string) => (lastFour ? `Gift card •••• ${lastFour}` : 'Store credit')
export const toPay = 'To pay'
export const paidBy = (lastFour: string) =>
  lastFour ? `Paid by gift card •••• ${lastFour}` : 'Paid by store credit'
export const labels = {
  'estimated-shipping': 'Estimated shipping',
  duty: 'Import duty',
  /** Of a cancelled order: the extra cost of a change that was never paid. */
  'not-charged': 'Not charged',
  /** Once the reason is deleted. */
  'price-change': 'Price change',
  /** The items of an order as one amount, in the parts of a refund. */
  items: 'Items',
  /** Of a refund: money beyond what the order costs, such as after its items changed. */
  beyond: 'Difference from the order total',
}
/** A tax that the prices contain, between the other amounts. */
export const included = (label: string) => `Includes ${label}`
export const estimatedFor = (place: string) =>
  `Taxes are estimated for delivery in ${place}. The final amount depends on your address.`
export const withRate = (label: string, percent: number) => `${label} (${percent}%)`

/** All that the rows need, as one value: a module that is passed whole would cost every page a request. */
export const rows = { subtotal, tax, shipping, total, method, labels, included, withRate }
