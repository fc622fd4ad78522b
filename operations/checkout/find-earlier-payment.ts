import type { Checkout } from '#db/checkout/checkouts.ts'
import type { Cents } from '#domain/money.ts'
import { GatewayError, type PaymentIntent } from '#providers/payments/payment-gateway.ts'
import { settlePayment } from './payments/settle-payment.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * The gateway's state of a checkout that was placed before. `intent` is null when no payment was requested, or the
 * gateway does not know it because it is another gateway or account. `deadIntentId`: a payment that can no longer be
 * paid.
 */
export type EarlierPayment =
  | { kind: 'open'; intent: PaymentIntent | null; deadIntentId: string | null }
  | { kind: 'paid'; orderNumber: string }
  | { kind: 'unavailable' }

/**
 * Looks up the payment of an earlier attempt: an order that is already paid must not be overwritten by another cart.
 */
export async function findEarlierPayment(shop: Shop, earlier: Checkout | null): Promise<EarlierPayment> {
  return readPayment(shop, earlier, (intentId) => shop.gateway.findIntent(intentId))
}

/**
 * Another tab is at the bank for another total: that payment is cancelled before the order changes, because its shopper
 * did not agree to the new total. When its approval comes first, the order stays as it was paid.
 */
export async function endOtherTotal(
  shop: Shop,
  earlier: Checkout | null,
  payment: Extract<EarlierPayment, { kind: 'open' }>,
  total: Cents,
): Promise<EarlierPayment> {
  const { intent } = payment
  if (intent?.state !== 'requires_action' || intent.amount === total) return payment
  return readPayment(shop, earlier, (intentId) => shop.gateway.cancelIntent(intentId))
}

async function readPayment(
  shop: Shop,
  earlier: Checkout | null,
  read: (intentId: string) => Promise<PaymentIntent | null>,
): Promise<EarlierPayment> {
  if (!earlier || earlier.intentId === null) return { kind: 'open', intent: null, deadIntentId: null }
  const { orderNumber, intentId } = earlier
  try {
    const intent = await read(intentId)
    const settlement = intent && (await settlePayment(shop, intent))
    if (!settlement || settlement.kind === 'not-paid') {
      const isDead = intent === null || intent.state === 'canceled'
      return { kind: 'open', intent, deadIntentId: isDead ? intentId : null }
    }
    if (settlement.kind === 'refunded') return { kind: 'open', intent: null, deadIntentId: null }
    return { kind: 'paid', orderNumber }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    shop.log.error('A call to the payment gateway failed', error, { orderNumber })
    return { kind: 'unavailable' }
  }
}
