import { findDueLink, moveLink } from '#db/payment-links/payment-links.ts'
import { cancelUnasked } from '#db/checkout/payments.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { PaymentLink, PaymentLinkState } from '#domain/checkout/payment-link.ts'
import type { OrderId } from '#domain/ids.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { stopPayment } from '#operations/checkout/payments/stop-payment.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * Cancels the payment of an order's link at the gateway, before the link is closed. True when it turned out to be paid,
 * and is settled now. When the gateway cannot be reached, the reconciler cancels it next.
 */
export async function stopLinkPayment(
  shop: Shop,
  { number, version }: { number: string; version: number },
): Promise<boolean> {
  const open = await shop.database.db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id as orderId', 'payments.intent_id as intentId'])
    .where('orders.number', '=', number)
    .where('orders.version', '=', version)
    .where('payments.kind', '=', 'link')
    .where('payments.state', '=', 'open')
    .executeTakeFirst()
  if (!open || open.intentId === null) return false
  const { orderId, intentId } = open
  const intent = await stopPayment(shop, { orderId, intentId })
  if (intent?.state !== 'succeeded') return false
  await settlePayment(shop, intent)
  return true
}

/** Closes the link of a locked order, if it waits for one. Stop its payment first. Returns the link as it was. */
export async function closeLink(
  tx: Tx,
  orderId: OrderId,
  to: Exclude<PaymentLinkState, 'open' | 'paid'>,
  now: number,
): Promise<PaymentLink | null> {
  const link = await findDueLink(tx, orderId)
  if (!link) return null
  await moveLink(tx, link, to, now)
  await cancelUnasked(tx, link.paymentId, now)
  return link
}
