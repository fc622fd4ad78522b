import type { OutboxTask } from '#db/outbox/outbox.ts'
import type { OrderMailKind } from '#domain/outbox/task-kinds.ts'
import type { PaymentIntent } from '#providers/payments/payment-gateway.ts'

/** The columns of a received payment. */
export function receivedColumns({ id, amount }: PaymentIntent) {
  return { intent_id: id, received_cents: amount }
}

/** The payment as the order's history records it. */
export function paymentDetail({ id, amount, currency }: PaymentIntent) {
  return { intentId: id, amount, currency }
}

/** The mails when an order is paid. */
export function mailsWhenPaid(intent: PaymentIntent): OutboxTask[] {
  return [paymentMail('order-notification', intent), paymentMail('order-confirmation', intent)]
}

/** The task of a mail about the order of this payment. */
export function paymentMail(kind: OrderMailKind, { orderId }: PaymentIntent): OutboxTask {
  return { kind, payload: { orderId }, dedupeKey: `${kind}:${orderId}` }
}
