import { changePasswordSchema, newPasswordSchema, resetRequestSchema } from '#domain/staff-forms.ts'
import { requestPasswordReset } from '#operations/request-password-reset.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import { expiredStaffCookie, staffCookie } from '#web/http/staff-cookie.ts'
import type { ApiContext, StaffContext } from './api-context.ts'
import { askIdentity } from './ask-identity.ts'
import { staffRefusal } from './staff-refusal.ts'

/** POST /api/staff/request-reset {email}: promises a mail with a link. */
export async function requestStaffReset(request: Request, { shop }: ApiContext): Promise<Response> {
  const body = await readJson(request, resetRequestSchema)
  if ('refusal' in body) return body.refusal
  const answer = await askIdentity(shop, requestPasswordReset(shop, body.value.email))
  if (answer.kind !== 'known') return staffRefusal(answer)
  return Response.json({ email: answer.member.email }, { status: 202 })
}

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
