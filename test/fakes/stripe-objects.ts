import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { newId } from './stripe-reply.ts'

/**
 * What Stripe keeps and sends. The SDK's types are made of Stripe's OpenAPI document of 2026, so the compiler checks
 * the names and that nothing is missing; `stripe-document.ts` checks the values.
 */
export type Intent = Omit<Stripe.PaymentIntent, 'last_payment_error' | 'latest_charge' | 'client_secret'> & {
  client_secret: string
  latest_charge: string | null
  last_payment_error: object | null
}

/** Without an answer's `payment_method` in full, which is asked for. */
export type Setup = Omit<Stripe.SetupIntent, 'client_secret' | 'payment_method' | 'last_setup_error'> & {
  client_secret: string
  last_setup_error: object | null
  payment_method: string | null
}

export type Refund = Stripe.Refund & { payment_intent: string; status: string }

export type Dispute = Stripe.Dispute & { payment_intent: string }

export type EventType = Extract<
  Stripe.Event.Type,
  | `payment_intent.${'succeeded' | 'payment_failed' | 'canceled'}`
  | 'setup_intent.setup_failed'
  | `refund.${'updated' | 'failed'}`
  | `charge.dispute.${'created' | 'updated' | 'closed' | 'funds_withdrawn' | 'funds_reinstated'}`
>

export type StripeEvent = Omit<Stripe.EventBase, 'data' | 'type'> & {
  type: EventType
  data: { object: Intent | Setup | Refund | Dispute }
}

/** With what the list can be asked by, and what its source is asked for as. */
export type BalanceTransaction = Stripe.BalanceTransaction & { payout: string | null; of: object | null }

export type Payout = Stripe.Payout

type Metadata = Record<string, string>

/** A payment that waits for a card. */
export function newIntent(amount: number, currency: string, metadata: Metadata): Intent {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    confirmation_method: 'automatic',
    created: nowInSeconds(),
    currency,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
}

/** The check of a card that waits for it. */
export function newSetup(): Setup {
  const id = newId('seti')
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: ['card'],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    created: nowInSeconds(),
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'on_session',
  }
}

/** A refund of some of a payment. */
export function newRefund(
  { id, currency, latest_charge: charge }: Intent,
  asked: Pick<Refund, 'amount' | 'metadata' | 'status' | 'failure_reason'>,
): Refund {
  return {
    id: newId('re'),
    object: 'refund',
    balance_transaction: null,
    charge,
    created: nowInSeconds(),
    currency,
    customer: null,
    customer_account: null,
    payment_intent: id,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...asked,
  }
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** A dispute about a whole payment, which waits for evidence. */
export function newDispute({ id, amount, currency, latest_charge: charge }: Intent): Dispute {
  return {
    id: newId('dp'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge ?? '',
    created: nowInSeconds(),
    currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: nowInSeconds() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: id,
    reason: 'fraudulent',
    status: 'needs_response',
  }
}

/** What moved the balance. `of`: what it is about. */
export function newBalanceTransaction(
  of: { id: string } | null,
  terms: {
    type: string
    category: string
    currency: string
    at: number
    description: string | null
    amount: number
    fee: number
  },
): BalanceTransaction {
  const { type, category, currency, at, description, amount, fee } = terms
  const created = Math.floor(at / 1_000)
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created + 2 * 86_400,
    balance_type: 'payments',
    created,
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details: [],
    net: amount - fee,
    reporting_category: category,
    source: of?.id ?? null,
    status: 'pending',
    type,
    payout: null,
    of,
  }
}

/** A payout to the bank on its way. */
export function newPayout({
  amount,
  automatic,
  currency,
  at,
}: {
  amount: number
  automatic: boolean
  currency: string
  at: number
}): Payout {
  const created = Math.floor(at / 1_000)
  return {
    id: newId('po'),
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: Math.floor(created / 86_400) * 86_400 + 2 * 86_400,
    automatic,
    balance_transaction: null,
    created,
    currency,
    description: null,
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: automatic ? 'completed' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  }
}

/** An event about an object as it is now. */
export function newEvent(type: EventType, object: Intent | Setup | Refund | Dispute): StripeEvent {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: null,
    created: nowInSeconds(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  }
}

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1_000)
}
