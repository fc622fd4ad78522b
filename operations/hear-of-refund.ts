import type { GatewayRefund } from '#providers/payments/payment-gateway.ts'
import { recordForeignRefund, recordRefund } from './record-refund.ts'
import type { Shop } from './shop.ts'

/**
 * The gateway tells what became of a refund: one that the shop has asked for, or one that somebody made at the gateway
 * itself. False when it is of a payment that the shop does not know.
 */
export async function hearOfRefund(shop: Shop, refund: GatewayRefund): Promise<boolean> {
  const { db } = shop.database
  const ours = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.order_id', 'refunds.order_id')
    .select(['refunds.id as refundId', 'refunds.order_id as orderId'])
    .where('refunds.idempotency_key', '=', refund.key)
    .where('refunds.amount_cents', '=', refund.amount)
    .where('payments.intent_id', '=', refund.intentId)
    .executeTakeFirst()
  if (ours) {
    await recordRefund(shop, ours, refund)
    return true
  }
  const paid = await db
    .selectFrom('payments')
    .select('order_id')
    .where('intent_id', '=', refund.intentId)
    .where('received_cents', '>', 0)
    .executeTakeFirst()
  if (!paid) return false
  await recordForeignRefund(shop, paid.order_id, refund)
  return true
}
