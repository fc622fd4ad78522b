import * as v from 'valibot'
import type { Kysely } from 'kysely'
import { transact, type Tx } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import type { Database } from '#db/schema.ts'
import { cents, type Cents } from '#domain/money.ts'
import { callInTurn } from '#operations/call-in-turn.ts'
import type { Shop } from '#operations/shop.ts'
import { isUnpaid, type PaymentIntent } from '#providers/payments/payment-gateway.ts'

/** Payments of orders that were lost with a disk, placed after the copy that was restored. */
export interface LostPayments {
  paid: PaymentIntent[]
  /** They could still be paid. */
  unpaid: PaymentIntent[]
  total: Cents
}

const payloadSchema = v.object({ intentId: v.string() })

/** Called with how many of the parts of the work are done. */
type OnPart = (done: number, all: number) => void

/** The period is read in so many parts: gateways do not say how many payments it has. */
const PARTS = 24

/**
 * Looks through the payments that the gateway has of a period for those of this shop whose order it does not have: an
 * order is stored before its payment is created, and never deleted, so such an order was lost. Throws GatewayError.
 */
export async function findLostPayments(
  shop: Shop,
  { from, to }: { from: number; to: number },
  onPart: OnPart = () => {},
): Promise<LostPayments> {
  const bounds = Array.from({ length: PARTS + 1 }, (_, part) =>
    Math.round(from + ((to - from) * part) / PARTS),
  )
  // A gateway may count in whole seconds, and then lists a payment in both of two adjacent parts.
  const lost = new Map<PaymentIntent['id'], PaymentIntent>()
  for (let part = 0; part < PARTS; part += 1) {
    onPart(part, PARTS)
    const time = { from: bounds[part]!, to: bounds[part + 1]! }
    for (const list of ['listPaid', 'listUnpaid'] as const) {
      for await (const page of shop.gateway[list](time)) {
        for (const intent of await withoutOrder(shop, page)) lost.set(intent.id, intent)
      }
    }
  }
  const found = [...lost.values()]
  const paid = found.filter(({ state }) => state === 'succeeded')
  return {
    paid,
    unpaid: found.filter(isUnpaid),
    total: cents(paid.reduce((sum, { amount }) => sum + amount, 0)),
  }
}

/**
 * Cancels the unpaid ones, so that nobody pays for a lost order, and has the shop refund the paid ones and tell their
 * shoppers, each once. One that was paid in the meantime is refunded too.
 */
export async function refundLostPayments(
  shop: Shop,
  { paid, unpaid }: LostPayments,
  onPart: OnPart = () => {},
): Promise<void> {
  const all = paid.length + unpaid.length
  let done = 0
  const late: PaymentIntent[] = []
  await callInTurn(unpaid, async ({ id }) => {
    onPart(done++, all)
    const intent = await shop.gateway.cancelIntent(id)
    if (intent.state === 'succeeded') late.push(intent)
  })
  for (const intent of [...paid, ...late]) {
    onPart(Math.min(done++, all), all)
    await transact(shop.database, (tx) => refundIfLost(shop, tx, intent))
  }
}

/** Has a payment without an order refunded, when it is of this shop. */
export async function refundIfLost(shop: Shop, tx: Tx, intent: PaymentIntent): Promise<void> {
  if (intent.about?.shop !== shop.id || intent.state !== 'succeeded') return
  const task = { kind: 'lost-payment-refund', payload: { intentId: intent.id } } as const
  await enqueue(tx, [{ ...task, dedupeKey: `lost-payment-refund:${intent.id}` }], shop.now())
}

/** Refunds the payment of a `lost-payment-refund` task, and tells shopper and owner. */
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
