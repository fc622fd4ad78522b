import * as v from 'valibot'
import { changePasswordSchema, newPasswordSchema, resetRequestSchema } from '#domain/staff/staff-forms.ts'
import { requestPasswordReset } from '#operations/staff/request-password-reset.ts'
import { deviceCookie } from '#web/http/visitors/device-cookie.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import { expiredStaffCookie, staffCookie } from '#web/http/visitors/staff-cookie.ts'
import type { ApiContext, StaffContext } from '#web/api/api-context.ts'
import { callIdentity } from '#web/http/call-identity.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { staffRefusal, weakPassword } from './staff-refusal.ts'
import { staffVisit } from './staff-visit.ts'
import { ownPagesOnly, staff } from '#web/route.ts'
import { askingForReset, signingIn } from '#web/http/limits/rate-limits.ts'

/** POST /api/staff/request-reset {email}: enqueues a mail with a reset link, or has the accounts' service send it. */
export async function requestStaffReset(request: Request, context: ApiContext): Promise<Response> {
  const { shop } = context
  const body = await readJson(request, resetRequestSchema)
  if ('refusal' in body) return body.refusal
  const answer = await callIdentity(
    shop,
    requestPasswordReset(shop, body.value.email, staffVisit(request, context)),
  )
  if (answer.kind !== 'allowed' && answer.kind !== 'sent') return staffRefusal(answer, 'mail')
  return Response.json({ email: answer.member.email }, { status: 202 })
}

requestStaffReset.docs = {
  summary: 'Request a link to set a new password',
  body: { schema: resetRequestSchema, example: { email: 'ada@redemption.example' } },
  answers: {
    202: { means: 'An email with the link is on its way.', schema: v.object({ email: v.string() }) },
    401: refusal('No account has this address.'),
    403: refusal(
      'The account is disabled, its service refuses, or the request did not come from the shop’s own pages.',
    ),
    429: refusal('Emails were already sent to this address. Retry-After is the number of seconds to wait.'),
    503: refusal('The accounts are unavailable.'),
  },
} satisfies EndpointDocs

/** POST /api/staff/reset-password {token, password}: uses the link up, and ends every session. */
export async function resetStaffPassword(request: Request, context: ApiContext): Promise<Response> {
  const { shop } = context
  const body = await readJson(request, newPasswordSchema)
  if ('refusal' in body) return body.refusal
  const { token, password } = body.value
  const answer = await callIdentity(
    shop,
    shop.identity.resetPassword(token, password, staffVisit(request, context)),
  )
  if (answer.kind === 'invalid-link') {
    return problem({
      type: answer.kind,
      status: 410,
      title: 'This link has expired or has already been used.',
    })
  }
  if (answer.kind === 'weak-password') return weakPassword('password', answer)
  if (answer.kind !== 'reset') return staffRefusal(answer)
  return withCookies(expiredStaffCookie(shop.settings.publicUrl), deviceCookie(answer.device, shop))
}

resetStaffPassword.docs = {
  summary: 'Set a new password with the link from the email',
  body: {
    schema: newPasswordSchema,
    example: { token: 'token-of-the-link', password: 'a new long password' },
  },
  answers: {
    204: {
      means: 'The password is set and every session has ended.',
      headers: { 'set-cookie': 'Deletes the session cookie, and marks this browser as known.' },
    },
    403: refusal(
      'The service that keeps the accounts refuses this password, or the request did not come from the shop’s own pages.',
    ),
    410: refusal('The link has expired or has already been used.'),
    503: refusal('The accounts are unavailable.'),
  },
} satisfies EndpointDocs

/** POST /api/staff/change-password {current, next}: ends every session, and starts a new one for this browser. */
export async function changeStaffPassword(request: Request, context: StaffContext): Promise<Response> {
  const { shop, staff } = context
  const body = await readJson(request, changePasswordSchema)
  if ('refusal' in body) return body.refusal
  const answer = await callIdentity(
    shop,
    shop.identity.changePassword(staff.key, body.value, staffVisit(request, context)),
  )
  if (answer.kind === 'weak-password') return weakPassword('next', answer)
  if (answer.kind !== 'changed') return staffRefusal(answer)
  return withCookies(
    staffCookie(shop.settings.publicUrl, answer.key, answer.livesFor),
    deviceCookie(answer.device, shop),
  )
}

changeStaffPassword.docs = {
  summary: 'Change the password',
  body: {
    schema: changePasswordSchema,
    example: { current: 'the old password', next: 'a new long password' },
  },
  answers: {
    204: {
      means: 'The password is changed. Every other session has ended, and no other browser is known.',
      headers: { 'set-cookie': 'The new session of this browser, the only one still known.' },
    },
    401: refusal('Not signed in, or the current password is wrong.'),
    403: refusal('The role lacks `account.use`, or the service that keeps the accounts refuses.'),
    429: refusal('Too many attempts for this account. Retry-After is the number of seconds to wait.'),
    503: refusal('The accounts are unavailable.'),
  },
} satisfies EndpointDocs

function withCookies(...cookies: string[]): Response {
  const answer = new Response(null, { status: 204 })
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
  return answer
}

export const routes = [
  ownPagesOnly('POST /api/staff/request-reset', requestStaffReset, askingForReset),
  ownPagesOnly('POST /api/staff/reset-password', resetStaffPassword, signingIn),
  staff('POST /api/staff/change-password', 'account.use', changeStaffPassword),
]
