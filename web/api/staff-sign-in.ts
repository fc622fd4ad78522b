import { signInSchema } from '#domain/staff-forms.ts'
import { readJson } from '#web/http/read-json.ts'
import { readStaffCookie, staffCookie } from '#web/http/staff-cookie.ts'
import type { ApiContext } from './api-context.ts'
import { askIdentity } from './ask-identity.ts'
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
