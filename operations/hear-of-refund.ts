import type { GatewayRefund } from '#providers/payments/payment-gateway.ts'
import { recordRefund } from './record-refund.ts'
import type { Shop } from './shop.ts'

/** The gateway tells what became of a refund. False when the shop has not asked for it. */
export async function hearOfRefund(shop: Shop, refund: GatewayRefund): Promise<boolean> {
  const ours = await shop.database.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.order_id', 'refunds.order_id')
    .select(['refunds.id as refundId', 'refunds.order_id as orderId'])
    .where('refunds.idempotency_key', '=', refund.key)
    .where('refunds.amount_cents', '=', refund.amount)
    .where('payments.intent_id', '=', refund.intentId)
    .executeTakeFirst()
  if (!ours) return false
  await recordRefund(shop, ours, refund)
  return true
}
