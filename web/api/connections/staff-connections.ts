import * as v from 'valibot'
import { listConnections } from '#operations/connections/list-connections.ts'
import { tryConnection } from '#operations/connections/try-connection.ts'
import { noSuch, recordParams, staffAction } from '#web/api/action.ts'
import { connectionView } from '#web/views/connections/connection-view.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { tryingSuppliers } from '#web/http/limits/rate-limits.ts'
import { refusal } from '#web/api/endpoint-docs.ts'

const connectionSchema = v.object({
  need: v.string(),
  title: v.string(),
  supplier: v.string(),
  setBy: v.string(),
  usedFor: v.string(),
  state: v.picklist(['built-in', 'unused', 'works', 'fails']),
  words: v.string(),
  lastFailure: v.nullable(v.string()),
})

const needParams = recordParams(
  { need: v.string() },
  'This need no longer has an outside supplier. Reload the page.',
)

export const routes = [
  staffAction('POST /api/staff/connections/:need/try', 'connections.use', {
    limit: tryingSuppliers,
    summary: 'Test a supplier with a real request',
    detail:
      'An email goes to the member who asks; other test data is deleted again. A failing supplier is a 200 too.',
    params: needParams,
    answers: {
      200: {
        means: 'Whether it works, a sentence about the result, and the state of the connection.',
        schema: v.object({ works: v.boolean(), words: v.string(), connection: connectionSchema }),
      },
      404: refusal('This need has no outside supplier.'),
    },
    async run({ shop, staff, params: { need } }) {
      const tried = await tryConnection(shop, need, staff.member.email)
      const listed = (await listConnections(shop)).find((one) => one.need === need)
      if (tried === null || !listed) return noSuch(needParams)
      return { ...tried, connection: connectionView(listed, staffTime(shop)) }
    },
  }),
]
