import * as v from 'valibot'
import { payByLink } from '#operations/payment-links/pay-by-link.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { answerWords } from '#web/http/request-language.ts'
import { tooMany } from '#web/api/too-many.ts'
import { buying } from '#web/http/limits/rate-limits.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import { ownPages } from '#web/route.ts'

const short = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
const requestSchema = v.object({ link: short, key: short })

/**
 * POST /api/payment-links/pay: the client secret for what a payment link asks for. The browser pays it as at the
 * checkout, and reports it to POST /api/checkout/settle.
 */
export async function payLink(request: Request, { shop }: ApiContext): Promise<Response> {
  const body = await readJson(request, requestSchema)
  if ('refusal' in body) return body.refusal
  const all = answerWords(shop, request)
  const words = all['payment-link']
  const outcome = await payByLink(shop, body.value.link, body.value.key)
  switch (outcome.kind) {
    case 'requested':
      return Response.json({ clientSecret: outcome.clientSecret })
    case 'unknown-link':
      return problem({ type: 'not-found', status: 404, title: words.noSuchLink })
    case 'not-payable':
      return problem({ type: outcome.kind, status: 409, title: words.notPayable })
    case 'too-many-declines':
      return tooMany(outcome, words.tooManyDeclines, all['checkout/refusals'])
    case 'unavailable':
      return problem({ type: 'payment-unavailable', status: 502, title: words.unavailable })
  }
}

payLink.docs = {
  summary: 'Pay by a payment link',
  detail:
    'Returns the client secret of the one payment that the link asks for. `key` is the one in the address of the link.',
  body: { schema: requestSchema, example: { link: '6f1c1b1e-0000-4000-8000-000000000000', key: 'a-key' } },
  answers: {
    200: { means: 'The payment can be confirmed.', schema: v.object({ clientSecret: v.string() }) },
    404: refusal('There is no such link, or the key is wrong.'),
    409: refusal('The link was paid or closed, or has expired.'),
    429: refusal('Too many cards were declined. Retry-After is the number of seconds to wait.'),
    502: refusal('The payment provider does not answer.'),
  },
} satisfies EndpointDocs

export const routes = [ownPages('POST /api/payment-links/pay', payLink, buying)]
