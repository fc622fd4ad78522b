/** The page on which a partner sees what came of their code. */

export const title = (name: string) => `Figures for ${name}`
export const description = 'What came of a code.'
export const codes = (all: string) => `Orders with the code ${all}`
export const explained = (currency: string) =>
  `Orders count in the month that they were paid in. Revenue is what was paid, with tax and shipping; net is without what was refunded. Amounts are in ${currency}.`
export const columns = {
  month: 'Month',
  orders: 'Orders',
  revenue: 'Revenue',
  discount: 'Discount',
  refunds: 'Refunds',
  net: 'Net',
} as const
