import type { Tx } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import type { Shop } from '#operations/shop.ts'
import type { PaymentIntent } from '#providers/payments/payment-gateway.ts'

/** Enqueues the refund of a payment that has no order, if this shop requested the payment. */
export async function refundIfLost(shop: Shop, tx: Tx, intent: PaymentIntent): Promise<void> {
  if (intent.about?.shop !== shop.id || intent.state !== 'succeeded') return
  const task = { kind: 'lost-payment-refund', payload: { intentId: intent.id } } as const
  await enqueue(tx, [{ ...task, dedupeKey: `lost-payment-refund:${intent.id}` }], shop.now())
}
