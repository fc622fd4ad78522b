import { renewLink, findLinkOfPayment, moveLink } from '#db/payment-links/payment-links.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import type { Tx } from '#db/engine/transact.ts'
import { movePayment } from '#db/checkout/payments.ts'
import { isBalanceDue } from '#domain/checkout/payment-link.ts'
import type { Payment } from '#domain/checkout/payment.ts'
import type { OrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { leftToRefund, type Refund } from '#domain/refunds/refund.ts'
import { enqueueLinkMail } from '#operations/checkout/payments/settle-link.ts'

/**
 * Counts a payment by link that was set aside, and that staff accept, towards the balance of its locked order. What is
 * missing stays due by the same link, which gets another payment. Does nothing once the balance was settled in another
 * way: staff may refund the money then.
 */
export async function acceptLinkPayment(
  tx: Tx,
  orderId: OrderId,
  { payment, refunds, by, now }: { payment: Payment; refunds: readonly Refund[]; by: string; now: number },
): Promise<void> {
  const link = await findLinkOfPayment(tx, payment.id)
  if (!link || !isBalanceDue(link.state)) return
  const own = refunds.filter(({ paymentId }) => paymentId === payment.id)
  const amount = leftToRefund(payment.received, own)
  const rest = cents(Math.max(0, link.amount - amount))
  if (rest > 0) await renewLink(tx, link, { amount: rest, gateway: payment.gateway, now })
  else await moveLink(tx, { ...link, amount }, 'paid', now)
  if (amount === 0) return
  // The amount received becomes the requested amount, as for any payment that counts.
  await movePayment(tx, payment, 'succeeded', now, { amount_cents: payment.received })
  await recordEvent(tx, orderId, now, 'balance-paid', { amount, left: rest, intentId: payment.intentId }, by)
  if (rest === 0) await enqueueLinkMail(tx, 'balance-paid', link, now)
}
