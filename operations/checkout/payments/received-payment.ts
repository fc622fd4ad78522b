import type { OutboxTask } from '#db/outbox/outbox.ts'
import { methodReference } from '#domain/checkout/payment.ts'
import type { OrderMailKind } from '#domain/outbox/task-kinds.ts'
import type { PaidOrder } from '#operations/mark-paid.ts'
import type { PaymentIntent } from '#providers/payments/payment-gateway.ts'

/** The columns of a received payment. */
export function receivedColumns({ id, amount, paidWith, risk }: PaymentIntent) {
  const reference = paidWith && methodReference(paidWith)
  return {
    intent_id: id,
    received_cents: amount,
    ...(reference !== undefined && { reference }),
    ...(risk && { risk: JSON.stringify(risk) }),
  }
}

/** The payment as the order's history records it. */
export function paymentDetail({ id, amount, currency }: PaymentIntent) {
  return { intentId: id, amount, currency }
}

/** The order of this payment, as paid by it. */
export function paidByCard(intent: PaymentIntent): PaidOrder {
  const how = { detail: paymentDetail(intent), by: 'gateway' }
  return { id: intent.orderId, how, tells: ['owner', 'customer'] }
}

/** The task of a mail about the order of this payment. */
export function paymentMail(kind: OrderMailKind, { orderId }: PaymentIntent): OutboxTask {
  return { kind, payload: { orderId }, dedupeKey: `${kind}:${orderId}` }
}
