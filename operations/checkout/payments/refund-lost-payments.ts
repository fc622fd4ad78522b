import * as v from 'valibot'
import type { Kysely } from 'kysely'
import { transact } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import type { Database } from '#db/schema.ts'
import { cents, type Cents } from '#domain/money.ts'
import { callGatewayForEach } from '#operations/call-gateway-for-each.ts'
import type { Shop } from '#operations/shop.ts'
import { isUnpaid, type PaymentIntent } from '#providers/payments/payment-gateway.ts'
import { refundIfLost } from './refund-if-lost.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Payments that were lost with a disk. Their orders were placed after the restored copy was made. `unknown`: payments
 * whose orders are in the copy without them, such as a payment for a later change.
 */
export interface LostPayments {
  paid: PaymentIntent[]
  unknown: PaymentIntent[]
  /** Intents that could still be paid. */
  unpaid: PaymentIntent[]
  total: Cents
}

const payloadSchema = v.object({ intentId: v.string() })

/** Called with the number of parts that are done. */
type OnPart = (done: number, all: number) => void

/** The period is read in this many parts, to show progress: gateways do not say how many payments it has. */
const PERIOD_PARTS = 24

/**
 * Finds the payments that the gateway has of a period and that belong to this shop, but not to one of its orders: an
 * order is stored before its payment is created, and never deleted, so such an order was lost. Payments that are
 * missing from an existing order were lost too. Throws GatewayError.
 */
export async function findLostPayments(
  shop: Shop,
  { from, to }: { from: number; to: number },
  onPart: OnPart = () => {},
): Promise<LostPayments> {
  const bounds = Array.from({ length: PERIOD_PARTS + 1 }, (_, part) =>
    Math.round(from + ((to - from) * part) / PERIOD_PARTS),
  )
  // A gateway may count in whole seconds, and then lists a payment in both of two adjacent parts.
  const lost = new Map<PaymentIntent['id'], PaymentIntent>()
  const unknown = new Map<PaymentIntent['id'], PaymentIntent>()
  for (let part = 0; part < PERIOD_PARTS; part += 1) {
    onPart(part, PERIOD_PARTS)
    const time = { from: bounds[part]!, to: bounds[part + 1]! }
    for (const list of ['listPaid', 'listUnpaid'] as const) {
      for await (const page of shop.gateway[list](time)) {
        for (const intent of await withoutOrder(shop, page)) lost.set(intent.id, intent)
        if (list === 'listUnpaid') continue
        for (const intent of await withoutPayment(shop, page)) {
          if (!lost.has(intent.id)) unknown.set(intent.id, intent)
        }
      }
    }
  }
  const found = [...lost.values()]
  const paid = found.filter(({ state }) => state === 'succeeded')
  return {
    paid,
    unknown: [...unknown.values()],
    unpaid: found.filter(isUnpaid),
    total: cents(paid.reduce((sum, { amount }) => sum + amount, 0)),
  }
}

/**
 * Cancels the unpaid payments, so that nobody pays for a lost order, and enqueues one refund, with mails to shopper and
 * owner, for each paid one. A payment that was paid in the meantime is refunded too. A payment that is missing from its
 * order is settled with the order, or reported to the owner.
 */
export async function refundLostPayments(
  shop: Shop,
  { paid, unknown, unpaid }: LostPayments,
  onPart: OnPart = () => {},
): Promise<void> {
  const all = paid.length + unknown.length + unpaid.length
  let done = 0
  const late: PaymentIntent[] = []
  await callGatewayForEach(unpaid, async ({ id }) => {
    onPart(done++, all)
    const intent = await shop.gateway.cancelIntent(id)
    if (intent.state === 'succeeded') late.push(intent)
  })
  for (const intent of [...paid, ...late]) {
    onPart(Math.min(done++, all), all)
    await transact(shop.database, (tx) => refundIfLost(shop, tx, intent))
  }
  for (const intent of unknown) {
    onPart(Math.min(done++, all), all)
    await settlePayment(shop, intent)
  }
}

/** Refunds the payment of a `lost-payment-refund` task, and mails the shopper and the owner. */
export async function refundLostPayment(shop: Shop, payload: unknown): Promise<void> {
  const { intentId } = v.parse(payloadSchema, payload)
  const intent = await shop.gateway.findIntent(intentId)
  if (intent === null || intent.state !== 'succeeded') return
  const [lost] = await withoutOrder(shop, [intent])
  if (lost === undefined) return
  const { amount } = lost
  await shop.gateway.refund({ intentId, amount, idempotencyKey: `lost-order-${intentId}` })
  const mails = (['lost-payment-notice', 'lost-payment-alert'] as const).map((kind) => ({
    kind,
    payload: { intentId },
    dedupeKey: `${kind}:${intentId}`,
  }))
  await transact(shop.database, (tx) => enqueue(tx, mails, shop.now()))
}

/** The payments of this shop that are missing from their orders, and that were not reported to staff. */
async function withoutPayment(
  { id: shopId, database: { db } }: Shop,
  intents: readonly PaymentIntent[],
): Promise<PaymentIntent[]> {
  const ours = intents.filter(({ about }) => about?.shop === shopId)
  if (ours.length === 0) return []
  const ids = ours.map(({ id }) => id)
  const paid = await db.selectFrom('payments').select('intent_id').where('intent_id', 'in', ids).execute()
  const events = await db
    .selectFrom('order_events')
    .select('key')
    .where(
      'order_id',
      'in',
      ours.map(({ orderId }) => orderId),
    )
    .where('kind', 'in', ['stray-payment', 'does-not-agree'])
    .execute()
  const known = new Set([
    ...paid.map(({ intent_id }) => intent_id),
    ...events.map(({ key }) => key?.slice(key.indexOf(':') + 1)),
  ])
  return ours.filter(({ id }) => !known.has(id))
}

async function withoutOrder(
  { id: shopId, database: { db } }: Shop,
  intents: readonly PaymentIntent[],
): Promise<PaymentIntent[]> {
  const ours = intents.filter(({ about }) => about?.shop === shopId)
  const known = await knownOrders(
    db,
    ours.map(({ orderId }) => orderId),
  )
  return ours.filter(({ orderId }) => !known.has(orderId))
}

async function knownOrders(
  db: Kysely<Database>,
  ids: readonly PaymentIntent['orderId'][],
): Promise<Set<PaymentIntent['orderId']>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('orders').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}
