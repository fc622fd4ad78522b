import type { AccountKind } from './accounts.ts'
import { addedUp, type BookEvent, type EntryKind, type Posting } from './journal.ts'

/**
 * What moves the balance that a shop has at its payment provider, and how staff read that. `of`: what it is matched to.
 * `kind`: what its entry is of.
 */
export const SETTLEMENT_KINDS = {
  payment: { label: 'Payment', of: 'payment', kind: 'settled' },
  'payment-failed': { label: 'Payment that failed', of: 'payment', kind: 'settled' },
  refund: { label: 'Refund', of: 'payment', kind: 'settled' },
  'refund-failed': { label: 'Refund that came back', of: 'payment', kind: 'settled' },
  dispute: { label: 'Disputed', of: 'payment', kind: 'settled' },
  'dispute-won': { label: 'Dispute won', of: 'payment', kind: 'settled' },
  fee: { label: 'Fee', of: 'provider', kind: 'fee' },
  payout: { label: 'Payout', of: 'bank', kind: 'payout' },
  'payout-failed': { label: 'Payout that came back', of: 'bank', kind: 'payout' },
  'top-up': { label: 'Paid in from the bank', of: 'bank', kind: 'payout' },
  other: { label: 'Other', of: 'nothing', kind: 'other' },
} as const satisfies Record<
  string,
  { label: string; of: 'payment' | 'provider' | 'bank' | 'nothing'; kind: EntryKind }
>

/** What moved the balance at a payment provider. */
export type SettlementKind = keyof typeof SETTLEMENT_KINDS

/**
 * Why a transaction at the payment provider is matched to nothing. `currency`: the balance is in another currency than
 * the books, and so it is not entered at all. `unknown-payment`: the shop has no such payment. `no-payment`: it is of
 * no payment that a shop makes. `kind`: nothing that a shop knows.
 */
export const UNMATCHED_REASONS = ['currency', 'unknown-payment', 'no-payment', 'kind'] as const

/** Why a transaction at the payment provider is matched to nothing. */
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number]

/** What moved the balance at a payment provider, in cents of `currency`: by `amount` less `fee`. */
export interface Settlement {
  kind: SettlementKind
  /** When, in epoch milliseconds. */
  at: number
  /** Lower case. */
  currency: string
  amount: number
  fee: number
}

/** Why a transaction stays unmatched; null: it is matched. `hasOrder`: the shop knows its payment. */
export function unmatchedReason(
  { kind, currency, intentId }: Pick<Settlement, 'kind' | 'currency'> & { intentId: string },
  { hasOrder, booksIn }: { hasOrder: boolean; booksIn: string },
): UnmatchedReason | null {
  if (currency !== booksIn) return 'currency'
  const { of } = SETTLEMENT_KINDS[kind]
  if (of === 'nothing') return 'kind'
  if (of !== 'payment' || hasOrder) return null
  return intentId === '' ? 'no-payment' : 'unknown-payment'
}

/** What staff decided about an unmatched transaction: an account of the books, or null: it is not of this shop. */
export interface SettlementDecision {
  account: AccountKind | null
}

/**
 * What a transaction at the payment provider says in the books: what was to come is there, less the fee, and a payout
 * goes to the bank. What is matched to nothing is entered too, so that the account has the provider's own balance.
 */
export function eventsOfSettlement(
  { kind, at, amount, fee }: Settlement,
  {
    unmatched,
    decision,
    gateway,
  }: { unmatched: UnmatchedReason | null; decision: SettlementDecision | null; gateway: string },
): BookEvent[] {
  if (unmatched === 'currency') return []
  const { of, kind: entry } = SETTLEMENT_KINDS[kind]
  const post = (account: AccountKind, cents: number, name = ''): Posting => ({ account, name, amount: cents })
  const against = (): Posting[] => {
    if (unmatched !== null) {
      if (decision === null) return [post('gatewayFees', fee), post('gatewayOther', -amount)]
      return decision.account === null
        ? [post('gatewayOther', fee - amount)]
        : [post('gatewayFees', fee), post(decision.account, -amount)]
    }
    if (of === 'provider') return [post('gatewayFees', fee - amount)]
    return [
      post('gatewayFees', fee),
      of === 'bank' ? post('bank', -amount) : post('gatewayDue', -amount, gateway),
    ]
  }
  const postings = addedUp([post('gatewayBalance', amount - fee), ...against()])
  return postings.length === 0
    ? []
    : [{ source: 'settlement', kind: unmatched === null ? entry : 'other', at, postings }]
}
