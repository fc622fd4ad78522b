import { chargedCode } from '#domain/currency.ts'
import type { DisputeId } from '#domain/ids.ts'
import { decimalDollars, formatCents, type Cents } from '#domain/money.ts'

/**
 * A cardholder's claim at their bank for the money of an order. `open`: not decided yet. `won`: the shop keeps the
 * money. `lost`: the bank has taken it.
 */
export interface Dispute {
  /** The gateway's id of the dispute. */
  id: DisputeId
  amount: Cents
  /** Lower case: `cad`. */
  currency: string
  /** The gateway's reason code: `fraudulent`. */
  reason: string
  state: 'open' | 'won' | 'lost'
}

/**
 * The allowed state changes. An event that would cause another one is outdated or a repeat. A decision may be reversed
 * on appeal; a closed inquiry may become a dispute. Events arrive in any order, so the gateway is queried before a
 * decided dispute changes (`isDecided`).
 */
const DISPUTE_TRANSITIONS: Record<Dispute['state'], readonly Dispute['state'][]> = {
  open: ['won', 'lost'],
  won: ['open', 'lost'],
  lost: ['won'],
}

/** Whether the bank has decided. */
export function isDecided({ state }: Pick<Dispute, 'state'>): boolean {
  return state !== 'open'
}

/** Whether a dispute in state `from` may change to `to`. */
export function disputeMayBecome(from: Dispute['state'], to: Dispute['state']): boolean {
  return DISPUTE_TRANSITIONS[from].includes(to)
}

/** Whether any dispute is still undecided. */
export function isDisputed(disputes: readonly Pick<Dispute, 'state'>[]): boolean {
  return disputes.some(({ state }) => state === 'open')
}

/** The disputed amount as display text. */
export function formatDisputedAmount({ amount, currency }: Pick<Dispute, 'amount' | 'currency'>): string {
  return currency === chargedCode()
    ? formatCents(amount)
    : `${decimalDollars(amount)} ${currency.toUpperCase()}`
}

/** The gateway's reason code as display text: `product not received`. */
export function disputeReason(reason: string): string {
  return reason.replaceAll('_', ' ')
}
