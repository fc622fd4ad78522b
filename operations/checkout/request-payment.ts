import { createHash } from 'node:crypto'
import { GatewayError, type PaymentIntent } from '#providers/payments/payment-gateway.ts'
import { releaseHold } from './payments/release-hold.ts'
import { settlePayment } from './payments/settle-payment.ts'
import type { Shop } from '#operations/shop.ts'
import type { OrderId } from '#domain/ids.ts'

export type RequestedPayment =
  | { kind: 'asked'; clientSecret: string }
  | { kind: 'already-paid' }
  | { kind: 'unavailable' }

/**
 * Makes sure that the gateway has exactly one payment for the order, with its current total. When the gateway cannot be
 * reached, the order's stock is released at once, because it could not be paid for.
 */
export async function requestPayment(shop: Shop, orderId: OrderId): Promise<RequestedPayment> {
  try {
    return await ask(shop, orderId)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    shop.log.error('The payment gateway could not be asked', error, { orderId })
    await releaseHold(shop, orderId, { reason: 'gateway-unavailable' })
    return { kind: 'unavailable' }
  }
}

async function ask(shop: Shop, orderId: OrderId): Promise<RequestedPayment> {
  for (;;) {
    const payment = await shop.database.db
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select(['intent_id', 'client_secret', 'attempt', 'amount_cents', 'asked_cents'])
      .select(['orders.number', 'orders.email'])
      .where('order_id', '=', orderId)
      .where('kind', '=', 'card')
      .executeTakeFirstOrThrow()
    const amount = payment.amount_cents
    if (payment.client_secret !== null && payment.asked_cents === amount) {
      return { kind: 'asked', clientSecret: payment.client_secret }
    }
    const intent =
      payment.intent_id === null
        ? await shop.gateway.createIntent({
            orderId,
            amount,
            idempotencyKey: keyOf(orderId, payment),
            about: { shop: shop.id, orderNumber: payment.number, email: payment.email },
          })
        : await shop.gateway.updateIntent(payment.intent_id, amount)
    if (intent.state === 'succeeded') {
      await settlePayment(shop, intent)
      return { kind: 'already-paid' }
    }
    if (await remember(shop, orderId, payment, intent)) {
      return { kind: 'asked', clientSecret: intent.clientSecret }
    }
  }
}

/**
 * Amount and email are part of the key: a request whose answer was lost is a different request when it is repeated for
 * another cart or address.
 */
function keyOf(
  orderId: OrderId,
  { attempt, amount_cents, email }: { attempt: number; amount_cents: number; email: string },
): string {
  const address = createHash('sha256').update(email).digest('hex').slice(0, 12)
  return `${orderId}-${attempt}-${amount_cents}-${address}`
}

/**
 * False when another request of the same order has changed the payment or its amount: then that request wins, and the
 * gateway is updated again. The same applies when this payment was cancelled as an orphan (close-orphan-payments.ts).
 */
async function remember(
  { database, now }: Shop,
  orderId: OrderId,
  { intent_id: before, attempt }: { intent_id: string | null; attempt: number },
  intent: PaymentIntent,
): Promise<boolean> {
  const kept = await database.db
    .updateTable('payments')
    .set((e) => ({
      intent_id: intent.id,
      client_secret: intent.clientSecret,
      asked_cents: e.case().when('amount_cents', '=', intent.amount).then(intent.amount).else(null).end(),
      updated_at: now(),
    }))
    .where('order_id', '=', orderId)
    .where('kind', '=', 'card')
    .where('attempt', '=', attempt)
    .where((e) =>
      e.or([e('intent_id', '=', intent.id), ...(before === null ? [e('intent_id', 'is', null)] : [])]),
    )
    .returning('asked_cents')
    .executeTakeFirst()
  return kept !== undefined && kept.asked_cents !== null
}
