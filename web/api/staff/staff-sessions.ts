import * as v from 'valibot'
import { readJson } from '#web/http/read-json.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { staff } from '#web/route.ts'
import { staffVisit } from './staff-visit.ts'

const oneSession = v.object({ id: v.pipe(v.string(), v.maxLength(100)) })

/** POST /api/staff/end-session {id}: ends one session of the calling member, and never another member's. */
export async function endStaffSession(request: Request, context: StaffContext): Promise<Response> {
  const { shop, staff } = context
  const body = await readJson(request, oneSession)
  if ('refusal' in body) return body.refusal
  await shop.identity.endSession(staff.member.id, body.value.id, staffVisit(request, context))
  return new Response(null, { status: 204 })
}

endStaffSession.docs = {
  summary: 'End one session of the member',
  body: { schema: oneSession, example: { id: 'session-1' } },
  answers: { 204: { means: 'The session has ended.' } },
} satisfies EndpointDocs

/** POST /api/staff/end-other-sessions: ends all sessions of the member except this one. */
export async function endOtherStaffSessions(request: Request, context: StaffContext): Promise<Response> {
  const { shop, staff } = context
  await shop.identity.endOtherSessions(staff.member.id, staff.id, staffVisit(request, context))
  return new Response(null, { status: 204 })
}

endOtherStaffSessions.docs = {
  summary: 'End every other session of the member',
  answers: { 204: { means: 'All other sessions have ended.' } },
} satisfies EndpointDocs

export const routes = [
  staff('POST /api/staff/end-session', 'account.use', endStaffSession),
  staff('POST /api/staff/end-other-sessions', 'account.use', endOtherStaffSessions),
]
