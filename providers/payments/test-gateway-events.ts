import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { ShopDatabase } from '#db/open-database.ts'
import type { Tx } from '#db/transact.ts'
import type { Cents } from '#domain/money.ts'
import type { GatewayEvent, PaymentIntent } from './payment-gateway.ts'
import { lastErrorSchema } from './test-gateway-intents.ts'
import { signWebhook } from './webhook-signature.ts'

/** A webhook on its way to the shop. */
export interface Delivery {
  id: string
  rawBody: string
  signature: string
}

const DELIVERIES_AT_ONCE = 200
const REDELIVER_MS = 3_000

const eventSchema = v.object({
  id: v.string(),
  type: v.string(),
  data: v.object({
    object: v.object({
      id: v.string(),
      client_secret: v.string(),
      amount: v.pipe(v.number(), v.safeInteger()),
      currency: v.string(),
      status: v.picklist([
        'requires_payment_method',
        'requires_action',
        'processing',
        'succeeded',
        'canceled',
      ]),
      metadata: v.object({ order_id: v.string() }),
      last_payment_error: v.nullable(lastErrorSchema),
    }),
  }),
})

/** Writes the webhook that tells of this payment, to be sent once the transaction has committed. */
export async function recordEvent(tx: Tx, intent: PaymentIntent, now: number): Promise<void> {
  const id = `evt_test_${randomBytes(12).toString('hex')}`
  const body = {
    id,
    type: intent.state === 'succeeded' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed',
    created: Math.floor(now / 1_000),
    data: {
      object: {
        id: intent.id,
        object: 'payment_intent',
        client_secret: intent.clientSecret,
        amount: intent.amount,
        currency: intent.currency,
        status: intent.state,
        metadata: { order_id: intent.orderId },
        last_payment_error: intent.lastError,
      },
    },
  }
  await tx
    .insertInto('test_gateway_events')
    .values({ id, body: JSON.stringify(body), created_at: now, deliver_after: now, delivered_at: null })
    .execute()
}

/** Reads the body of a webhook whose signature was checked. */
export function readEventBody(rawBody: string): GatewayEvent {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), eventSchema), rawBody)
  if (!parsed.success) return { kind: 'ignored', eventId: '', type: 'unreadable' }
  const { id, type, data } = parsed.output
  if (!type.startsWith('payment_intent.')) return { kind: 'ignored', eventId: id, type }
  const { object } = data
  return {
    kind: 'intent',
    eventId: id,
    intent: {
      id: object.id,
      clientSecret: object.client_secret,
      state: object.status,
      amount: object.amount as Cents,
      currency: object.currency,
      orderId: object.metadata.order_id,
      lastError: object.last_payment_error,
    },
  }
}

/** The webhooks that are due, signed at this moment. */
export async function dueDeliveries({ db }: ShopDatabase, secret: string, now: number): Promise<Delivery[]> {
  const due = await db
    .selectFrom('test_gateway_events')
    .select(['id', 'body'])
    .where('delivered_at', 'is', null)
    .where('deliver_after', '<=', now)
    .orderBy('deliver_after')
    .limit(DELIVERIES_AT_ONCE)
    .execute()
  return due.map(({ id, body }) => ({ id, rawBody: body, signature: signWebhook(secret, body, now) }))
}

/** Remembers which webhooks were taken; the others are sent again. */
export async function recordDeliveries(
  { db }: ShopDatabase,
  { taken, refused }: { taken: string[]; refused: string[] },
  now: number,
): Promise<void> {
  if (taken.length > 0) {
    await db.updateTable('test_gateway_events').set({ delivered_at: now }).where('id', 'in', taken).execute()
  }
  if (refused.length > 0) {
    await db
      .updateTable('test_gateway_events')
      .set((e) => ({ deliver_after: now + REDELIVER_MS, attempts: e('attempts', '+', 1) }))
      .where('id', 'in', refused)
      .execute()
  }
}
