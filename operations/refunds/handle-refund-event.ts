import type { GatewayRefund } from '#providers/payments/payment-gateway.ts'
import { settleAndFindOrder } from '#operations/checkout/payments/settle-and-find-order.ts'
import { recordExternalRefund, recordRefund } from './record-refund.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * Handles a refund event of the gateway, for a refund of the shop or an external one. False when the shop does not have
 * the payment.
 */
export async function handleRefundEvent(shop: Shop, refund: GatewayRefund): Promise<boolean> {
  const payment = await shop.database.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id as refundId', 'refunds.order_id as orderId'])
    .where('refunds.idempotency_key', '=', refund.key)
    .where('refunds.amount_cents', '=', refund.amount)
    .where('payments.intent_id', '=', refund.intentId)
    .executeTakeFirst()
  if (payment) {
    await recordRefund(shop, payment, refund)
    return true
  }
  const orderId = await settleAndFindOrder(shop, refund.intentId)
  return orderId !== null && (await recordExternalRefund(shop, orderId, refund))
}
