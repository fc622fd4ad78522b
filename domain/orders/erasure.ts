/** Why an order has no customer any more, in words for people. */
export const ERASURE_WORDS = {
  request: 'Deleted at the customer’s request',
  'never-paid': 'Deleted after 30 days, never paid',
} as const

/** One of the reasons. `request`: the customer asked for it. */
export type ErasureReason = keyof typeof ERASURE_WORDS
