import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Tx } from '#db/engine/transact.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { isAnyBlocked } from '#db/orders/blocks.ts'
import { replaceHold } from '#db/orders/holds.ts'
import { incrementVersion } from '#db/orders/move-order.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { findOrder } from '#db/orders/orders.ts'
import { normalizePostal } from '#domain/checkout/shipping/find-zone.ts'
import { limitAddress } from '#domain/drops/buyer.ts'
import type { OrderId } from '#domain/ids.ts'
import { blockedWords } from '#domain/orders/block.ts'
import { reviewReasons, REFUSED_CARDS_MS } from '#domain/orders/order-review.ts'
import type { Customer, Order } from '#domain/orders/order.ts'
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

/** Why an order that is paid has to be looked at for an address that its customer gave it; `before`: the one it had. */
export async function findAddressReasons(
  shop: Shop,
  tx: Tx,
  id: OrderId,
  before: Customer,
): Promise<string[]> {
  const rules = reviewRules(await currentSetting(shop, ORDER_REVIEW))
  const isBlocking = await isAnyBlocked(tx, shop.now())
  if (!rules.isOn && !isBlocking) return []
  const order = await findOrder(tx, id)
  if (!order) return []
  const risk = (await findPayments(tx, id)).find((payment) => payment.risk !== null)?.risk ?? undefined
  const ofAddress = { ...rules, over: null, firstOver: null, risk: null }
  const reasonsAt = async (customer: Customer): Promise<string[]> => {
    const moved = { ...order, customer }
    const blocks = isBlocking ? await findBlocksOf(shop, tx, moved) : []
    const refusedCards = rules.refusedCards === null ? 0 : await countRefusedCards(tx, moved, shop.now())
    const facts = { customer, delivery: order.delivery, total: order.total, isFirst: false }
    return [
      ...blocks.filter(({ sign }) => sign === 'address').map(blockedWords),
      ...reviewReasons(ofAddress, { ...facts, refusedCards, risk }),
    ]
  }
  const known = await reasonsAt(before)
  return (await reasonsAt(order.customer)).filter((reason) => !known.includes(reason))
}

/**
 * Puts a locked order that is paid on hold, also one that waits for units; those it waits for after. Nothing
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

/** How many addresses with refused cards a review compares. */
const MOST_ADDRESSES = 5_000

/** The cards refused within a day at the orders of this customer, or to this address. */
async function countRefusedCards(
  db: Kysely<Database>,
  { id, customer, delivery }: Order,
  now: number,
): Promise<number> {
  const since = now - REFUSED_CARDS_MS
  const declined = db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select((e) => e.fn.countAll<number>().as('cards'))
    .where('order_events.kind', '=', 'declined')
    .where('order_events.at', '>=', since)
  const others = declined.where('orders.created_at', '>=', since).where('orders.id', '<>', id)
  const email = limitEmail(customer.email)
  const address = delivery === 'ship' ? limitAddress(customer) : ''
  const ofEmail = email === '' ? null : others.where('orders.limit_email', '=', email)
  const place = `${customer.country} ${normalizePostal(customer.postal)} `.toWellFormed()
  const ofPlace =
    address === ''
      ? null
      : others
          .select(['address', 'postal', 'country'])
          .where('delivery', '=', 'ship')
          .where(sql`substr(address_key, 1, ${sql.lit([...place].length)})`, '=', place)
          .where((e) => e.or([e('limit_email', 'is', null), e('limit_email', '<>', email)]))
          .groupBy(['address', 'postal', 'country'])
          .limit(MOST_ADDRESSES)
  const [own, ofCustomer, around] = await Promise.all([
    declined.where('orders.id', '=', id).execute(),
    ofEmail?.execute(),
    ofPlace?.execute(),
  ])
  const atAddress = around?.filter((one) => limitAddress(one) === address)
  const counted = [own, ofCustomer, atAddress].flatMap((rows) => rows ?? [])
  return counted.reduce((sum, { cards }) => sum + Number(cards), 0)
}
