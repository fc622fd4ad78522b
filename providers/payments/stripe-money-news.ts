import type Stripe from 'stripe'
import { cents } from '#domain/money.ts'
import type { GatewayDispute, GatewayRefund } from './payment-gateway.ts'

/** The parts of a refund that matter here, with Stripe's names (https://docs.stripe.com/api/refunds/object). */
export type StripeRefund = Pick<Stripe.Refund, 'id' | 'amount' | 'status' | 'metadata' | 'failure_reason'> & {
  payment_intent: string | { id: string } | null
}

/** The parts of a dispute that matter here (https://docs.stripe.com/api/disputes/object). */
export type StripeDispute = Pick<Stripe.Dispute, 'id' | 'amount' | 'currency' | 'reason' | 'status'> & {
  payment_intent: string | { id: string } | null
}

/** What waits for a bank or for the shopper is pending, and so is what we do not know. */
const REFUND_STATES: Record<string, GatewayRefund['state']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

/** An inquiry that ends without a dispute took no money. What we do not know is for a person to look at. */
const DISPUTE_STATES: Record<string, GatewayDispute['state']> = {
  won: 'won',
  warning_closed: 'won',
  lost: 'lost',
}

/** A refund in our words. The key that the shop asked with is in its metadata. */
export function toRefund(refund: StripeRefund): GatewayRefund {
  const { id, amount, status, metadata, payment_intent, failure_reason } = refund
  const state = REFUND_STATES[status ?? ''] ?? 'pending'
  return {
    id,
    key: metadata?.['shop_key'] ?? '',
    intentId: idOf(payment_intent),
    amount: cents(amount),
    state,
    failure: state === 'failed' ? (failure_reason ?? status ?? '').replaceAll('_', ' ') : '',
  }
}

/** A dispute in our words. */
export function toDispute(dispute: StripeDispute): GatewayDispute {
  const { id, amount, currency, reason, status, payment_intent } = dispute
  const state = DISPUTE_STATES[status] ?? 'open'
  return { id, intentId: idOf(payment_intent), amount: cents(amount), currency, reason, state }
}

function idOf(named: string | { id: string } | null): string {
  return typeof named === 'string' ? named : (named?.id ?? '')
}
