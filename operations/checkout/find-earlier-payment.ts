import { chargedCode } from '#domain/currency.ts'
import type { Checkout } from '#db/checkout/checkouts.ts'
import type { OrderState } from '#domain/orders/order.ts'
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
 * Another tab is at the bank for another amount: that payment is cancelled before the order changes, because its
 * shopper did not agree to the new one. When its approval comes first, the order stays as it was paid. No payment stays
 * open where nothing is left to pay, or in a currency from before the owner chose another.
 */
export async function endOtherTotal(
  shop: Shop,
  earlier: Checkout | null,
  payment: Extract<EarlierPayment, { kind: 'open' }>,
  amount: Cents,
): Promise<EarlierPayment> {
  const { intent } = payment
  const isOther = intent?.state === 'requires_action' && intent.amount !== amount
  const isForeign = intent !== null && intent.currency !== chargedCode()
  if (!isOther && !isForeign && amount > 0) return payment
  return readPayment(shop, earlier, (intentId) => shop.gateway.cancelIntent(intentId))
}

const NOTHING_REQUESTED = { kind: 'open', intent: null, deadIntentId: null } as const
/** The states of an order that can still be paid, or that another order follows. */
const OPEN = new Set<OrderState>(['pending', 'expired', 'cancelled', 'refunded'])

async function readPayment(
  shop: Shop,
  earlier: Checkout | null,
  read: (intentId: string) => Promise<PaymentIntent | null>,
): Promise<EarlierPayment> {
  if (!earlier) return NOTHING_REQUESTED
  const { orderNumber, intentId, state } = earlier
  if (intentId === null) return OPEN.has(state) ? NOTHING_REQUESTED : { kind: 'paid', orderNumber }
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
