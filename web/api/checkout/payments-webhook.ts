import * as v from 'valibot'
import { handleDeclinedCheck } from '#operations/draws/check-card.ts'
import { handleDisputeEvent } from '#operations/refunds/handle-dispute-event.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import { handlePaymentEvent } from '#operations/checkout/payments/handle-payment-event.ts'
import type { Shop } from '#operations/shop.ts'
import type { GatewayEvent } from '#providers/payments/payment-gateway.ts'
import { problem } from '#web/http/problem.ts'
import { readText } from '#web/http/read-json.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { signed } from '#web/route.ts'

const MAX_BYTES = 256 * 1024

/**
 * POST /webhooks/payments: events of the gateway. Without a signature the body is not even read, and nothing in it is
 * parsed before the signature of the raw body has been verified. An event that cannot be stored now gets an error, so
 * that it is sent again; unused events are acknowledged.
 */
export async function paymentsWebhook(
  request: Request,
  { shop }: Pick<ApiContext, 'shop'>,
): Promise<Response> {
  if (!shop.gateway.isSigned(request.headers)) return badSignature()
  const body = await readText(request, MAX_BYTES)
  if ('refusal' in body) return body.refusal
  const isAccepted = await acceptEvent(shop, body.text, request.headers)
  return isAccepted ? Response.json({ received: true }) : badSignature()
}

/** Takes a webhook that has arrived: checks its signature, then handles it. False when the signature does not match. */
export async function acceptEvent(shop: Shop, body: string, headers: Headers): Promise<boolean> {
  const event = shop.gateway.readEvent(body, headers)
  if (event === null) return false
  if (event.kind !== 'ignored' && !(await handleEvent(shop, event))) {
    shop.log.info('An event of the gateway concerns no payment of this shop', { event: event.eventId })
  }
  return true
}

function badSignature(): Response {
  return problem({ type: 'bad-signature', status: 400, title: 'The signature does not match.' })
}

/** False when the shop does not know the order or refund. A check that is not of the shop's draws is counted too. */
async function handleEvent(shop: Shop, event: Exclude<GatewayEvent, { kind: 'ignored' }>): Promise<boolean> {
  if (event.kind === 'refund') return handleRefundEvent(shop, event.refund)
  if (event.kind === 'dispute') return handleDisputeEvent(shop, event.dispute)
  if (event.kind === 'declined-check') {
    await handleDeclinedCheck(shop, event.checkId)
    return true
  }
  return handlePaymentEvent(shop, event.intent)
}

paymentsWebhook.docs = {
  summary: 'Events of the payment gateway',
  body: {
    type: 'application/json',
    detail:
      'The event as the gateway sends it. It is checked byte for byte against the header that signs it.',
  },
  answers: {
    200: {
      means: 'The event was accepted, or is not used.',
      schema: v.object({ received: v.literal(true) }),
    },
    400: refusal('The signature is missing, old, or does not match.'),
    413: refusal('The event is too large.'),
  },
} satisfies EndpointDocs

export const routes = [signed('POST /webhooks/payments', paymentsWebhook)]
