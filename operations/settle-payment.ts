import { sql } from 'kysely'
import { enqueue, type OutboxTask } from '#db/outbox.ts'
import { deleteHold, lockingOrders, recordEvent } from '#db/orders.ts'
import { takeStock, type Pieces } from '#db/stock.ts'
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
  shop.wakeOutbox()
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
  const state = order.state as OrderState
  const orderNumber = order.number
  if (state === 'paid' || state === 'refunded') return unchanged({ kind: state, orderNumber })
  if (state === 'needs-attention') return unchanged({ kind: 'needs-attention', orderNumber })

  const payment = await tx
    .selectFrom('payments')
    .select(['intent_id', 'currency'])
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const agrees =
    (payment.intent_id === null || payment.intent_id === intent.id) &&
    intent.amount === order.total_cents &&
    intent.currency === payment.currency
  if (!agrees) return setAside(shop, tx, intent, orderNumber)

  const held = await deleteHold(tx, order.id)
  if (held.length > 0)
    return { ...(await markPaid(shop, tx, intent, orderNumber)), availabilityChanged: false }

  const heldAgain = await holdAgain(tx, order.id)
  if (!heldAgain) return giveBack(shop, tx, intent, orderNumber)
  await recordEvent(tx, order.id, shop.now(), 'held-again')
  return { ...(await markPaid(shop, tx, intent, orderNumber)), availabilityChanged: heldAgain.soldOut }
}

/** Late money: what was given back may still be there. The savepoint keeps a half-taken cart out of the books. */
async function holdAgain(tx: Tx, orderId: string): Promise<{ soldOut: boolean } | null> {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['product_id as productId', 'size', (e) => e.fn.sum<number>('quantity').as('quantity')])
    .where('order_id', '=', orderId)
    .groupBy(['product_id', 'size'])
    .orderBy('product_id')
    .execute()
  const pieces = lines.map((line): Pieces => ({
    ...line,
    size: line.size as Size,
    quantity: Number(line.quantity),
  }))
  await sql`savepoint held_again`.execute(tx)
  const taken = await takeStock(tx, pieces)
  await (taken ? sql`release savepoint held_again` : sql`rollback to savepoint held_again`).execute(tx)
  return taken
}

async function markPaid(shop: Shop, tx: Tx, intent: PaymentIntent, orderNumber: string) {
  await become(shop, tx, intent, 'paid', 'succeeded')
  await enqueue(tx, [mail('order-notification', intent), mail('order-confirmation', intent)], shop.now())
  return { settlement: { kind: 'paid', orderNumber } satisfies Settlement }
}

async function giveBack(shop: Shop, tx: Tx, intent: PaymentIntent, orderNumber: string): Promise<Decided> {
  await become(shop, tx, intent, 'refunded', 'refunding')
  const refund: OutboxTask = {
    kind: 'refund',
    payload: { orderId: intent.orderId, intentId: intent.id, amount: intent.amount },
    dedupeKey: `refund:${intent.orderId}`,
  }
  await enqueue(tx, [refund, mail('refund-notice', intent), mail('refund-alert', intent)], shop.now())
  return unchanged({ kind: 'refunded', orderNumber })
}

async function setAside(shop: Shop, tx: Tx, intent: PaymentIntent, orderNumber: string): Promise<Decided> {
  await become(shop, tx, intent, 'needs-attention', 'disputed')
  await enqueue(tx, [mail('attention-alert', intent)], shop.now())
  return unchanged({ kind: 'needs-attention', orderNumber })
}

async function become(
  shop: Shop,
  tx: Tx,
  intent: PaymentIntent,
  state: OrderState,
  paymentState: string,
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
    .set({ state: paymentState, intent_id: intent.id, updated_at: now })
    .where('order_id', '=', orderId)
    .execute()
  await recordEvent(tx, orderId, now, state, {
    intentId: intent.id,
    amount: intent.amount,
    currency: intent.currency,
  })
}

function mail(kind: string, { orderId }: PaymentIntent): OutboxTask {
  return { kind, payload: { orderId }, dedupeKey: `${kind}:${orderId}` }
}

function unchanged(settlement: Settlement): Decided {
  return { settlement, availabilityChanged: false }
}
