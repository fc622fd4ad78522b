import { findDueLink, moveLink } from '#db/payment-links/payment-links.ts'
import { cancelUnrequestedPayment } from '#db/checkout/payments.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { PaymentLink, PaymentLinkState } from '#domain/checkout/payment-link.ts'
import type { OrderId } from '#domain/ids.ts'
import { paymentsOfVersion, stopOrSettle } from '#operations/checkout/payments/stop-or-settle.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * Cancels the payment of an order's link at the gateway, before the link is closed. True when it turned out to be paid,
 * and is settled now. When the gateway cannot be reached, the reconciler cancels it next.
 */
export async function stopLinkPayment(
  shop: Shop,
  change: { number: string; version: number },
): Promise<boolean> {
  const open = await paymentsOfVersion(shop, change)
    .where('payments.kind', '=', 'link')
    .where('payments.state', '=', 'open')
    .executeTakeFirst()
  return stopOrSettle(shop, open)
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
  await cancelUnrequestedPayment(tx, link.paymentId, now)
  return link
}
