import * as v from 'valibot'
import type { Confirmation } from '#providers/payments/payment-gateway.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import type { ApiContext } from './api-context.ts'

const shortText = v.pipe(v.string(), v.maxLength(300))

const confirmSchema = v.object({
  clientSecret: shortText,
  card: v.object({ number: shortText, expiry: shortText, cvc: shortText }),
})

const authenticateSchema = v.object({ clientSecret: shortText, outcome: v.picklist(['approve', 'fail']) })

/** POST /test-gateway/confirm: what Stripe's own address would be asked by the card box. */
export async function confirmTestPayment(request: Request, context: ApiContext): Promise<Response> {
  const { cardDesk } = context.shop.gateway
  if (!cardDesk) return notHere()
  const body = await readJson(request, confirmSchema)
  if ('refusal' in body) return body.refusal
  return answer(await cardDesk.confirm(body.value.clientSecret, body.value.card))
}

/** POST /test-gateway/authenticate: the end of the confirmation step. */
export async function authenticateTestPayment(request: Request, context: ApiContext): Promise<Response> {
  const { cardDesk } = context.shop.gateway
  if (!cardDesk) return notHere()
  const body = await readJson(request, authenticateSchema)
  if ('refusal' in body) return body.refusal
  return answer(await cardDesk.authenticate(body.value.clientSecret, body.value.outcome))
}

function notHere(): Response {
  return problem({ type: 'not-found', status: 404, title: 'There is nothing at this address.' })
}

function answer(confirmation: Confirmation): Response {
  if (confirmation.kind === 'unknown') {
    return Response.json(
      { error: { message: 'No such payment.', code: 'resource_missing' } },
      { status: 404 },
    )
  }
  const { id, state } = confirmation.intent
  if (confirmation.kind === 'intent') return Response.json({ paymentIntent: { id, status: state } })
  const { message, code, declineCode } = confirmation
  const error = {
    message,
    code,
    ...(declineCode && { decline_code: declineCode }),
    payment_intent: { id, status: state },
  }
  return Response.json({ error }, { status: 402 })
}
