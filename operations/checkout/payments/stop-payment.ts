import { cancelPayment } from '#db/checkout/payments.ts'
import { GatewayError, type PaymentIntent } from '#providers/payments/payment-gateway.ts'
import type { Shop } from '#operations/shop.ts'
import type { OrderId } from '#domain/ids.ts'

/**
 * Cancels this payment at the gateway, and returns its current state, which may be `succeeded`. Null when the gateway
 * cannot be reached: the caller continues, the reconciler retries, and a late payment is handled when it arrives
 * (settle-payment.ts).
 */
export async function stopPayment(
  { database, gateway, log, now }: Pick<Shop, 'database' | 'gateway' | 'log' | 'now'>,
  { orderId, intentId }: { orderId: OrderId; intentId: string },
): Promise<PaymentIntent | null> {
  let intent: PaymentIntent
  try {
    intent = await gateway.cancelIntent(intentId)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log.error('A payment could not be cancelled at the gateway', error, { intentId })
    return null
  }
  if (intent.state === 'canceled') await cancelPayment(database.db, { orderId, intentId }, now())
  return intent
}
