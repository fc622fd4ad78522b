import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Database } from '#db/schema.ts'
import { insertRows } from '#db/engine/compiled-statements.ts'
import type { Tx } from '#db/engine/transact.ts'
import { toOrderId } from '#domain/ids.ts'
import { paymentRiskSchema } from '#domain/orders/payment-risk.ts'
import { cents } from '#domain/money.ts'
import type {
  GatewayDispute,
  GatewayEvent,
  PaymentIntent,
  Webhook,
} from '#providers/payments/payment-gateway.ts'
import {
  toDispute,
  toRefund,
  type StripeRefund,
} from '#providers/payments/stripe/stripe-refunds-and-disputes.ts'
import { lastErrorSchema, subjectSchema } from './test-gateway-intents.ts'
import { SIGNATURE_HEADER, signWebhook } from './webhook-signature.ts'

/** A webhook to be sent to the shop. */
export interface Delivery extends Webhook {
  id: string
  /** The payment it belongs to: webhooks of one payment are sent one after the other. */
  payment: string
}

/** After a crash a whole round is sent again, so a round is short. */
const DELIVERY_BATCH_SIZE = 40
const REDELIVER_MS = 3_000
/** How long after the payment a dispute is opened, and how long after that the bank decides. */
const DISPUTE_OPENS_AFTER_MS = 5_000
const DISPUTE_DURATION_MS = 60_000

const amount = v.pipe(v.number(), v.safeInteger())

const intentSchema = v.object({
  object: v.literal('payment_intent'),
  id: v.string(),
  client_secret: v.string(),
  amount,
  currency: v.string(),
  status: v.picklist(['requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled']),
  metadata: v.object({
    order_id: v.pipe(v.string(), v.transform(toOrderId)),
    about: v.optional(v.nullable(subjectSchema)),
  }),
  last_payment_error: v.nullable(lastErrorSchema),
  paid_with: v.optional(v.object({ method: v.string(), last4: v.string() })),
  risk: v.optional(paymentRiskSchema),
})

const checkSchema = v.object({ object: v.literal('setup_intent'), id: v.string() })

const refundSchema = v.object({
  object: v.literal('refund'),
  id: v.string(),
  amount,
  payment_intent: v.string(),
  status: v.string(),
  failure_reason: v.exactOptional(v.string()),
  metadata: v.record(v.string(), v.string()),
})

const disputeSchema = v.object({
  object: v.literal('dispute'),
  id: v.string(),
  amount,
  currency: v.string(),
  payment_intent: v.string(),
  reason: v.string(),
  status: v.string(),
})

const eventSchema = v.object({
  id: v.string(),
  type: v.string(),
  data: v.object({ object: v.variant('object', [intentSchema, checkSchema, refundSchema, disputeSchema]) }),
})

/** Stores the webhook for this payment, to be sent once the transaction has committed. */
export async function writeIntentEvent(tx: Tx, intent: PaymentIntent, now: number): Promise<void> {
  const type = intent.state === 'succeeded' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed'
  const object = {
    object: 'payment_intent' as const,
    id: intent.id,
    client_secret: intent.clientSecret,
    amount: intent.amount,
    currency: intent.currency,
    status: intent.state,
    metadata: { order_id: intent.orderId, about: intent.about },
    last_payment_error: intent.lastError,
    ...(intent.paidWith && { paid_with: intent.paidWith }),
    ...(intent.risk && { risk: intent.risk }),
  }
  await writeEvent(tx, type, object, now)
}

/** Stores the webhook that a card was declined by a check. */
export function writeDeclinedCheckEvent(tx: Tx, id: string, now: number): Promise<void> {
  return writeEvent(tx, 'setup_intent.setup_failed', { object: 'setup_intent', id }, now)
}

/** Stores the webhook with the outcome of a refund, to be sent at that time. */
export async function writeRefundEvent(tx: Tx, refund: StripeRefund, at: number): Promise<void> {
  const type = refund.status === 'failed' ? 'refund.failed' : 'refund.updated'
  await writeEvent(tx, type, { object: 'refund', ...refund }, at)
}

/**
 * Stores the two webhooks of a dispute over the whole payment: opened, and lost a minute later. Neither waits for the
 * other: they leave with the commit.
 */
