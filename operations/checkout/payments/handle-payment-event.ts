import { isPaidByIntent } from '#db/checkout/paid-intents.ts'
import type { PaymentIntent } from '#providers/payments/payment-gateway.ts'
import type { Shop } from '#operations/shop.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Settles the payment of a gateway event. Usually the shopper's return has settled it before the event arrives: one
 * read then shows that, and nothing is locked, unless the event alone tells what was paid with. False when the shop
 * does not know the order.
 */
export async function handlePaymentEvent(shop: Shop, intent: PaymentIntent): Promise<boolean> {
  const isNews = intent.state !== 'succeeded' || intent.paidWith !== undefined
  if (!isNews && (await isPaidByIntent(shop.database, intent.id))) return true
  return (await settlePayment(shop, intent)).kind !== 'unknown-order'
}
