import * as v from 'valibot'
import { hearOfDispute } from '#operations/hear-of-dispute.ts'
import { hearOfRefund } from '#operations/hear-of-refund.ts'
import { settlePayment } from '#operations/settle-payment.ts'
import type { Shop } from '#operations/shop.ts'
import type { GatewayEvent } from '#providers/payments/payment-gateway.ts'
import { problem } from '#web/http/problem.ts'
import { readText } from '#web/http/read-json.ts'
import type { ApiContext } from './api-context.ts'
import { refusal, type EndpointDocs } from './endpoint-docs.ts'

const MOST_BYTES = 256 * 1024

/**
 * POST /webhooks/payments: the gateway tells what happened. The signature over the raw body comes first; nothing in an
 * unsigned body is looked at. An event that cannot be written down now is answered with an error, so that it is sent
 * again; one that is of no use to us is answered like any other.
 */
export async function paymentsWebhook(
  request: Request,
  { shop }: Pick<ApiContext, 'shop'>,
): Promise<Response> {
  const rawBody = await readText(request, MOST_BYTES)
  if (rawBody === null) return problem({ type: 'too-large', status: 413, title: 'The event is too large.' })
  const event = shop.gateway.readEvent(rawBody, request.headers.get('stripe-signature'))
  if (event === null)
    return problem({ type: 'bad-signature', status: 400, title: 'The signature does not match.' })
  if (event.kind !== 'ignored' && !(await isHeard(shop, event))) {
    shop.log.info('An event of the gateway is about nothing of ours', { event: event.eventId })
  }
  return Response.json({ received: true })
}

/** False when the event is about an order or a refund that the shop does not know. */
async function isHeard(shop: Shop, event: Exclude<GatewayEvent, { kind: 'ignored' }>): Promise<boolean> {
  if (event.kind === 'refund') return hearOfRefund(shop, event.refund)
  if (event.kind === 'dispute') return hearOfDispute(shop, event.dispute)
  return (await settlePayment(shop, event.intent)).kind !== 'unknown-order'
}

paymentsWebhook.docs = {
  summary: 'Events of the payment gateway',
  body: {
    type: 'application/json',
    detail:
      'The event as the gateway sends it. It is checked byte for byte against the header `stripe-signature`.',
  },
  answers: {
    200: {
      means: 'The event was taken, or is of no use here.',
      schema: v.object({ received: v.literal(true) }),
    },
    400: refusal('The signature is missing, old, or does not match.'),
    413: refusal('The event is too large.'),
  },
} satisfies EndpointDocs
