import * as v from 'valibot'
import { listConnections } from '#operations/connections/list-connections.ts'
import { tryConnection } from '#operations/connections/try-connection.ts'
import { connectionView } from '#web/views/connections/connection-view.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { problem } from '#web/http/problem.ts'
import { tryingSuppliers } from '#web/http/limits/rate-limits.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { nameIn } from '#web/api/staff/staff-address.ts'
import { staff } from '#web/route.ts'

const connectionSchema = v.object({
  need: v.string(),
  title: v.string(),
  supplier: v.string(),
  usedFor: v.string(),
  state: v.picklist(['built-in', 'unused', 'works', 'fails']),
  words: v.string(),
  lastFailure: v.nullable(v.string()),
})

/** POST /api/staff/connections/{need}/try: tests the supplier of a need with a real request. */
export async function tryStaffConnection(request: Request, { shop, staff }: StaffContext): Promise<Response> {
  const need = nameIn(request)
  const tried = await tryConnection(shop, need, staff.member.email)
  const listed = (await listConnections(shop)).find((one) => one.need === need)
  if (tried === null || !listed) {
    return problem({
      type: 'not-found',
      status: 404,
      title: 'This need no longer has an outside supplier. Reload the page.',
    })
  }
  return Response.json({ ...tried, connection: connectionView(listed, staffTime(shop)) })
}

tryStaffConnection.docs = {
  summary: 'Test a supplier with a real request',
  detail:
    'An email goes to the member who asks; other test data is deleted again. A failing supplier is a 200 too.',
  params: v.object({ need: v.string() }),
  answers: {
    200: {
      means: 'Whether it works, a sentence about the result, and the state of the connection.',
      schema: v.object({ works: v.boolean(), words: v.string(), connection: connectionSchema }),
    },
    404: refusal('This need has no outside supplier.'),
  },
} satisfies EndpointDocs

export const routes = [
  staff('POST /api/staff/connections/:need/try', 'connections.use', tryStaffConnection, tryingSuppliers),
]
