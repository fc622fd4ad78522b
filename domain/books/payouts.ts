import type { SettlementKind } from './settlements.ts'

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

/** What a payout consists of, in cents: the parts add up to `total`, which is what the bank gets. */
export interface PayoutSums {
  payments: number
  refunds: number
  disputes: number
  /** Negative: what the provider kept. */
  fees: number
  /** Among them earlier payouts that came back. */
  other: number
  total: number
}

const PART_OF: Partial<Record<SettlementKind, 'payments' | 'refunds' | 'disputes' | 'fees'>> = {
  payment: 'payments',
  'payment-failed': 'payments',
  refund: 'refunds',
  'refund-failed': 'refunds',
  dispute: 'disputes',
  'dispute-won': 'disputes',
  fee: 'fees',
}

/** What a payout consists of, from the sums of what is in it, without its own transaction. */
export function sumsOfPayout(
  parts: readonly { kind: SettlementKind; amount: number; fee: number }[],
): PayoutSums {
  const sums = { payments: 0, refunds: 0, disputes: 0, fees: 0, other: 0, total: 0 }
  for (const { kind, amount, fee } of parts) {
    sums[PART_OF[kind] ?? 'other'] += amount
    sums.fees -= fee
    sums.total += amount - fee
  }
  return sums
}
