import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { compiledStatement } from '#db/engine/compiled-statements.ts'
import { commitTogether } from '#db/engine/postgres/commit-together.ts'
import type { Cents } from '#domain/money.ts'
import { GatewayError, type PaymentIntent } from '#providers/payments/payment-gateway.ts'
import { releaseHold } from './payments/release-hold.ts'
import { settlePayment } from './payments/settle-payment.ts'
import type { Shop } from '#operations/shop.ts'
import type { OrderId } from '#domain/ids.ts'

export type RequestedPayment =
  | { kind: 'requested'; clientSecret: string }
  | { kind: 'already-paid' }
  | { kind: 'unavailable' }

/**
 * Makes sure that the gateway has exactly one payment for the order, with its current total. When the gateway cannot be
 * reached, the order's stock is released at once, because it could not be paid for. `asIs`: the payment as it was just
 * written; if omitted, the payment is read.
 */
export async function requestPayment(
  shop: Shop,
  orderId: OrderId,
  asIs?: PaymentToRequest,
): Promise<RequestedPayment> {
  try {
    return await createOrReuseIntent(shop, orderId, asIs)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    shop.log.error('A call to the payment gateway failed', error, { orderId })
    await releaseHold(shop, orderId, { reason: 'gateway-unavailable' })
    return { kind: 'unavailable' }
  }
}

/** The payment to request from the gateway, and the one that was requested before. */
interface PaymentToRequest {
  intent_id: string | null
  client_secret: string | null
  attempt: number
  amount_cents: Cents
  asked_cents: Cents | null
  number: string
  email: string
}

/** The payment of a new order. */
export function firstPaymentRequest(of: { number: string; email: string; amount: Cents }): PaymentToRequest {
  const { number, email, amount } = of
  return {
    intent_id: null,
    client_secret: null,
    attempt: 1,
    amount_cents: amount,
    asked_cents: null,
    number,
    email,
  }
}

const paymentToRequest = compiledStatement((db, { orderId }: { orderId: OrderId }) =>
  db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['intent_id', 'client_secret', 'attempt', 'amount_cents', 'asked_cents'])
    .select(['orders.number', 'orders.email'])
    .where('order_id', '=', orderId)
    .where('kind', '=', sql.lit('card')),
)

async function createOrReuseIntent(
  shop: Shop,
  orderId: OrderId,
  asIs?: PaymentToRequest,
): Promise<RequestedPayment> {
  for (let payment = asIs; ; payment = undefined) {
    payment ??= (await paymentToRequest(shop.database.db, { orderId })).rows[0]
    if (!payment) throw new Error(`Order ${orderId} has no card payment`)
    const amount = payment.amount_cents
    if (payment.client_secret !== null && payment.asked_cents === amount) {
      return { kind: 'requested', clientSecret: payment.client_secret }
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
      return { kind: 'requested', clientSecret: intent.clientSecret }
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
  return `${orderId}-${attempt}-${amount_cents}-${addressInKey(email)}`
}

/** An email address as a part of an idempotency key. */
export function addressInKey(email: string): string {
  return createHash('sha256').update(email).digest('hex').slice(0, 12)
}

interface Asked {
  orderId: OrderId
  attempt: number
  id: string
  secret: string
  amount: Cents
  now: number
}

/** Its shape: `first` or `again`, by whether the payment has a gateway payment. */
const keepAsked = compiledStatement((db, { orderId, attempt, id, secret, amount, now }: Asked, shape) =>
  db
    .updateTable('payments')
    .set((e) => ({
      intent_id: id,
      client_secret: secret,
      asked_cents: e.case().when('amount_cents', '=', amount).then(e.ref('amount_cents')).else(null).end(),
      updated_at: now,
    }))
    .where('order_id', '=', orderId)
    .where('kind', '=', sql.lit('card'))
    .where('attempt', '=', attempt)
    .where((e) => e.or([e('intent_id', '=', id), ...(shape === 'first' ? [e('intent_id', 'is', null)] : [])]))
    .returning('asked_cents'),
)

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
  const requested = { orderId, attempt, id: intent.id, secret: intent.clientSecret }
  const asked = { ...requested, amount: intent.amount, now: now() }
  const write = keepAsked.query(database.db, asked, before === null ? 'first' : 'again')
  const [kept] = (await commitTogether(database, write)).rows
  return kept !== undefined && kept.asked_cents !== null
}
