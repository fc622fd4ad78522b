import type { OrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { sql, type Kysely } from 'kysely'
import { eraseOrder } from '#db/orders/erase-order.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import type { Database } from '#db/schema.ts'
import { transact } from '#db/engine/transact.ts'
import type { OrderEventKind } from '#domain/orders/order-event.ts'
import { forgetMails } from '#operations/mail/forget-mails.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import type { Shop } from '#operations/shop.ts'
import { stopPayment } from '#operations/checkout/payments/stop-payment.ts'

const PAYMENT_BATCH_SIZE = 20
const RETRY_AFTER_MS = 24 * 3_600_000

/**
 * The first line must match the partial index on orders word for word; the second keeps SQLite from using the index on
 * states instead, and reading all orders that were erased before.
 */
const NEVER_PAID = sql<boolean>`orders.paid_at is null and orders.erased_at is null and orders.state <> 'pending'
  and orders.state || '' in ('expired', 'cancelled')`

/** The events that a payment leaves in an order's history, before anything else shows it. */
const SIGNS_OF_MONEY: OrderEventKind[] = [
  'stray-payment',
  'does-not-agree',
  'needs-attention',
  'disputed',
  'refunded',
]

/**
 * Erases the customers of up to `limit` orders that ended before this time and were never paid. An order is erased only
 * once the gateway can no longer take a payment for it. Returns how many were due.
 */
export async function eraseUnpaidOrders(shop: Shop, endedBefore: number, limit: number): Promise<number> {
  await closePayments(shop, endedBefore)
  const due = await neverPaid(shop.database.db, endedBefore)
    .where((e) => e.or([e('payments.state', '!=', 'open'), e('payments.intent_id', 'is', null)]))
    .limit(limit)
    .execute()
  for (const { id } of due) await eraseOne(shop, id, endedBefore)
  return due.length
}

async function eraseOne({ database, now }: Shop, id: OrderId, endedBefore: number): Promise<void> {
  await transact(database, async (tx) => {
    const order = await lockingOrders(tx)
      .select('number')
      .where('id', '=', id)
      .where(NEVER_PAID)
      .where('updated_at', '<', endedBefore)
      .executeTakeFirst()
    if (!order) return
    const time = now()
    const mails = await eraseOrder(tx, {
      ...order,
      id,
      why: 'never-paid',
      by: 'system',
      now: time,
    })
    await forgetMails(tx, { key: id, mails, now: time })
  })
}

/** Cancels payments that are still open at the gateway. Each is tried once a day, even after a failure. */
async function closePayments(shop: Shop, endedBefore: number): Promise<void> {
  const { db } = shop.database
  const now = shop.now()
  const open = await neverPaid(db, endedBefore)
    .where('payments.state', '=', 'open')
    .where('payments.intent_id', 'is not', null)
    .where('payments.updated_at', '<=', now - RETRY_AFTER_MS)
    .limit(PAYMENT_BATCH_SIZE)
    .$narrowType<{ intentId: string }>()
    .execute()
  for (const { id, intentId } of open) {
    const intent = await stopPayment(shop, { orderId: id, intentId })
    if (intent) await settlePayment(shop, intent)
    await db
      .updateTable('payments')
      .set({ updated_at: now })
      .where('order_id', '=', id)
      .where('intent_id', '=', intentId)
      .where('state', '=', 'open')
      .execute()
  }
}

function neverPaid(db: Kysely<Database>, endedBefore: number) {
  return db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id', 'payments.intent_id as intentId'])
    .where(NEVER_PAID)
    .where('orders.updated_at', '<', endedBefore)
    .where('payments.kind', '=', 'card')
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('payments as received')
            .select('received.id')
            .whereRef('received.order_id', '=', 'orders.id')
            .where('received.received_cents', '>', cents(0)),
        ),
      ),
    )
    .where((e) =>
      e.not(e.exists(e.selectFrom('refunds').select('id').whereRef('refunds.order_id', '=', 'orders.id'))),
    )
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('order_events')
            .select('order_events.id')
            .whereRef('order_events.order_id', '=', 'orders.id')
            .where('order_events.kind', 'in', SIGNS_OF_MONEY),
        ),
      ),
    )
    .orderBy('orders.updated_at')
    .orderBy('orders.id')
}
