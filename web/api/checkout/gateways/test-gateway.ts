import * as v from 'valibot'
import type { Confirmation, IntentState } from '#providers/payments/payment-gateway.ts'
import { clientSecretSchema } from '#web/api/checkout/client-secret-schema.ts'
import { JsonAnswer } from '#web/http/json-answer.ts'
import { problem, problemSchema } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { ownPages } from '#web/route.ts'
import { buying } from '#web/http/limits/rate-limits.ts'

const shortText = v.pipe(v.string(), v.maxLength(300))

const confirmSchema = v.object({
  clientSecret: clientSecretSchema,
  card: v.object({
    number: shortText,
    expiry: shortText,
    cvc: shortText,
    isInWallet: v.optional(v.boolean()),
  }),
})

const authenticateSchema = v.object({
  clientSecret: clientSecretSchema,
  outcome: v.picklist(['approve', 'fail']),
})

/** POST /test-gateway/confirm: corresponds to the Stripe endpoint that its card field calls. */
export async function confirmTestPayment(
  request: Request,
  context: ApiContext,
): Promise<Response | JsonAnswer> {
  const { cardEndpoint } = context.shop.gateway
  if (!cardEndpoint) return notHere()
  const body = await readJson(request, confirmSchema)
  if ('refusal' in body) return body.refusal
  return answer(await cardEndpoint.confirm(body.value.clientSecret, body.value.card))
}

/** POST /test-gateway/authenticate: completes the confirmation step. */
export async function authenticateTestPayment(
  request: Request,
  context: ApiContext,
): Promise<Response | JsonAnswer> {
  const { cardEndpoint } = context.shop.gateway
  if (!cardEndpoint) return notHere()
  const body = await readJson(request, authenticateSchema)
  if ('refusal' in body) return body.refusal
  return answer(await cardEndpoint.authenticate(body.value.clientSecret, body.value.outcome))
}

const intentStateSchema = v.picklist([
  'requires_payment_method',
  'requires_action',
  'processing',
  'succeeded',
  'canceled',
] satisfies IntentState[])
const confirmed = v.object({ id: v.string(), status: intentStateSchema })
const refusedCard = v.object({
  message: v.string(),
  code: v.string(),
  decline_code: v.optional(v.string()),
  payment_intent: confirmed,
})

const answers = {
  200: {
    means: 'The payment as it is now. `requires_action` asks for the confirmation step.',
    schema: v.object({ paymentIntent: confirmed }),
  },
  402: { means: 'The card was refused.', schema: v.object({ error: refusedCard }) },
  404: {
    means: 'No payment has this secret, or the shop has a real gateway (then a problem).',
    schema: v.union([
      v.object({ error: v.object({ message: v.string(), code: v.literal('resource_missing') }) }),
      problemSchema,
    ]),
  },
}

confirmTestPayment.docs = {
  summary: 'Pay with a test card',
  detail: 'Answered by the built-in test gateway only. It takes published test numbers and no others.',
  body: {
    schema: confirmSchema,
    example: {
      clientSecret: 'pi_1_secret_2',
      card: { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' },
    },
  },
  answers,
} satisfies EndpointDocs

authenticateTestPayment.docs = {
  summary: 'End the confirmation step of a test card',
  body: { schema: authenticateSchema, example: { clientSecret: 'pi_1_secret_2', outcome: 'approve' } },
  answers,
} satisfies EndpointDocs

function notHere(): Response {
  return problem({ type: 'not-found', status: 404, title: 'There is nothing at this address.' })
}

function answer(confirmation: Confirmation): Response | JsonAnswer {
  if (confirmation.kind === 'unknown') {
    return Response.json(
      { error: { message: 'No such payment.', code: 'resource_missing' } },
      { status: 404 },
    )
  }
  const { id, state } = confirmation.intent
  if (confirmation.kind === 'intent') return new JsonAnswer({ paymentIntent: { id, status: state } })
  const { message, code, declineCode } = confirmation
  const error = {
    message,
    code,
    ...(declineCode && { decline_code: declineCode }),
    payment_intent: { id, status: state },
  }
  return Response.json({ error }, { status: 402 })
}

export const routes = [
  ownPages('POST /test-gateway/confirm', confirmTestPayment, buying),
  ownPages('POST /test-gateway/authenticate', authenticateTestPayment, buying),
]
