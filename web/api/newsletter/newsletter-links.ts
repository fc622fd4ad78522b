import { confirmSubscription } from '#operations/newsletter/confirm-subscription.ts'
import { unsubscribe } from '#operations/newsletter/unsubscribe-by-link.ts'
import { problem } from '#web/http/problem.ts'
import { seeOther } from '#web/http/see-other.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { ONE_CLICK, readOneClick, tokenOf, tokenQuery, unsubscribed } from '#web/api/one-click.ts'
import { anyone, ownPages } from '#web/route.ts'
import { reading } from '#web/http/limits/rate-limits.ts'

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
  const click = await readOneClick(request)
  if ('refusal' in click) return click.refusal
  const left = await unsubscribe(shop, tokenOf(request))
  if (!click.isOneClick) return backToThePage(request)
  if (left) return unsubscribed()
  return problem({ type: 'not-found', status: 404, title: "This link doesn't work." })
}

unsubscribeFromNewsletter.docs = {
  summary: 'Unsubscribe from the newsletter',
  ...ONE_CLICK.docs,
  answers: {
    200: ONE_CLICK.answer,
    303: { means: 'Back to the page, which shows the outcome.', headers: { location: 'The page.' } },
    404: refusal('One click: the link is not valid.'),
  },
} satisfies EndpointDocs

function backToThePage(request: Request): Response {
  const { pathname } = new URL(request.url)
  return seeOther(`${pathname}?${new URLSearchParams({ token: tokenOf(request) })}`)
}

export const routes = [
  ownPages('POST /newsletter/confirm', confirmNewsletter, reading),
  anyone('POST /newsletter/unsubscribe', unsubscribeFromNewsletter, reading),
]
