import { decimalDollars, formatCad, type Cents } from './money.ts'

/**
 * A cardholder has asked their bank for the money of an order. `open`: nobody has decided. `won`: the money is the shop's.
 * `lost`: the bank has taken it.
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
