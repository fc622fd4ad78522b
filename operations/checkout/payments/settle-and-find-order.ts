import type { OrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { settlePayment } from './settle-payment.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * The order of this payment, or null. Other events may arrive before the payment event: then the payment is settled
 * first. A charge made directly at the gateway has no payment id.
 */
export async function settleAndFindOrder(shop: Shop, intentId: string): Promise<OrderId | null> {
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
