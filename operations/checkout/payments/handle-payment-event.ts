import { isPaidByIntent } from '#db/checkout/paid-intents.ts'
import type { PaymentIntent } from '#providers/payments/payment-gateway.ts'
import type { Shop } from '#operations/shop.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Settles the payment that an event of the gateway is about. Usually the shopper has returned before it arrives: then a
 * read shows it, and nothing is locked. False when the shop does not know the order.
 */
export async function handlePaymentEvent(shop: Shop, intent: PaymentIntent): Promise<boolean> {
  if (intent.state === 'succeeded' && (await isPaidByIntent(shop.database, intent.id))) return true
  return (await settlePayment(shop, intent)).kind !== 'unknown-order'
}
