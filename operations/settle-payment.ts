import { sql } from 'kysely'
import { enqueue, type OutboxTask } from '#db/outbox.ts'
import { deleteHold, giveHoldBack, lockingOrders, recordEvent, recordOnce } from '#db/orders.ts'
import { lockProducts, takeStock, type Pieces } from '#db/stock.ts'
import { transact, type Tx } from '#db/transact.ts'
import type { OrderState } from '#domain/order.ts'
import type { Size } from '#domain/product.ts'
import type { PaymentIntent } from '#providers/payments/payment-gateway.ts'
import { releaseHold } from './release-hold.ts'
import type { Shop } from './shop.ts'

/** What a payment at the gateway meant for its order. */
export type Settlement =
  | { kind: 'paid'; orderNumber: string }
  /** The money came when nothing was left to sell: it goes back, and everybody is told. */
  | { kind: 'refunded'; orderNumber: string }
  /** Amount, currency or order do not agree: nothing moves until a person has looked. */
  | { kind: 'needs-attention'; orderNumber: string }
  | { kind: 'not-paid' }
  | { kind: 'unknown-order' }

interface Decided {
  settlement: Settlement
  availabilityChanged: boolean
}

/**
 * The only way an order becomes paid. The webhook, the shopper's return and the reconciler all come here, as often as
 * they like: the first one settles, the others read what was settled.
 */
export async function settlePayment(shop: Shop, intent: PaymentIntent): Promise<Settlement> {
  if (intent.state !== 'succeeded') {
    if (intent.state === 'requires_payment_method' && intent.lastError !== null) {
      await releaseDeclined(shop, intent, intent.lastError.id)
    }
    return { kind: 'not-paid' }
  }
  const { settlement, availabilityChanged } = await transact(shop.database, (tx) => decide(shop, tx, intent))
  if (availabilityChanged) await shop.changes.tell('catalogue')
  return settlement
}

async function releaseDeclined(shop: Shop, intent: PaymentIntent, attempt: string): Promise<void> {
  const ours = await shop.database.db
    .selectFrom('payments')
    .select('order_id')
    .where('order_id', '=', intent.orderId)
    .where('intent_id', '=', intent.id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (ours) await releaseHold(shop, intent.orderId, { reason: 'declined', attempt })
}

async function decide(shop: Shop, tx: Tx, intent: PaymentIntent): Promise<Decided> {
  const order = await lockingOrders(tx, shop.database.engine)
    .select(['id', 'number', 'state', 'total_cents'])
    .where('id', '=', intent.orderId)
    .executeTakeFirst()
  if (!order) return unchanged({ kind: 'unknown-order' })
  const payment = await tx
    .selectFrom('payments')
    .select(['intent_id', 'currency'])
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const state = order.state as OrderState
  const orderNumber = order.number
  const isItsPayment = payment.intent_id === null || payment.intent_id === intent.id
  if (state === 'needs-attention') {
    await askForAttention(shop, tx, intent, 'does-not-agree')
    return unchanged({ kind: state, orderNumber })
  }
  if (state === 'paid' || state === 'refunded') {
    if (!isItsPayment) await askForAttention(shop, tx, intent, 'stray-payment')
    return unchanged({ kind: state, orderNumber })
  }
  const agrees = isItsPayment && intent.amount === order.total_cents && intent.currency === payment.currency
  if (!agrees) {
    await become(shop, tx, intent, 'needs-attention')
    await askForAttention(shop, tx, intent, 'does-not-agree')
    const { backInStock } = await giveHoldBack(tx, shop.database.engine, order.id)
    return { settlement: { kind: 'needs-attention', orderNumber }, availabilityChanged: backInStock }
  }

  const held = await deleteHold(tx, order.id)
  if (held.length > 0)
    return { ...(await markPaid(shop, tx, intent, orderNumber)), availabilityChanged: false }

  const heldAgain = await holdAgain(shop, tx, order.id)
  if (!heldAgain) return giveBack(shop, tx, intent, orderNumber)
  await recordEvent(tx, order.id, shop.now(), 'held-again')
  return { ...(await markPaid(shop, tx, intent, orderNumber)), availabilityChanged: heldAgain.soldOut }
}

/** Late money: what was given back may still be there. The savepoint keeps a half-taken cart out of the books. */
async function holdAgain({ database }: Shop, tx: Tx, orderId: string): Promise<{ soldOut: boolean } | null> {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['product_id as productId', 'size', (e) => e.fn.sum<number>('quantity').as('quantity')])
    .where('order_id', '=', orderId)
    .groupBy(['product_id', 'size'])
    .execute()
  const pieces = lines.map((line): Pieces => ({
    ...line,
    size: line.size as Size,
    quantity: Number(line.quantity),
  }))
  await lockProducts(tx, database.engine, pieces)
  await sql`savepoint held_again`.execute(tx)
  const taken = await takeStock(tx, pieces)
  await (taken ? sql`release savepoint held_again` : sql`rollback to savepoint held_again`).execute(tx)
  return taken
}

