import { expiredStaffCookie, readStaffCookie } from '#web/http/visitors/staff-cookie.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { ownPagesOnly } from '#web/route.ts'

/** POST /api/staff/sign-out: ends the session of this browser. There is nothing to refuse to who has none. */
export async function signOutStaff(request: Request, { shop }: ApiContext): Promise<Response> {
  const { publicUrl } = shop.settings
  const key = readStaffCookie(request.headers, publicUrl)
  if (key !== null) await shop.identity.signOut(key)
  return new Response(null, { status: 204, headers: { 'set-cookie': expiredStaffCookie(publicUrl) } })
}

signOutStaff.docs = {
  summary: 'Sign out',
  answers: {
    204: { means: 'Signed out.', headers: { 'set-cookie': 'Takes the cookie of the session away.' } },
  },
} satisfies EndpointDocs

export const routes = [ownPagesOnly('POST /api/staff/sign-out', signOutStaff)]
