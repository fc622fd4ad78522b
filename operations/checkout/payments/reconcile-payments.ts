import type { OrderId } from '#domain/ids.ts'
import type { OrderState } from '#domain/orders/order.ts'
import type { PaymentLinkState } from '#domain/checkout/payment-link.ts'
import { cancelPayment } from '#db/checkout/payments.ts'
import { transact } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import { GatewayError, type PaymentIntent } from '#providers/payments/payment-gateway.ts'
import { sql, type Kysely, type SqlBool } from 'kysely'
import { callGatewayForEach, StopCalling } from '#operations/call-gateway-for-each.ts'
import { settlePayment } from './settle-payment.ts'
import type { Shop } from '#operations/shop.ts'

/** States of orders whose open payments must be cancelled. */
const UNWANTED: OrderState[] = ['expired', 'cancelled']

const BATCH_SIZE = 50
const CHECK_AFTER_MS = 60_000
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60_000
/** A link can be paid for a week, and usually the customer's browser reports the payment to the shop. */
const CHECK_LINK_AFTER_MS = 10 * 60_000

interface OpenPayment {
  id: string
  orderId: OrderId
  orderState: OrderState
  /** The state of the link; null for other payments. */
  link: PaymentLinkState | null
  intentId: string
}

/**
 * Asks the gateway about open payments, because a webhook may be lost and a shopper may close the browser. Payments of
 * expired and cancelled orders are cancelled, if that failed before, so that no money arrives late. The least recently
 * checked payment comes first. A payment is checked until its order has not changed for three days; a payment by link
 * while its link is open, and it is cancelled once the link is closed. Returns how many were due, and so whether there
 * may be more. Throws when the gateway cannot be reached.
 */
export async function reconcilePayments(shop: Shop): Promise<number> {
  const open = await takeOpenPayments(shop)
  await callGatewayForEach(open, async ({ orderId, orderState, link, intentId }) => {
    const unwanted = UNWANTED.includes(orderState) || (link !== null && link !== 'open')
    const intent = await askGateway(shop, { intentId, unwanted })
    if (!intent) return
    await settlePayment(shop, intent)
    if (intent.state === 'canceled') await cancelPayment(shop.database.db, { orderId, intentId }, shop.now())
  })
  return open.length
}

/** Claims the next payments for this process by storing that they are being checked now. */
async function takeOpenPayments({ database, now }: Shop): Promise<OpenPayment[]> {
  if ((await duePayments(database.db, now()).limit(1).execute()).length === 0) return []
  return transact(database, async (tx) => {
    const open = await duePayments(tx, now()).limit(BATCH_SIZE).forUpdate('payments').skipLocked().execute()
    if (open.length === 0) return []
    const ids = open.map(({ id }) => id)
    await tx.updateTable('payments').set({ updated_at: now() }).where('id', 'in', ids).execute()
    return open
  })
}

/**
 * A payment is due at once when its order or link was closed after it was last checked. The index payments_open has the
 * same literal.
 */
export function duePayments(db: Kysely<Database>, now: number) {
  const isChanged = sql<SqlBool>`payments.updated_at < orders.updated_at`
  return db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .leftJoin('payment_links', 'payment_links.payment_id', 'payments.id')
    .select([
      'payments.id',
      'orders.id as orderId',
      'orders.state as orderState',
      'payments.intent_id as intentId',
      'payment_links.state as link',
    ])
    .where('payments.state', '=', sql.lit('open'))
    .where('payments.intent_id', 'is not', null)
    .where((e) =>
      e.or([
        e.and([
          e('payments.kind', '!=', 'link'),
          e('orders.updated_at', '>=', now - GIVE_UP_AFTER_MS),
          e.or([
            e('payments.updated_at', '<=', now - CHECK_AFTER_MS),
            e.and([e('orders.state', 'in', UNWANTED), isChanged]),
          ]),
        ]),
        e.and([
          e('payments.kind', '=', 'link'),
          e.or([
            e('payments.updated_at', '<=', now - CHECK_LINK_AFTER_MS),
            e.and([e('payment_links.state', '!=', 'open'), isChanged]),
          ]),
        ]),
      ]),
    )
    .orderBy('payments.updated_at')
    .orderBy('payments.id')
    .$narrowType<{ intentId: string }>()
}

/** An unreachable gateway ends the round. An error about one payment does not affect the next. */
async function askGateway(
  { gateway, log }: Shop,
  { intentId, unwanted }: { intentId: string; unwanted: boolean },
): Promise<PaymentIntent | null> {
  try {
    return await (unwanted ? gateway.cancelIntent(intentId) : gateway.findIntent(intentId))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.temporary) throw new StopCalling(error)
    log.error('The gateway does not answer about a payment', error, { intentId })
    return null
  }
}
