import { chargedCode } from '#domain/currency.ts'
import type Stripe from 'stripe'
import { toOrderId, type OrderId } from '#domain/ids.ts'
import { RISK_LEVELS, type CardCheck, type PaymentRisk } from '#domain/orders/payment-risk.ts'
import { cents, type Cents } from '#domain/money.ts'
import type {
  CardVerification,
  GatewayEvent,
  IntentState,
  PaymentIntent,
  PaymentSubject,
} from '#providers/payments/payment-gateway.ts'
import { toDispute, toRefund } from './stripe-refunds-and-disputes.ts'

/**
 * Maps Stripe's states to ours. A payment that must be confirmed again waits for a card; an unknown state counts as
 * neither paid nor ended.
 */
const STATES: Partial<Record<Stripe.PaymentIntent.Status, IntentState>> = {
  requires_payment_method: 'requires_payment_method',
  requires_confirmation: 'requires_payment_method',
  requires_action: 'requires_action',
  processing: 'processing',
  requires_capture: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
}

/**
 * The events that can change an order, or end a card check; others are acknowledged and ignored. Which refund events
 * Stripe sends depends on the card and on the API version of the account. All of them contain the refund, and the event
 * of a new refund makes up for a lost response.
 */
const EVENT_SUBJECTS: Partial<Record<Stripe.Event.Type, 'intent' | 'setup' | 'refund' | 'dispute'>> = {
  'payment_intent.succeeded': 'intent',
  'payment_intent.payment_failed': 'intent',
  'payment_intent.canceled': 'intent',
  'setup_intent.setup_failed': 'setup',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.refund.updated': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
  'charge.dispute.closed': 'dispute',
}

/** The payment that the shop requests from Stripe: the total of an order in cents, without its parts. */
export function toIntentParams({
  orderId,
  amount,
  about,
}: {
  orderId: OrderId
  amount: Cents
  about?: PaymentSubject | undefined
}): Stripe.PaymentIntentCreateParams {
  return {
    amount,
    currency: chargedCode(),
    automatic_payment_methods: { enabled: true },
    metadata: { order_id: orderId, ...(about && toMetadata(about)) },
  }
}

/** Converts a Stripe payment. The paid amount is what was received. */
export function toIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  const state = STATES[intent.status] ?? 'processing'
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    state,
    amount: cents(state === 'succeeded' ? intent.amount_received : intent.amount),
    currency: intent.currency,
    orderId: toOrderId(intent.metadata['order_id'] ?? ''),
    about: toSubject(intent.metadata),
    lastError: state === 'succeeded' ? null : toLastError(intent.last_payment_error),
    ...toPaidWith(intent.latest_charge),
  }
}

/** Converts the check of a card, which Stripe calls a setup. Only one that was asked for with its card tells it. */
export function toCardVerification(setup: Stripe.SetupIntent): CardVerification {
  const { id, client_secret, status, payment_method: method } = setup
  const card = method !== null && typeof method === 'object' ? method.card?.fingerprint : null
  const state = STATES[status] ?? 'processing'
  return {
    id,
    clientSecret: client_secret ?? '',
    state,
    card: state === 'succeeded' ? (card ?? null) : null,
  }
}

/** The metadata by which a payment at Stripe names its shop and order. */
function toMetadata({ shop, orderNumber, email }: PaymentSubject): Record<string, string> {
  return { shop_id: shop, order_number: orderNumber, email }
}

function toSubject({
  shop_id: shop,
  order_number: orderNumber,
  email,
}: Stripe.Metadata): PaymentSubject | null {
  return shop && orderNumber && email ? { shop, orderNumber, email } : null
}

/**
 * Only a charge that was asked for with its payment tells. A card in a wallet is named by the wallet, and has a
 * fingerprint of its own there.
 */
function toPaidWith(
  charge: Stripe.PaymentIntent['latest_charge'],
): Pick<PaymentIntent, 'paidWith' | 'card' | 'risk'> {
  const details = typeof charge === 'object' ? charge?.payment_method_details : null
  if (!details || typeof charge !== 'object' || charge === null) return {}
  const { card, type } = details
  return {
    paidWith: { method: card?.wallet?.type ?? type, last4: card?.last4 ?? '' },
    ...(card?.fingerprint && { card: card.fingerprint }),
    risk: toRisk(charge.outcome, card),
  }
}

/** Stripe calls a risk that it did not look at `not_assessed` or `unknown`. */
function toRisk(
  outcome: Stripe.Charge.Outcome | null,
  card: Stripe.Charge.PaymentMethodDetails.Card | undefined,
): PaymentRisk {
  return {
    level: RISK_LEVELS.find((level) => level === outcome?.risk_level) ?? null,
    score: outcome?.risk_score ?? null,
    reason: outcome?.reason ? (outcome.seller_message ?? outcome.reason) : '',
    cvc: toCheck(card?.checks?.cvc_check),
    postal: toCheck(card?.checks?.address_postal_code_check),
    country: card?.country ?? '',
  }
}

function toCheck(check: string | null | undefined): CardCheck {
  return check === 'pass' ? 'passed' : check === 'fail' ? 'failed' : 'unknown'
}

/** A refused charge has an id; a step that failed before a charge has only the id of the card. */
function toLastError(error: Stripe.PaymentIntent.LastPaymentError | null): PaymentIntent['lastError'] {
  if (error === null) return null
  const id = error.charge ?? `${error.payment_method?.id ?? ''}:${error.code ?? error.type}`
  return { id, message: error.message ?? 'Your card was declined.' }
}

/** Reads an event whose signature was checked. An event from Stripe's other mode, test or live, is ignored. */
export function readStripeEvent(event: Stripe.Event, isLive: boolean): GatewayEvent {
  const { id: eventId, type } = event
  const kind = EVENT_SUBJECTS[type]
  if (kind === undefined || event.livemode !== isLive) return { kind: 'ignored', eventId, type }
  const { object } = event.data
  if (kind === 'setup') {
    const { id: checkId } = object as Stripe.SetupIntent
    return { kind: 'declined-check', eventId, checkId }
  }
  if (kind === 'refund') return { kind, eventId, refund: toRefund(object as Stripe.Refund) }
  if (kind === 'dispute') return { kind, eventId, dispute: toDispute(object as Stripe.Dispute) }
  return { kind, eventId, intent: toIntent(object as Stripe.PaymentIntent) }
}

/** The id in a client secret: `pi_1_secret_2` is the secret of the payment `pi_1`; `seti_1` is a card check. */
export function idInSecret(clientSecret: string, of: 'pi' | 'seti'): string | null {
  const [, id, kind] = /^((pi|seti)_[A-Za-z0-9_]{1,200})_secret_[A-Za-z0-9]+$/.exec(clientSecret) ?? []
  return kind === of ? (id ?? null) : null
}
