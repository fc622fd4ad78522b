import { GatewayError, type PaymentIntent } from '#providers/payments/payment-gateway.ts'
import { settlePayment } from './settle-payment.ts'
import type { Shop } from './shop.ts'

/** Orders whose payment, if one should still come, is to be stopped. */
const UNWANTED = new Set(['expired', 'cancelled'])

const AT_ONCE = 50
const FIRST_ASK_MS = 60_000
const KEEP_ASKING_MS = 3 * 24 * 60 * 60_000

/**
 * Asks the gateway about payments that it has not told us about: a webhook may be lost, and a shopper may close the
 * browser. Those of expired and cancelled orders are cancelled, if that was not possible before, so that no money comes
 * late. The oldest question first, and each one again only after the others had their turn, until nothing has happened
 * to the order for three days.
 */
export async function reconcilePayments(shop: Shop): Promise<void> {
  const { db } = shop.database
  const now = shop.now()
  const open = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['orders.id as orderId', 'orders.state as orderState', 'payments.intent_id as intentId'])
    .where('payments.state', '=', 'open')
    .where('payments.intent_id', 'is not', null)
    .where('payments.updated_at', '<=', now - FIRST_ASK_MS)
    .where('orders.updated_at', '>=', now - KEEP_ASKING_MS)
    .orderBy('payments.updated_at')
    .limit(AT_ONCE)
    .$narrowType<{ intentId: string }>()
    .execute()
  for (const { orderId, orderState, intentId } of open) {
    const intent = await ask(shop, { intentId, unwanted: UNWANTED.has(orderState) })
    if (intent) await settlePayment(shop, intent)
    const state = intent?.state === 'canceled' ? 'canceled' : 'open'
    await db
      .updateTable('payments')
      .set({ updated_at: now, state })
      .where('order_id', '=', orderId)
      .where('intent_id', '=', intentId)
      .where('state', '=', 'open')
      .execute()
  }
}

/** A gateway that cannot be reached ends the round. One that refuses to answer about this payment may know the next. */
async function ask(
  { gateway, log }: Shop,
  { intentId, unwanted }: { intentId: string; unwanted: boolean },
): Promise<PaymentIntent | null> {
  try {
    return await (unwanted ? gateway.cancelIntent(intentId) : gateway.findIntent(intentId))
  } catch (error) {
    if (!(error instanceof GatewayError) || error.temporary) throw error
    log.error('The gateway does not answer about a payment', error, { intentId })
    return null
  }
}
