/** The state of a payout to the bank, and how staff read it. */
export const PAYOUT_STATES = {
  pending: 'Not sent yet',
  'in-transit': 'On its way',
  paid: 'Paid',
  failed: 'Came back',
  canceled: 'Cancelled',
} as const

/** The state of a payout to the bank. */
export type PayoutState = keyof typeof PAYOUT_STATES

/**
 * Whether the provider tells what is in a payout. `told`: it does. `later`: not yet. `untold`: never, because the
 * payout was made by hand.
 */
export type PayoutContents = 'told' | 'later' | 'untold'
