import { settlePayment } from './settle-payment.ts'
import type { Shop } from './shop.ts'

const AT_ONCE = 50
const FIRST_ASK_MS = 60_000
const KEEP_ASKING_MS = 3 * 24 * 60 * 60_000

/**
 * Asks the gateway about payments that it has not told us about: a webhook may be lost, and a shopper may close the
 * browser. Expired orders are asked about too, for three days: their money may come late. The oldest question first, and each one
 * again only after the others had their turn.
 */
export async function reconcilePayments(shop: Shop): Promise<void> {
  const { db } = shop.database
  const now = shop.now()
  const open = await db
    .selectFrom('payments')
    .select(['order_id as orderId', 'intent_id as intentId'])
    .where('state', '=', 'open')
    .where('intent_id', 'is not', null)
    .where('updated_at', '<=', now - FIRST_ASK_MS)
    .where('created_at', '>=', now - KEEP_ASKING_MS)
    .orderBy('updated_at')
    .limit(AT_ONCE)
    .execute()
  for (const { orderId, intentId } of open) {
    const intent = intentId === null ? null : await shop.gateway.findIntent(intentId)
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
