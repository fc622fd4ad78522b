import * as v from 'valibot'
import { changePasswordSchema, newPasswordSchema, resetRequestSchema } from '#domain/staff-forms.ts'
import { requestPasswordReset } from '#operations/request-password-reset.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import { expiredStaffCookie, staffCookie } from '#web/http/staff-cookie.ts'
import type { ApiContext, StaffContext } from './api-context.ts'
import { askIdentity } from './ask-identity.ts'
import { refusal, type EndpointDocs } from './endpoint-docs.ts'
import { staffRefusal } from './staff-refusal.ts'

/** POST /api/staff/request-reset {email}: promises a mail with a link. */
export async function requestStaffReset(request: Request, { shop }: ApiContext): Promise<Response> {
  const body = await readJson(request, resetRequestSchema)
  if ('refusal' in body) return body.refusal
  const answer = await askIdentity(shop, requestPasswordReset(shop, body.value.email))
  if (answer.kind !== 'known') return staffRefusal(answer)
  return Response.json({ email: answer.member.email }, { status: 202 })
}

requestStaffReset.docs = {
  summary: 'Ask for a link to set a new password',
  body: { schema: resetRequestSchema, example: { email: 'ada@redemption.example' } },
  answers: {
    202: { means: 'A mail with the link is on its way.', schema: v.object({ email: v.string() }) },
    401: refusal('No account has this address.'),
    403: refusal('The account is disabled, or the request did not come from the shop’s own pages.'),
    429: refusal('Too many tries for this account. Retry-After says how many seconds to wait.'),
    503: refusal('The accounts cannot be asked.'),
  },
} satisfies EndpointDocs

/** POST /api/staff/reset-password {token, password}: the link of the mail is used up, and every session ends. */
export async function resetStaffPassword(request: Request, { shop }: ApiContext): Promise<Response> {
  const body = await readJson(request, newPasswordSchema)
  if ('refusal' in body) return body.refusal
  const { kind } = await shop.identity.resetPassword(body.value.token, body.value.password)
  if (kind === 'invalid-link') {
    return problem({ type: kind, status: 410, title: 'This link has run out or was used before.' })
  }
  return new Response(null, {
    status: 204,
    headers: { 'set-cookie': expiredStaffCookie(shop.settings.publicUrl) },
  })
}

resetStaffPassword.docs = {
  summary: 'Set a new password with the link of the mail',
  body: {
    schema: newPasswordSchema,
    example: { token: 'token-of-the-link', password: 'a new long password' },
  },
  answers: {
    204: {
      means: 'The password is set and every session has ended.',
      headers: { 'set-cookie': 'Takes the cookie of the session away.' },
    },
    410: refusal('The link has run out or was used before.'),
  },
} satisfies EndpointDocs

/** POST /api/staff/change-password {current, next}: every session ends, and this browser goes on in a new one. */
export async function changeStaffPassword(
  request: Request,
  { shop, staff, address }: StaffContext,
): Promise<Response> {
  const body = await readJson(request, changePasswordSchema)
  if ('refusal' in body) return body.refusal
  const answer = await shop.identity.changePassword(staff.key, body.value, {
    address,
    userAgent: request.headers.get('user-agent') ?? '',
  })
  if (answer.kind !== 'changed') return staffRefusal(answer)
  return new Response(null, {
    status: 204,
    headers: { 'set-cookie': staffCookie(shop.settings.publicUrl, answer.key, answer.livesFor) },
  })
}

changeStaffPassword.docs = {
  summary: 'Change the password',
  body: {
    schema: changePasswordSchema,
    example: { current: 'the old password', next: 'a new long password' },
  },
  answers: {
    204: {
      means: 'The password is changed. Every other session has ended.',
      headers: { 'set-cookie': 'The new session of this browser.' },
    },
    401: refusal('Nobody is signed in, or the current password is wrong.'),
    429: refusal('Too many tries for this account. Retry-After says how many seconds to wait.'),
  },
} satisfies EndpointDocs
