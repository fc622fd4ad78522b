import * as v from 'valibot'
import { confirmEntry, withdrawEntry } from '#operations/draws/enter-draw.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { reading } from '#web/http/limits/rate-limits.ts'
import { seeOther } from '#web/http/see-other.ts'
import { newVisitorId, readVisitorCookie, visitorCookie } from '#web/http/visitors/visitor-cookie.ts'
import { ownPages } from '#web/route.ts'

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token')?.trim() ?? ''
const query = v.object({ token: v.string() })

/** POST /draw/confirm: the button behind the link in the email. The browser is one of the signs of a person. */
async function confirm(request: Request, { shop }: ApiContext): Promise<Response> {
  const token = tokenOf(request)
  const device = readVisitorCookie(request.headers, shop) ?? newVisitorId()
  const outcome = await confirmEntry(shop, token, device)
  const page = new URLSearchParams({ token, ...(outcome === 'known' && { known: 'yes' }) })
  return seeOther(`/draw?${page}`, [visitorCookie(device, shop)])
}

confirm.docs = {
  summary: 'Confirm an entry in the draw of a drop',
  detail:
    'The button behind the link in the email: from now on the entry takes part, unless the same person has entered already. Pressing it again changes nothing.',
  query,
  answers: {
    303: {
      means: 'Back to the page of the entry, which says how it went.',
      headers: { location: 'The page.', 'set-cookie': 'By which this browser is known, for a day.' },
    },
  },
} satisfies EndpointDocs

/** POST /draw/withdraw: the other button behind the link. */
async function withdraw(request: Request, { shop }: ApiContext): Promise<Response> {
  const token = tokenOf(request)
  await withdrawEntry(shop, token)
  return seeOther(`/draw?${new URLSearchParams({ token })}`)
}

withdraw.docs = {
  summary: 'Take back an entry in the draw of a drop',
  detail: 'Deletes it with the address, until the draw closes.',
  query,
  answers: { 303: { means: 'Back to the page.', headers: { location: 'The page.' } } },
} satisfies EndpointDocs

export const routes = [
  ownPages('POST /draw/confirm', confirm, reading),
  ownPages('POST /draw/withdraw', withdraw, reading),
]
