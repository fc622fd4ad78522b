/** The rows between the items of an order and its total, in carts, on orders and in emails. */

export const subtotal = 'Subtotal'
export const tax = 'Tax'
export const shipping = 'Shipping'
export const total = 'Total'
export const withRate = (label: string, percent: number) => `${label} (${percent}%)`
