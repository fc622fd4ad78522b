import { writeItems } from '#db/orders/change-items.ts'
import { readOrderContent } from '#db/orders/order-content.ts'
import { findRefundedParts } from '#db/refunds/refund-parts.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { PaymentLink } from '#domain/checkout/payment-link.ts'
import { NOT_CHARGED, waiveRise } from '#domain/refunds/waive-rise.ts'
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

/** Closes the payment link of a cancelled order, and deducts the unpaid balance from the order's total. */
export async function voidLink(tx: Tx, orderId: PaymentLink['orderId'], now: number): Promise<void> {
  const link = await closeLink(tx, orderId, 'void', now)
  if (link) await waiveBalance(tx, link, NOT_CHARGED, now)
}
