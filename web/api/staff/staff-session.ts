import * as v from 'valibot'
import type { StaffContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { staff } from '#web/route.ts'

/** GET /api/staff/session: the signed-in member. Called by pages from the back/forward cache. */
export async function findStaffSession(_request: Request, { staff }: StaffContext): Promise<Response> {
  return Response.json({ email: staff.member.email })
}

findStaffSession.docs = {
  summary: 'The signed-in member',
  answers: { 200: { means: 'The address of the member.', schema: v.object({ email: v.string() }) } },
} satisfies EndpointDocs

export const routes = [staff('GET /api/staff/session', 'second-factor.use', findStaffSession)]
