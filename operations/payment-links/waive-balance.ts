import { writeItems } from '#db/orders/change-items.ts'
import { readOrderContent } from '#db/orders/order-content.ts'
import { hasEvent, recordEvent } from '#db/orders/order-events.ts'
import { findRefundedParts } from '#db/orders/refunded-units.ts'
import { findVoidLink, moveLink } from '#db/payment-links/payment-links.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { PaymentLink } from '#domain/checkout/payment-link.ts'
import { cents } from '#domain/money.ts'
import type { AmountLabel } from '#domain/orders/amount-label.ts'
import { chargeWaived, NOT_CHARGED, waiveIncrease } from '#domain/refunds/waive-increase.ts'
import { enqueueLinkMail } from '#operations/checkout/payments/settle-link.ts'
import { closeLink } from './close-link.ts'

/** Takes a balance off what a locked order costs, as an adjustment with this reason. */
export async function waiveBalance(
  tx: Tx,
  { orderId, amount }: Pick<PaymentLink, 'orderId' | 'amount'>,
  reason: AmountLabel,
  now: number,
): Promise<void> {
  const content = await readOrderContent(tx, orderId)
  const after = waiveIncrease(content, amount, reason, await findRefundedParts(tx, orderId))
  await writeItems(tx, orderId, content.lines, { ...after, sent: null }, now)
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
 * Closes the link of an order whose money was returned in full, and mails the customer. The reconciler cancels its
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
  // The balance may become due again and be voided again: the time tells these mails apart.
  await enqueueLinkMail(tx, 'payment-link-closed', link, now, String(now))
}

/**
 * Makes a balance due again that was voided because all of the money was returned, once some of the money was
 * received again. The link is closed until staff send it. Does nothing once the order was cancelled or the customer's
 * data deleted: then nothing more is charged.
 */
export async function reviveVoidedLink(
  tx: Tx,
  orderId: PaymentLink['orderId'],
  why: 'dispute-won' | 'refund-came-back',
  now: number,
): Promise<void> {
  const link = await findVoidLink(tx, orderId)
  if (!link || (await hasEvent(tx, orderId, 'cancelled')) || (await isErased(tx, orderId))) return
  const content = await readOrderContent(tx, orderId)
  const refunded = await findRefundedParts(tx, orderId)
  // The order may have other waivers with this reason, of an earlier change.
  const { increase, ...after } = chargeWaived(content, link.amount, NOT_CHARGED, refunded)
  if (increase <= 0) return
  await writeItems(tx, orderId, content.lines, { ...after, sent: null }, now)
  await moveLink(tx, { ...link, amount: cents(increase) }, 'cancelled', now)
  await recordEvent(tx, orderId, now, 'balance-due-again', { amount: increase, why })
}

async function isErased(tx: Tx, orderId: PaymentLink['orderId']): Promise<boolean> {
  const order = tx.selectFrom('orders').select('erased_at').where('id', '=', orderId)
  return (await order.executeTakeFirstOrThrow()).erased_at !== null
}
