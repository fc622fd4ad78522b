import * as v from 'valibot'
import { signInSchema } from '#domain/staff-forms.ts'
import { readJson } from '#web/http/read-json.ts'
import { readStaffCookie, staffCookie } from '#web/http/staff-cookie.ts'
import type { ApiContext } from './api-context.ts'
import { askIdentity } from './ask-identity.ts'
import { refusal, type EndpointDocs } from './endpoint-docs.ts'
import { staffRefusal } from './staff-refusal.ts'

/** POST /api/staff/sign-in {email, password}: the session comes as a cookie; refusals carry the codes of spec 8. */
export async function signInStaff(request: Request, { shop, address }: ApiContext): Promise<Response> {
  const body = await readJson(request, signInSchema)
  if ('refusal' in body) return body.refusal
  const { publicUrl } = shop.settings
  const visit = {
    address,
    userAgent: request.headers.get('user-agent') ?? '',
    replaces: readStaffCookie(request.headers, publicUrl),
  }
  const answer = await askIdentity(shop, shop.identity.signIn(body.value, visit))
  if (answer.kind !== 'signed-in') {
    shop.log.info('A staff sign-in was refused', { code: answer.kind, address })
    return staffRefusal(answer)
  }
  return Response.json(
    { email: answer.member.email },
    { headers: { 'set-cookie': staffCookie(publicUrl, answer.key, answer.livesFor) } },
  )
}

signInStaff.docs = {
  summary: 'Sign in',
  body: {
    schema: signInSchema,
    example: { email: 'ada@redemption.example', password: 'the password' },
  },
  answers: {
    200: {
      means: 'Signed in. The session is a cookie.',
      schema: v.object({ email: v.string() }),
      headers: { 'set-cookie': 'The session.' },
    },
    401: refusal('No account has this address, or the password is wrong. `type` says which.'),
    403: refusal('The account is disabled, or the request did not come from the shop’s own pages.'),
    429: refusal('Too many tries. Retry-After says how many seconds to wait.'),
    503: refusal('The accounts cannot be asked.'),
  },
} satisfies EndpointDocs
