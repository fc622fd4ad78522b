import type { StaffContext } from './api-context.ts'

/** GET /api/staff/session: who is signed in here. A page that comes out of the back/forward cache asks. */
export async function findStaffSession(_request: Request, { staff }: StaffContext): Promise<Response> {
  return Response.json({ email: staff.member.email })
}
