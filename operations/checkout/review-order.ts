import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Tx } from '#db/engine/transact.ts'
import { replaceHold } from '#db/orders/holds.ts'
import { incrementVersion } from '#db/orders/move-order.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { findOrder } from '#db/orders/orders.ts'
import { limitAddress } from '#domain/drops/buyer.ts'
import type { OrderId } from '#domain/ids.ts'
import { blockedWords } from '#domain/orders/block.ts'
import { reviewReasons, REFUSED_CARDS_MS } from '#domain/orders/order-review.ts'
import type { Order } from '#domain/orders/order.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import { ORDER_REVIEW, reviewRules } from '#domain/settings/order-review.ts'
import { findBlocksOf } from '#operations/blocks/block-list.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import type { PaymentIntent } from '#providers/payments/payment-gateway.ts'

/** Whether any rule looks at paid orders. */
export async function isReviewOn(shop: Shop): Promise<boolean> {
  return (await currentSetting(shop, ORDER_REVIEW)).isOn
}

/**
 * Why a locked order that is being paid has to be looked at first; empty: it has not. `isBlocking`: somebody is on the
 * block list.
 */
export async function findReviewReasons(
  shop: Shop,
  tx: Tx,
  { orderId, risk, card }: Pick<PaymentIntent, 'orderId' | 'risk' | 'card'>,
  isBlocking: boolean,
): Promise<string[]> {
  const rules = reviewRules(await currentSetting(shop, ORDER_REVIEW))
  if (!rules.isOn && !isBlocking) return []
  const order = await findOrder(tx, orderId)
  if (!order) return []
  const blocked = isBlocking ? (await findBlocksOf(shop, tx, { ...order, card })).map(blockedWords) : []
  if (!rules.isOn) return blocked
  const reasons = reviewReasons(rules, {
    ...order,
    total: order.total,
    risk,
    isFirst: rules.firstOver !== null && (await isFirstOrder(tx, order)),
    refusedCards: rules.refusedCards === null ? 0 : await countRefusedCards(tx, order, shop.now()),
  })
  return [...blocked, ...reasons]
}

/**
 * Puts a locked order that became paid on hold, also one that waits for units; those it waits for after. Nothing
 * tells the customer.
 */
export async function keepForReview(
  tx: Tx,
  id: OrderId,
  reasons: readonly string[],
  now: number,
): Promise<void> {
  const note = reasons.join(' ')
  await replaceHold(tx, id, { reason: 'review', note, photo: '', by: 'the shop', at: now })
  await incrementVersion(tx, id, now)
  await recordEvent(tx, id, now, 'held', { why: 'review', note }, 'system')
}

async function isFirstOrder(db: Kysely<Database>, { id, customer }: Order): Promise<boolean> {
  const other = await db
    .selectFrom('orders')
    .select('id')
    .where('limit_email', '=', limitEmail(customer.email))
    .where('paid_at', 'is not', null)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

/** How many refused cards a review reads the orders of. */
const MOST_ORDERS = 500

/** The cards refused within a day at the orders of this customer, or to this address. */
async function countRefusedCards(
  db: Kysely<Database>,
  { id, customer, delivery }: Order,
  now: number,
): Promise<number> {
  const since = now - REFUSED_CARDS_MS
  const declined = await db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select(['orders.id', 'orders.limit_email as email', 'address', 'postal', 'country', 'delivery'])
    .where('orders.created_at', '>=', since)
    .where('order_events.kind', '=', 'declined')
    .where('order_events.at', '>=', since)
    .orderBy(sql`case when orders.id = ${id} then 0 else 1 end`)
    .limit(MOST_ORDERS)
    .execute()
  const email = limitEmail(customer.email)
  const address = delivery === 'ship' ? limitAddress(customer) : ''
  return declined.filter(
    (one) =>
      one.id === id ||
      (email !== '' && one.email === email) ||
      (address !== '' && one.delivery === 'ship' && limitAddress(one) === address),
  ).length
}
