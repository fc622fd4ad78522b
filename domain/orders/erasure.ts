/** Why the customer data of an order was deleted, as display text. */
export const ERASURE_WORDS = {
  request: 'Deleted at the customer’s request',
  'never-paid': 'Deleted after 30 days, never paid',
} as const

/** A reason for erasure. `request`: the customer asked for it. */
export type ErasureReason = keyof typeof ERASURE_WORDS
