import { sql, type Kysely, type SqlBool } from 'kysely'
import { endTurns } from '#db/drops/drop-turns.ts'
import { moveOrder } from '#db/orders/move-order.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { releaseHeldStock, lockingOrders } from '#db/orders/orders.ts'
import { transact } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import { callGatewayForEach } from '#operations/call-gateway-for-each.ts'
import { settlePayment } from './settle-payment.ts'
import type { Shop } from '#operations/shop.ts'
import type { OrderId } from '#domain/ids.ts'
import { stopPayment } from './stop-payment.ts'

const BATCH_SIZE = 1_000
/** How long stock waits for the gateway's answer. */
const GATEWAY_DEADLINE_MS = 5_000

/**
 * Closes checkouts that were not paid in time and releases their stock. Their payments are cancelled at the gateway
 * first, so that they cannot be paid afterwards; an order that turns out to be paid is settled instead. A slow gateway
 * does not hold up the stock: after five seconds the remaining orders are closed anyway, and the reconciler cancels
 * their payments next. The time counts from the last change of the order, not from its holds, because after a declined
 * card there are none; orders of a drop may have a time of their own. Returns how many orders were closed.
 */
export async function expireOrders(
  shop: Shop,
  deadline = AbortSignal.timeout(GATEWAY_DEADLINE_MS),
): Promise<number> {
  const latest = shop.now() - shop.settings.holdMinutes * 60_000
  const { db } = shop.database
  const due = [
    ...(await ordersToExpire(db, latest).execute()),
    ...(await ordersToPayBy(db, shop.now()).execute()),
  ]
  const isOver = new Promise<null>((resolve) => {
    deadline.addEventListener('abort', () => resolve(null), { once: true })
  })
  let closed = 0
  await callGatewayForEach(
    due,
    async ({ orderId, intentId }) => {
      const intent =
        intentId === null || deadline.aborted
          ? null
          : await Promise.race([stopPayment(shop, { orderId, intentId }), isOver])
      if (intent?.state === 'succeeded') await settlePayment(shop, intent)
      else if (await close(shop, orderId)) closed += 1
    },
    deadline,
  )
  return closed
}

/** A condition on `orders`: pending. The index orders_pending has the same expression. */
const IS_PENDING = sql<SqlBool>`(case when orders.state = 'pending' then 1 end) = 1`

/** Unpaid orders without a time of their own that have not changed since `latest`. */
export function ordersToExpire(db: Kysely<Database>, latest: number) {
  return db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id as orderId', 'payments.intent_id as intentId'])
    .where(IS_PENDING)
    .where('payments.kind', '=', sql.lit('card'))
    .where('orders.updated_at', '<=', latest)
    .where('orders.pay_by', 'is', null)
    .orderBy('orders.updated_at')
    .orderBy('orders.id')
    .limit(BATCH_SIZE)
}

/** When a pending order of a drop has to be paid. The index orders_pay_by has the same expression. */
const PAY_BY = sql<number>`(case when orders.state = 'pending' then orders.pay_by end)`

/** Unpaid orders of drops whose time to pay is over. */
export function ordersToPayBy(db: Kysely<Database>, now: number) {
  return db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id as orderId', 'payments.intent_id as intentId'])
    .where(PAY_BY, '<=', now)
    .where('payments.kind', '=', sql.lit('card'))
    .orderBy(PAY_BY)
    .orderBy('orders.id')
    .limit(BATCH_SIZE)
}

async function close(shop: Shop, orderId: OrderId): Promise<boolean> {
  const latest = shop.now() - shop.settings.holdMinutes * 60_000
  const result = await transact(shop.database, async (tx) => {
    const order = await lockingOrders(tx)
      .select(['checkout_id', 'pay_by'])
      .where('id', '=', orderId)
      .where('state', '=', 'pending')
      .where((e) =>
        e.or([
          e.and([e('updated_at', '<=', latest), e('pay_by', 'is', null)]),
          e('pay_by', '<=', shop.now()),
        ]),
      )
      .executeTakeFirst()
    if (!order) return null
    await moveOrder(tx, { id: orderId, state: 'pending' }, 'expired', shop.now())
    await recordEvent(tx, orderId, shop.now(), 'expired')
    if (order.pay_by !== null) await endTurns(tx, order.checkout_id, shop.now())
    return releaseHeldStock(tx, orderId, { by: 'system', at: shop.now() })
  })
  if (result?.backInStock) await shop.changes.publish('catalogue')
  return result !== null
}
