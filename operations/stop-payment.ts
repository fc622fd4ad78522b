import { GatewayError, type PaymentIntent } from '#providers/payments/payment-gateway.ts'
import type { Shop } from './shop.ts'

/**
 * Asks the gateway to take no money for this payment any more, and answers the payment as it is then, which may be
 * `succeeded`. Null while the gateway cannot be asked: whoever calls goes on, and money that comes late is dealt with
 * when it comes (settle-payment.ts).
 */
export async function stopPayment(
  { gateway, log }: Pick<Shop, 'gateway' | 'log'>,
  intentId: string,
): Promise<PaymentIntent | null> {
  try {
    return await gateway.cancelIntent(intentId)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log.error('A payment could not be cancelled at the gateway', error, { intentId })
    return null
  }
}
