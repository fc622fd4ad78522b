import * as v from 'valibot'
import type { OrderId } from '#domain/ids.ts'
import { findOrderPath } from '#operations/order-link.ts'
import { isShopPayment } from '#operations/checkout/payments/is-shop-payment.ts'
import { findPayment, readPaidItems } from '#operations/checkout/payments/paid-checkout.ts'
import { isOverPersonLimit, PERSON_LIMIT } from '#operations/checkout/limit-buyers.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import type { Shop } from '#operations/shop.ts'
import { GatewayError, type PaymentGateway, type PaymentIntent } from '#providers/payments/payment-gateway.ts'
import { JsonAnswer } from '#web/http/json-answer.ts'
import { RateLimiter, type RateLimit } from '#web/http/limits/rate-limit.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { tooMany } from '#web/api/too-many.ts'
import { clientSecretSchema } from './client-secret-schema.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { checkoutIdSchema, itemSchema } from './items-schema.ts'
import { ownPages } from '#web/route.ts'
import { buying } from '#web/http/limits/rate-limits.ts'
import { answerWords } from '#web/http/request-language.ts'
import type { Words } from '#words/languages.ts'

const requestSchema = v.union([
  v.object({ clientSecret: clientSecretSchema }),
  v.object({ checkoutId: checkoutIdSchema }),
])

/** For each payment that the shop requested: its shopper's browser sends about ten requests. */
const PER_PAYMENT: RateLimit = { burst: 30, perMinute: 30 }
/** For all other payments together, such as invented ones. Webhooks report the rest. */
const ALL_UNKNOWN: RateLimit = { burst: 60, perMinute: 60 }
const UNKNOWN_KEY = ' unknown'

const limiters = new WeakMap<PaymentGateway, RateLimiter>()

/**
 * POST /api/checkout/settle: the shopper returns from paying, or opens the checkout in another tab. The payment state
 * comes from the gateway, not from the browser, and the order is settled immediately, before the webhook.
 */
export async function settleCheckout(request: Request, { shop }: ApiContext): Promise<Response | JsonAnswer> {
  const body = await readJson(request, requestSchema)
  if ('refusal' in body) return body.refusal
  const words = answerWords(shop, request)['checkout/refusals']
  if ('checkoutId' in body.value) return settleByCheckout(shop, body.value.checkoutId, words)
  const settled = await settle(shop, body.value.clientSecret, words)
  if (settled instanceof Response) return settled
  const { state, id, number, why } = settled
  // The holder of the client secret is the payer, who may see the order.
  return new JsonAnswer({
    state,
    orderNumber: number,
    orderPath: await findOrderPath(shop, { id, number }),
    ...(why && { why }),
  })
}

async function settleByCheckout(
  shop: Shop,
  checkoutId: string,
  words: Words['checkout/refusals'],
): Promise<Response | JsonAnswer> {
  const payment = await findPayment(shop, checkoutId)
  if (payment === null) return pending(null)
  const settled =
    typeof payment === 'string'
      ? await settle(shop, payment, words)
      : ({ state: 'paid', ...payment } as const)
  if (settled instanceof Response) return settled
  const { state, id, number } = settled
  const { items, isRecent } = await readPaidItems(shop, number)
  const path = isRecent ? await findOrderPath(shop, { id, number }) : null
  return new JsonAnswer({ state, orderNumber: number, orderPath: path, items })
}

interface Settled {
  state: 'paid' | 'refunded' | 'needs-attention'
  id: OrderId
  number: string
  why?: typeof PERSON_LIMIT
}

/** The outcome of a payment, or the answer while there is none. */
async function settle(
  shop: Shop,
  clientSecret: string,
  words: Words['checkout/refusals'],
): Promise<Response | Settled> {
  const wait = await findWait(shop, clientSecret)
  if (wait !== null) {
    return tooMany({ kind: 'too-many-requests', waitSeconds: wait }, () => words.tooManyAttempts, words)
  }
  const intent = await shop.gateway.findIntentBySecret(clientSecret).catch((error: unknown) => {
    if (error instanceof GatewayError) return 'unavailable' as const
    throw error
  })
  if (intent === 'unavailable') {
    return problem({
      type: 'payment-unavailable',
      status: 502,
      title: 'The payment could not be checked yet.',
    })
  }
  const settlement = intent && (await settlePayment(shop, intent))
  if (!settlement || settlement.kind === 'unknown-order') {
    return problem({ type: 'not-found', status: 404, title: 'There is no such payment.' })
  }
  if (settlement.kind === 'not-paid') return pending(intent)
  const isOver = settlement.kind === 'refunded' && (await isOverPersonLimit(shop, intent.orderId))
  const order = { id: intent.orderId, number: settlement.orderNumber }
  return { state: settlement.kind, ...order, ...(isOver && { why: PERSON_LIMIT }) }
}

function pending(intent: PaymentIntent | null): Response {
  const isProcessing = intent?.state === 'processing'
  const failure = intent?.lastError?.message ?? null
  return Response.json({ state: 'pending', orderNumber: null, orderPath: null, isProcessing, failure })
}

/**
 * The seconds to wait before an external gateway may be called about this payment; null: none. The gateway limits the
 * calls of the whole shop, so invented payments would keep others from paying.
 */
async function findWait(shop: Shop, clientSecret: string): Promise<number | null> {
  const { gateway } = shop
  if (gateway.cardEndpoint !== null) return null // the built-in gateway reads the shop's own database
  const limiter = limiters.get(gateway) ?? new RateLimiter()
  limiters.set(gateway, limiter)
  return (await isShopPayment(shop, clientSecret))
    ? limiter.take(clientSecret, PER_PAYMENT, Date.now())
    : limiter.take(UNKNOWN_KEY, ALL_UNKNOWN, Date.now())
}

settleCheckout.docs = {
  summary: 'Find out whether a payment went through',
  detail:
    'Checks the payment at the gateway and settles the order. May be repeated any number of times. Instead of the client ' +
    'secret it takes the `checkoutId`: then the answer of a paid order has its `items`, and its path for an hour only.',
  body: { schema: requestSchema, example: { clientSecret: 'pi_1_secret_2' } },
  answers: {
    200: {
      means:
        'The outcome. Without a payment the state is `pending` and the order number and path are null. `isProcessing`: the ' +
        'gateway has not decided yet. `why`: the payment is refunded because one person would have more of a drop than they may, and not because it came too late. `failure`: what it says about the last attempt.',
      schema: v.object({
        state: v.picklist(['pending', 'paid', 'refunded', 'needs-attention']),
        orderNumber: v.nullable(v.string()),
        orderPath: v.nullable(v.string()),
        items: v.optional(v.array(itemSchema)),
        why: v.optional(v.literal(PERSON_LIMIT)),
        isProcessing: v.optional(v.boolean()),
        failure: v.optional(v.nullable(v.string())),
      }),
    },
    404: refusal('No payment has this secret.'),
    502: refusal('The payment gateway does not answer.'),
  },
} satisfies EndpointDocs

export const routes = [ownPages('POST /api/checkout/settle', settleCheckout, buying)]
