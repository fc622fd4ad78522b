import { cancelPayment } from '#db/checkout/payments.ts'
import { GatewayError, type PaymentIntent } from '#providers/payments/payment-gateway.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * Asks the gateway to take no money for this payment any more, and answers the payment as it is then, which may be
 * `succeeded`. Null while the gateway cannot be asked: whoever calls goes on, the reconciler asks again, and money that
 * comes late is dealt with when it comes (settle-payment.ts).
 */
export async function stopPayment(
  { database, gateway, log, now }: Pick<Shop, 'database' | 'gateway' | 'log' | 'now'>,
  { orderId, intentId }: { orderId: string; intentId: string },
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
