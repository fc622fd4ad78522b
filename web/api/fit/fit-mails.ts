import * as v from 'valibot'
import { refuseFitMails } from '#operations/fit/answer-how-it-fits.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { reading } from '#web/http/limits/rate-limits.ts'
import { readText } from '#web/http/read-json.ts'
import { seeOther } from '#web/http/see-other.ts'
import { anyone } from '#web/route.ts'

const MAX_BYTES = 4 * 1024

/** POST /fit/leave: the button behind the link, and the one click of email programs, without cookies (RFC 8058). */
async function leave(request: Request, { shop }: ApiContext): Promise<Response> {
  const body = await readText(request, MAX_BYTES)
  if ('refusal' in body) return body.refusal
  const token = new URL(request.url).searchParams.get('token')?.trim() ?? ''
  await refuseFitMails(shop, token)
  if (/List-Unsubscribe=One-Click/i.test(body.text)) return Response.json({ unsubscribed: true })
  return seeOther(`/fit/leave?${new URLSearchParams({ token })}`)
}

leave.docs = {
  summary: 'Not be asked how pieces fit',
  detail:
    'For the button behind the link, and for the one click of email programs (RFC 8058), from anywhere.',
  query: v.object({ token: v.string() }),
  body: {
    type: 'application/x-www-form-urlencoded',
    detail: 'An email program sends `List-Unsubscribe=One-Click`; the button sends nothing.',
    schema: v.object({ 'List-Unsubscribe': v.optional(v.literal('One-Click')) }),
  },
  answers: {
    200: { means: 'One click: unsubscribed.', schema: v.object({ unsubscribed: v.literal(true) }) },
    303: { means: 'Back to the page.', headers: { location: 'The page.' } },
  },
} satisfies EndpointDocs

export const routes = [anyone('POST /fit/leave', leave, reading)]
