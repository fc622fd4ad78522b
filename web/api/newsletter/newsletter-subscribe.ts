import * as v from 'valibot'
import { newsletterSchema } from '#domain/newsletter/newsletter.ts'
import { subscribeToNewsletter } from '#operations/newsletter/subscribe-to-newsletter.ts'
import { answerLanguage, contactFaults } from '#web/http/request-language.ts'
import { readJson, readText } from '#web/http/read-json.ts'
import { seeOther } from '#web/http/see-other.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { TRAP_DETAIL, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { ownPages } from '#web/route.ts'
import { subscribing } from '#web/http/limits/rate-limits.ts'

/** `leaveEmpty`: a honeypot field, hidden from people and filled in by bots. */
const requestSchema = v.object({ ...newsletterSchema.entries, leaveEmpty: v.optional(v.string(), '') })

const MAX_BYTES = 4 * 1024

/**
 * POST /api/newsletter/subscribe {email}: stores the address and mails it a confirmation link. The response is the same
 * for a new address, a known one and a bot. A form from a browser without JavaScript is redirected to a page.
 */
export async function subscribe(request: Request, context: ApiContext): Promise<Response> {
  if (/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')) {
    return subscribeByForm(request, context)
  }
  const body = await readJson(request, requestSchema, contactFaults(context.shop, request))
  if ('refusal' in body) return body.refusal
  await keep(body.value, context, request)
  return Response.json({ received: true })
}

subscribe.docs = {
  summary: 'Join the newsletter',
  detail:
    'The address gets an email with a link to confirm. The answer is the same for a new address and a known one. A form ' +
    '(application/x-www-form-urlencoded) is answered with 303 to a page. ' +
    TRAP_DETAIL,
  body: { schema: requestSchema, example: { email: 'ada@shopper.example' } },
  answers: {
    200: { means: 'The address was accepted.', schema: v.object({ received: v.literal(true) }) },
    303: { means: 'To the page with the result.', headers: { location: 'A path of this shop.' } },
  },
} satisfies EndpointDocs

async function subscribeByForm(request: Request, context: ApiContext): Promise<Response> {
  const body = await readText(request, MAX_BYTES)
  if ('refusal' in body) return body.refusal
  const form = new URLSearchParams(body.text)
  const filled = v.safeParse(requestSchema, Object.fromEntries(form))
  if (!filled.success) return seeOther('/newsletter/not-subscribed')
  try {
    await keep(filled.output, context, request)
    return seeOther('/newsletter/subscribed')
  } catch (error) {
    context.shop.log.error('A subscription could not be kept', error)
    return seeOther('/newsletter/not-subscribed')
  }
}

async function keep(
  { email, leaveEmpty }: v.InferOutput<typeof requestSchema>,
  { shop }: ApiContext,
  request: Request,
): Promise<void> {
  if (leaveEmpty === '') await subscribeToNewsletter(shop, email, answerLanguage(shop, request))
}

export const routes = [ownPages('POST /api/newsletter/subscribe', subscribe, subscribing)]
