/** The rows between the items of an order and its total, in carts, on orders and in emails. */

export const subtotal = 'Subtotal'
export const tax = 'Tax'
export const shipping = 'Shipping'
export const total = 'Total'
/** The items of an order as one amount, where a refund divides. */
export const items = 'Items'
/** Of a refund: money that the order does not cost, such as after its items changed. */
export const beyondTotal = 'Difference to the order total'
/** Of a cancelled order: what a change of it would have cost, and nobody paid. */
export const notCharged = 'Not charged'
/** A tax that the prices contain, between the other amounts. */
export const included = (label: string) => `Includes ${label}`
export const estimatedFor = (place: string) =>
  `Taxes are estimated for delivery in ${place}. Your address decides them.`
export const withRate = (label: string, percent: number) => `${label} (${percent}%)`