async function markPaid(shop: Shop, tx: Tx, intent: PaymentIntent, orderNumber: string) {
  await become(shop, tx, intent, 'paid')
  await enqueue(tx, [mail('order-notification', intent), mail('order-confirmation', intent)], shop.now())
  return { settlement: { kind: 'paid', orderNumber } satisfies Settlement }
}

async function giveBack(shop: Shop, tx: Tx, intent: PaymentIntent, orderNumber: string): Promise<Decided> {
  await become(shop, tx, intent, 'refunded')
  const refund: OutboxTask = {
    kind: 'refund',
    payload: { orderId: intent.orderId, intentId: intent.id, amount: intent.amount },
    dedupeKey: `refund:${intent.orderId}`,
  }
  await enqueue(tx, [refund, mail('refund-notice', intent), mail('refund-alert', intent)], shop.now())
  return unchanged({ kind: 'refunded', orderNumber })
}

/** Once for each payment that the books cannot explain. */
async function askForAttention(shop: Shop, tx: Tx, intent: PaymentIntent, why: string): Promise<void> {
  if (!(await recordOnce(tx, intent.orderId, shop.now(), why, moneyOf(intent)))) return
  const { kind, payload, dedupeKey } = mail('attention-alert', intent)
  await enqueue(tx, [{ kind, payload, dedupeKey: `${dedupeKey}:${intent.id}` }], shop.now())
}

/** What the payment is while its order is in a state. `refunding`: the outbox is giving the money back. */
const PAYMENT_STATES = { paid: 'succeeded', refunded: 'refunding', 'needs-attention': 'disputed' } as const

async function become(
  shop: Shop,
  tx: Tx,
  intent: PaymentIntent,
  state: keyof typeof PAYMENT_STATES,
): Promise<void> {
  const now = shop.now()
  const { orderId } = intent
  await tx
    .updateTable('orders')
    .set({ state, updated_at: now, ...(state === 'paid' && { paid_at: now }) })
    .where('id', '=', orderId)
    .execute()
  await tx
    .updateTable('payments')
    .set({
      state: PAYMENT_STATES[state],
      updated_at: now,
      ...(state !== 'needs-attention' && { intent_id: intent.id }),
    })
    .where('order_id', '=', orderId)
    .execute()
  await recordEvent(tx, orderId, now, state, moneyOf(intent))
}

function moneyOf({ id, amount, currency }: PaymentIntent) {
  return { intentId: id, amount, currency }
}

function mail(kind: string, { orderId }: PaymentIntent): OutboxTask {
  return { kind, payload: { orderId }, dedupeKey: `${kind}:${orderId}` }
}

function unchanged(settlement: Settlement): Decided {
  return { settlement, availabilityChanged: false }
}
