import { findLinkOfPayment, moveLink } from '#db/payment-links/payment-links.ts'
import { movePayment } from '#db/checkout/payments.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import type { Tx } from '#db/engine/transact.ts'
import { isBalanceDue, type PaymentLink } from '#domain/checkout/payment-link.ts'
import type { Payment } from '#domain/checkout/payment.ts'
import { toRefundId, type OrderId } from '#domain/ids.ts'
import type { LinkMailKind } from '#domain/outbox/task-kinds.ts'
import type { OrderState } from '#domain/orders/order.ts'
import type { PaymentIntent } from '#providers/payments/payment-gateway.ts'
import { flagForReview } from '#operations/flag-for-review.ts'
import { requestRefund } from '#operations/request-refund.ts'
import { receivedColumns } from './received-payment.ts'

/** Orders whose balance may still be paid: every other has been cancelled or refunded. */
const OPEN = new Set<OrderState>(['paid', 'fulfilled', 'refunded-in-part', 'needs-attention'])

interface PaidByLink {
  order: { id: OrderId; state: OrderState }
  payment: Payment
  intent: PaymentIntent
  now: number
}

/**
 * Decides what a successful payment by link means for its order, which is locked. The payment counts while the balance
 * is due, even if the link expired or was cancelled in the meantime. If the balance was settled in another way, the
 * payment is refunded in full. A payment of another amount is set aside.
 */
export async function settleLink(tx: Tx, paid: PaidByLink): Promise<'paid' | 'refunded' | 'needs-attention'> {
  const { order, payment, intent, now } = paid
  if (payment.state !== 'open' && payment.state !== 'canceled') {
    if (payment.state === 'set-aside') return 'needs-attention'
    return payment.state === 'succeeded' ? 'paid' : 'refunded'
  }
  const link = await findLinkOfPayment(tx, payment.id)
  if (!link) throw new Error(`Payment ${payment.id} has no link`)
  if (intent.currency !== payment.currency || intent.amount !== payment.amount) {
    await setAside(tx, paid, link)
    return 'needs-attention'
  }
  const received = { ...receivedColumns(intent), received_at: now }
  const { id: orderId } = order
  const { amount } = intent
  if (isBalanceDue(link.state) && OPEN.has(order.state)) {
    await movePayment(tx, payment, 'succeeded', now, received)
    await moveLink(tx, link, 'paid', now)
    await recordEvent(tx, orderId, now, 'balance-paid', { amount, intentId: intent.id }, 'gateway')
    await enqueueLinkMail(tx, 'balance-paid', link, now)
    return 'paid'
  }
  await movePayment(tx, payment, 'refunding', now, received)
  await recordEvent(tx, orderId, now, 'balance-returned', { amount, intentId: intent.id }, 'gateway')
  await requestRefund(tx, {
    id: toRefundId(`link-${payment.id}`), // a link may have several payments
    orderId,
    paymentId: payment.id,
    source: 'late-payment',
    amount,
    cause: 'late-link',
    by: 'system',
    now,
  })
  await enqueueLinkMail(tx, 'balance-returned', link, now, payment.id)
  return 'refunded'
}

async function setAside(
  tx: Tx,
  { order, payment, intent, now }: PaidByLink,
  link: PaymentLink,
): Promise<void> {
  const { id: intentId, amount, currency } = intent
  const isCurrency = currency === payment.currency
  await movePayment(tx, payment, 'set-aside', now, {
    intent_id: intentId,
    ...(isCurrency && { received_cents: amount, received_at: now }),
  })
  if (link.state === 'open') await moveLink(tx, link, 'cancelled', now)
  await recordEvent(tx, order.id, now, 'does-not-agree', { intentId, amount, currency }, 'gateway')
  await flagForReview(tx, order, {
    kind: 'attention-alert',
    about: `${order.id}-${intentId}`,
    payload: {},
    now,
  })
}

/** Enqueues a mail about a link. `again`: distinguishes a further mail of the same kind. */
export async function enqueueLinkMail(
  tx: Tx,
  kind: LinkMailKind,
  { id: linkId, orderId }: Pick<PaymentLink, 'id' | 'orderId'>,
  now: number,
  again = '',
): Promise<void> {
  const id = `${kind}-${linkId}${again && `-${again}`}`
  await enqueue(tx, [{ kind, payload: { orderId, linkId, id }, dedupeKey: `${kind}:${id}` }], now)
}
