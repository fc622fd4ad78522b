import type { GatewayRefund } from '#providers/payments/payment-gateway.ts'
import { settleAndFindOrder } from '#operations/checkout/settle-and-find-order.ts'
import { recordExternalRefund, recordRefund } from './record-refund.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * The gateway tells what became of a refund: one that the shop has asked for, or one that somebody made at the gateway
 * itself. False when it is of a payment that is not in the shop's books.
 */
export async function handleRefundEvent(shop: Shop, refund: GatewayRefund): Promise<boolean> {
  const ours = await shop.database.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id as refundId', 'refunds.order_id as orderId'])
    .where('refunds.idempotency_key', '=', refund.key)
    .where('refunds.amount_cents', '=', refund.amount)
    .where('payments.intent_id', '=', refund.intentId)
    .executeTakeFirst()
  if (ours) {
    await recordRefund(shop, ours, refund)
    return true
  }
  const orderId = await settleAndFindOrder(shop, refund.intentId)
  return orderId !== null && (await recordExternalRefund(shop, orderId, refund))
}
