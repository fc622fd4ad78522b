import * as v from 'valibot'
import { confirmSubscription } from '#operations/newsletter/confirm-subscription.ts'
import { unsubscribe } from '#operations/newsletter/unsubscribe-by-link.ts'
import { problem } from '#web/http/problem.ts'
import { readText } from '#web/http/read-json.ts'
import { seeOther } from '#web/http/see-other.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { anyone, ownPages } from '#web/route.ts'
import { reading } from '#web/http/limits/rate-limits.ts'

const MAX_BYTES = 4 * 1024

const tokenQuery = v.object({ token: v.string() })

/** POST /newsletter/confirm?token=: the button of the page with the same address, which then shows the result. */
export async function confirmNewsletter(request: Request, { shop }: ApiContext): Promise<Response> {
  await confirmSubscription(shop, tokenOf(request))
  return backToThePage(request)
}

confirmNewsletter.docs = {
  summary: 'Confirm a subscription',
  detail: 'The button behind the link in the email. Pressing it again changes nothing.',
  query: tokenQuery,
  answers: {
    303: { means: 'Back to the page, which shows the outcome.', headers: { location: 'The page.' } },
  },
} satisfies EndpointDocs

/**
 * POST /newsletter/unsubscribe?token=: the button of the page with the same address; or one-click unsubscribe of a mail
 * program, without cookies or redirects (RFC 8058).
 */
export async function unsubscribeFromNewsletter(request: Request, { shop }: ApiContext): Promise<Response> {
  const body = await readText(request, MAX_BYTES)
  if ('refusal' in body) return body.refusal
  const isOneClick = /List-Unsubscribe=One-Click/i.test(body.text)
  const left = await unsubscribe(shop, tokenOf(request))
  if (!isOneClick) return backToThePage(request)
  if (left) return Response.json({ unsubscribed: true })
  return problem({ type: 'not-found', status: 404, title: "This link doesn't work." })
}

unsubscribeFromNewsletter.docs = {
  summary: 'Unsubscribe from the newsletter',
  detail:
    'For the button behind the link, and for the one click of email programs (RFC 8058), from anywhere.',
  query: tokenQuery,
  body: {
    type: 'application/x-www-form-urlencoded',
    detail: 'An email program sends `List-Unsubscribe=One-Click`; the button sends nothing.',
    schema: v.object({ 'List-Unsubscribe': v.optional(v.literal('One-Click')) }),
  },
  answers: {
    200: { means: 'One click: unsubscribed.', schema: v.object({ unsubscribed: v.literal(true) }) },
    303: { means: 'Back to the page, which shows the outcome.', headers: { location: 'The page.' } },
    404: refusal('One click: the link is not valid.'),
  },
} satisfies EndpointDocs

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token')?.trim() ?? ''
}

function backToThePage(request: Request): Response {
  const { pathname } = new URL(request.url)
  return seeOther(`${pathname}?${new URLSearchParams({ token: tokenOf(request) })}`)
}

export const routes = [
  ownPages('POST /newsletter/confirm', confirmNewsletter, reading),
  anyone('POST /newsletter/unsubscribe', unsubscribeFromNewsletter, reading),
]
