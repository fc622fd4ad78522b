import { writeItems } from '#db/orders/change-items.ts'
import { readOrderContent } from '#db/orders/order-content.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { findRefundedParts } from '#db/refunds/refund-parts.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { PaymentLink } from '#domain/checkout/payment-link.ts'
import { NOT_CHARGED, waiveRise } from '#domain/refunds/waive-rise.ts'
import { enqueueLinkMail } from '#operations/checkout/payments/settle-link.ts'
import { closeLink } from './close-link.ts'

/** Takes a balance off what a locked order costs, as an adjustment with this reason. */
export async function waiveBalance(
  tx: Tx,
  { orderId, amount }: Pick<PaymentLink, 'orderId' | 'amount'>,
  reason: string,
  now: number,
): Promise<void> {
  const content = await readOrderContent(tx, orderId)
  const { lines } = content
  const adjustments = waiveRise(content, amount, reason, await findRefundedParts(tx, orderId))
  await writeItems(tx, orderId, lines, { lines, adjustments, sent: null }, now)
}

/**
 * Closes the payment link of an order that is cancelled or wholly refunded, and deducts the unpaid balance from its
 * total.
 */
export async function voidLink(
  tx: Tx,
  orderId: PaymentLink['orderId'],
  now: number,
): Promise<PaymentLink | null> {
  const link = await closeLink(tx, orderId, 'void', now)
  if (link) await waiveBalance(tx, link, NOT_CHARGED, now)
  return link
}

/**
 * Closes the link of an order whose money was returned in full, and tells the customer. The reconciler cancels its
 * payment at the gateway; one that is paid all the same is refunded.
 */
export async function voidLinkOfRefundedOrder(
  tx: Tx,
  orderId: PaymentLink['orderId'],
  now: number,
): Promise<void> {
  const link = await voidLink(tx, orderId, now)
  if (!link) return
  await recordEvent(tx, orderId, now, 'link-voided', { amount: link.amount })
  await enqueueLinkMail(tx, 'payment-link-closed', link, now)
}
