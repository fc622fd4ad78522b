import { expiredStaffCookie, readStaffCookie } from '#web/http/visitors/staff-cookie.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { staffVisit } from './staff-visit.ts'
import { ownPagesOnly } from '#web/route.ts'

/** POST /api/staff/sign-out: ends the session of this browser. Succeeds without a session too. */
export async function signOutStaff(request: Request, context: ApiContext): Promise<Response> {
  const { shop } = context
  const { publicUrl } = shop.settings
  const key = readStaffCookie(request.headers, publicUrl)
  if (key !== null) await shop.identity.signOut(key, staffVisit(request, context))
  return new Response(null, { status: 204, headers: { 'set-cookie': expiredStaffCookie(publicUrl) } })
}

signOutStaff.docs = {
  summary: 'Sign out',
  answers: {
    204: { means: 'Signed out.', headers: { 'set-cookie': 'Deletes the session cookie.' } },
  },
} satisfies EndpointDocs

export const routes = [ownPagesOnly('POST /api/staff/sign-out', signOutStaff)]
