import { cents } from '#domain/money.ts'
import { settlePayment } from './settle-payment.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * The order that this payment was for, or null. Other news of a payment may overtake the news that it was made: then it
 * is settled first. Money that the gateway took without a payment of ours has no name of one.
 */
export async function settleAndFindOrder(shop: Shop, intentId: string): Promise<string | null> {
  if (intentId === '') return null
  const paid = await shop.database.db
    .selectFrom('payments')
    .select('order_id')
    .where('intent_id', '=', intentId)
    .where('received_cents', '>', cents(0))
    .executeTakeFirst()
  if (paid) return paid.order_id
  const intent = await shop.gateway.findIntent(intentId)
  if (intent === null) return null
  const { kind } = await settlePayment(shop, intent)
  return kind === 'unknown-order' || kind === 'not-paid' ? null : intent.orderId
}
