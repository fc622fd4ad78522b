import * as v from 'valibot'
import { readJson } from '#web/http/read-json.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { staff } from '#web/route.ts'

const oneSession = v.object({ id: v.pipe(v.string(), v.maxLength(100)) })

/** POST /api/staff/end-session {id}: ends one session of the member who asks. Somebody else's are out of reach. */
export async function endStaffSession(request: Request, { shop, staff }: StaffContext): Promise<Response> {
  const body = await readJson(request, oneSession)
  if ('refusal' in body) return body.refusal
  await shop.identity.endSession(staff.member.id, body.value.id)
  return new Response(null, { status: 204 })
}

endStaffSession.docs = {
  summary: 'End one session of the member',
  body: { schema: oneSession, example: { id: 'session-1' } },
  answers: { 204: { means: 'There is no such session of the member any more.' } },
} satisfies EndpointDocs

/** POST /api/staff/end-other-sessions: leaves the member signed in here and nowhere else. */
export async function endOtherStaffSessions(
  _request: Request,
  { shop, staff }: StaffContext,
): Promise<Response> {
  await shop.identity.endOtherSessions(staff.member.id, staff.id)
  return new Response(null, { status: 204 })
}

endOtherStaffSessions.docs = {
  summary: 'End every other session of the member',
  answers: { 204: { means: 'The member is signed in here and nowhere else.' } },
} satisfies EndpointDocs

export const routes = [
  staff('POST /api/staff/end-session', 'account.use', endStaffSession),
  staff('POST /api/staff/end-other-sessions', 'account.use', endOtherStaffSessions),
]
