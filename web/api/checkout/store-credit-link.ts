import * as v from 'valibot'
import { looksLikeEmail } from '#domain/email.ts'
import { askForCredit, openCredit } from '#operations/gift-cards/use-store-credit.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { askingForCredit, reading } from '#web/http/limits/rate-limits.ts'
import { readJson } from '#web/http/read-json.ts'
import { answerLanguage, answerWords } from '#web/http/request-language.ts'
import { cookieWithCode } from '#web/http/visitors/codes-cookie.ts'
import { newVisitorId, readVisitorCookie, visitorCookie } from '#web/http/visitors/visitor-cookie.ts'
import { ownPages } from '#web/route.ts'
import { checkoutIdSchema } from './items-schema.ts'
import { seeOther } from '#web/http/see-other.ts'

const WRONG_EMAIL = 'wrong-email'
const requestSchema = v.object({
  email: v.pipe(v.string(WRONG_EMAIL), v.trim(), v.check(looksLikeEmail, WRONG_EMAIL)),
  checkoutId: checkoutIdSchema,
})

/** POST /api/store-credit/link: the answer is the same for an address with store credit and one without. */
async function askForLink(request: Request, { shop }: ApiContext): Promise<Response> {
  const { wrongEmail } = answerWords(shop, request)['store-credit']
  const body = await readJson(request, requestSchema, (fault) => (fault === WRONG_EMAIL ? wrongEmail : fault))
  if ('refusal' in body) return body.refusal
  const visitor = readVisitorCookie(request.headers, shop) ?? newVisitorId()
  await askForCredit(shop, { ...body.value, visitor, language: answerLanguage(shop, request) })
  const headers = { 'set-cookie': visitorCookie(visitor, shop) }
  return Response.json({ received: true }, { headers })
}

askForLink.docs = {
  summary: 'Ask for a link to pay with store credit',
  detail:
    'If the address has store credit, it gets an email with a link: within half an hour, once, and in this browser only, it makes the store credit pay for the order of this `checkoutId`, as a code of its cart. The answer is the same for every address.',
  body: {
    schema: requestSchema,
    example: { email: 'ada@shopper.example', checkoutId: '4f6f3c1e-2f63-4a52-9d0a-6a1f2b3c4d5e' },
  },
  answers: {
    200: {
      means: 'The address was accepted.',
      headers: { 'set-cookie': 'The id of this browser, which the link asks for.' },
      schema: v.object({ received: v.literal(true) }),
    },
  },
} satisfies EndpointDocs

/** POST /store-credit/use?token=: the button of the page behind the link. */
async function useLink(request: Request, { shop }: ApiContext): Promise<Response> {
  const token = new URL(request.url).searchParams.get('token')?.trim() ?? ''
  const visitor = readVisitorCookie(request.headers, shop)
  const outcome = await openCredit(shop, { token, visitor })
  if (outcome.kind === 'opened') {
    return seeOther('/checkout', [cookieWithCode(request.headers, outcome.code)])
  }
  const elsewhere = outcome.kind === 'other-browser' ? { elsewhere: '1' } : {}
  return seeOther(`/store-credit?${new URLSearchParams({ token, ...elsewhere })}`)
}

useLink.docs = {
  summary: 'Use store credit for an order',
  detail: 'The button behind the link in the email. It works once, in the browser that asked for the link.',
  query: v.object({ token: v.string() }),
  answers: {
    303: {
      means: 'To the checkout, or back to the page, which says why not.',
      headers: {
        location: 'A path of this shop.',
        'set-cookie': 'The codes of the cart, with one for the store credit.',
      },
    },
  },
} satisfies EndpointDocs

export const routes = [
  ownPages('POST /api/store-credit/link', askForLink, askingForCredit),
  ownPages('POST /store-credit/use', useLink, reading),
]
