import type Stripe from 'stripe'
import { toDisputeId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { GatewayDispute, GatewayRefund } from '#providers/payments/payment-gateway.ts'

/** The fields of a refund that we use, in Stripe's names (https://docs.stripe.com/api/refunds/object). */
export type StripeRefund = Pick<Stripe.Refund, 'id' | 'amount' | 'status' | 'metadata' | 'failure_reason'> & {
  payment_intent: string | { id: string } | null
}

/** The fields of a dispute that we use (https://docs.stripe.com/api/disputes/object). */
export type StripeDispute = Pick<Stripe.Dispute, 'id' | 'amount' | 'currency' | 'reason' | 'status'> & {
  payment_intent: string | { id: string } | null
}

/**
 * A refund that waits for a bank or for the shopper is pending, and so is one in a state that Stripe did not have when
 * this was written.
 */
const REFUND_STATES: Readonly<Record<string, GatewayRefund['state']>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

/** An inquiry that ends without a dispute took no money. An unknown state counts as open, so that staff look at it. */
const DISPUTE_STATES = {
  needs_response: 'open',
  under_review: 'open',
  warning_needs_response: 'open',
  warning_under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  prevented: 'open',
  won: 'won',
  warning_closed: 'won',
  lost: 'lost',
} as const satisfies Record<Stripe.Dispute.Status, GatewayDispute['state']>
const isKnown = (status: string): status is keyof typeof DISPUTE_STATES =>
  Object.hasOwn(DISPUTE_STATES, status)

/** The refund that the shop requests from Stripe, in cents. The key identifies the refund later. */
export function toRefundParams({
  intentId,
  amount,
  idempotencyKey,
}: {
  intentId: string
  amount: Cents
  idempotencyKey: string
}): Stripe.RefundCreateParams {
  return { payment_intent: intentId, amount, metadata: { shop_key: idempotencyKey } }
}

/** Converts a Stripe refund. The shop's idempotency key is in its metadata. */
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

/** Converts a Stripe dispute. */
export function toDispute(dispute: StripeDispute): GatewayDispute {
  const { id, amount, currency, reason, status, payment_intent } = dispute
  const state = isKnown(status) ? DISPUTE_STATES[status] : 'open'
  const intentId = idOf(payment_intent)
  return { id: toDisputeId(id), intentId, amount: cents(amount), currency, reason, state }
}

function idOf(named: string | { id: string } | null): string {
  return typeof named === 'string' ? named : (named?.id ?? '')
}
