import { decimalDollars, formatCad, type Cents } from '#domain/money.ts'

/**
 * A cardholder has asked their bank for the money of an order. `open`: nobody has decided. `won`: the money is the
 * shop's. `lost`: the bank has taken it.
 */
export interface Dispute {
  /** The gateway's name for it. */
  id: string
  amount: Cents
  /** Lower case: `cad`. */
  currency: string
  /** The gateway's word: `fraudulent`. */
  reason: string
  state: 'open' | 'won' | 'lost'
}

/** What may follow what. News that would lead elsewhere is old or was heard before. */
const DISPUTE_TRANSITIONS: Record<Dispute['state'], readonly Dispute['state'][]> = {
  open: ['won', 'lost'],
  won: [],
  lost: [],
}

/** Whether a dispute in state `from` may become `to`. */
export function disputeMayBecome(from: Dispute['state'], to: Dispute['state']): boolean {
  return DISPUTE_TRANSITIONS[from].includes(to)
}

/** Whether somebody has still to decide about some of the money. */
export function isDisputed(disputes: readonly Pick<Dispute, 'state'>[]): boolean {
  return disputes.some(({ state }) => state === 'open')
}

/** What a dispute is over, as people read it. */
export function disputeMoney({ amount, currency }: Pick<Dispute, 'amount' | 'currency'>): string {
  return currency === 'cad' ? formatCad(amount) : `${decimalDollars(amount)} ${currency.toUpperCase()}`
}

/** The gateway's reason as people read it: `product not received`. */
export function disputeReason(reason: string): string {
  return reason.replaceAll('_', ' ')
}
