import { refuseFitMails } from '#operations/fit/answer-how-it-fits.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { ONE_CLICK, readOneClick, tokenOf, unsubscribed } from '#web/api/one-click.ts'
import { reading } from '#web/http/limits/rate-limits.ts'
import { seeOther } from '#web/http/see-other.ts'
import { anyone } from '#web/route.ts'

/** POST /fit/leave: also the one click of email programs, without cookies (RFC 8058). */
async function leave(request: Request, { shop }: ApiContext): Promise<Response> {
  const click = await readOneClick(request)
  if ('refusal' in click) return click.refusal
  const token = tokenOf(request)
  await refuseFitMails(shop, token)
  return click.isOneClick ? unsubscribed() : seeOther(`/fit/leave?${new URLSearchParams({ token })}`)
}

leave.docs = {
  summary: 'Not be asked how pieces fit',
  ...ONE_CLICK.docs,
  answers: {
    200: ONE_CLICK.answer,
    303: { means: 'Back to the page.', headers: { location: 'The page.' } },
  },
} satisfies EndpointDocs

export const routes = [anyone('POST /fit/leave', leave, reading)]