export async function writeDisputeEvents(tx: Tx, intent: PaymentIntent, now: number): Promise<void> {
  const dispute = {
    object: 'dispute',
    id: `dp_test_${randomBytes(12).toString('hex')}`,
    amount: intent.amount,
    currency: intent.currency,
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
  }
  const opens = now + DISPUTE_OPENS_AFTER_MS
  const closed = { ...dispute, status: 'lost' }
  await Promise.all([
    writeEvent(tx, 'charge.dispute.created', dispute, opens),
    writeEvent(tx, 'charge.dispute.closed', closed, opens + DISPUTE_DURATION_MS),
  ])
}

/** A dispute according to its latest event; null before the first one. */
export async function findDispute(
  db: Kysely<Database>,
  id: string,
  now: number,
): Promise<GatewayDispute | null> {
  const latest = await db
    .selectFrom('test_gateway_events')
    .select('body')
    .where('body', 'like', `%"id":"${id}"%`)
    .where('created_at', '<=', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const event = latest && readEventBody(latest.body)
  return event?.kind === 'dispute' && event.dispute.id === id ? event.dispute : null
}

async function writeEvent(tx: Tx, type: string, object: object, at: number): Promise<void> {
  const id = `evt_test_${randomUUIDv7().replaceAll('-', '')}`
  const body = { id, type, created: Math.floor(at / 1_000), data: { object } }
  const row = { id, body: JSON.stringify(body), created_at: at, deliver_after: at, delivered_at: null }
  await insertRows(tx, 'test_gateway_events', [row])
}

/** Parses the body of a webhook whose signature was checked. */
export function readEventBody(rawBody: string): GatewayEvent {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), eventSchema), rawBody)
  if (!parsed.success) return { kind: 'ignored', eventId: '', type: 'unreadable' }
  const { id, data } = parsed.output
  const { object } = data
  if (object.object === 'setup_intent') return { kind: 'declined-check', eventId: id, checkId: object.id }
  if (object.object === 'refund') return { kind: 'refund', eventId: id, refund: toRefund(object) }
  if (object.object === 'dispute') return { kind: 'dispute', eventId: id, dispute: toDispute(object) }
  return {
    kind: 'intent',
    eventId: id,
    intent: {
      id: object.id,
      clientSecret: object.client_secret,
      state: object.status,
      amount: cents(object.amount),
      currency: object.currency,
      orderId: object.metadata.order_id,
      about: object.metadata.about ?? null,
      lastError: object.last_payment_error,
      ...(object.paid_with && { paidWith: object.paid_with }),
      ...(object.risk && { risk: object.risk }),
    },
  }
}

/**
 * Claims due webhooks and signs them. They become due again after three seconds, so that two processes do not send the
 * same ones and another process sends those that a stopped process left.
 */
export async function takeDueDeliveries(
  { db, engine }: ShopDatabase,
  secret: string,
  now: number,
): Promise<Delivery[]> {
  const due = db
    .selectFrom('test_gateway_events')
    .select('id')
    .where('delivered_at', 'is', null)
    .where('deliver_after', '<=', now)
    .orderBy('deliver_after')
    .limit(DELIVERY_BATCH_SIZE)
    .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked())
  const taken = await db
    .updateTable('test_gateway_events')
    .set((e) => ({ deliver_after: now + REDELIVER_MS, attempts: e('attempts', '+', 1) }))
    .where('id', 'in', due)
    .returning(['id', 'body', 'created_at'])
    .execute()
  return taken
    .toSorted((one, other) => one.created_at - other.created_at)
    .map(({ id, body }) => ({
      id,
      rawBody: body,
      headers: { [SIGNATURE_HEADER]: signWebhook(secret, body, now) },
      payment: paymentOf(body),
    }))
}

/** Records which webhooks the shop accepted; the rest are sent again. */
export async function recordDeliveries(
  { db }: ShopDatabase,
  taken: readonly string[],
  now: number,
): Promise<void> {
  if (taken.length === 0) return
  await db.updateTable('test_gateway_events').set({ delivered_at: now }).where('id', 'in', taken).execute()
}

const subjectOfEvent = v.object({
  data: v.object({ object: v.object({ id: v.string(), payment_intent: v.optional(v.string()) }) }),
})

function paymentOf(body: string): string {
  const { object } = v.parse(subjectOfEvent, JSON.parse(body)).data
  return object.payment_intent ?? object.id
}
