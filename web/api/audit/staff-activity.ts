import * as v from 'valibot'
import type { CsvCell } from '#domain/csv.ts'
import { shopDay } from '#domain/shop-day.ts'
import { streamAuditEvents } from '#operations/staff/read-audit-events.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { exportAnswer } from '#web/api/orders/staff-export.ts'
import { staff } from '#web/route.ts'
import { activityFilter } from '#web/views/staff/activity-filter.server.ts'
import { activityQuerySchema, parseActivityQuery } from '#web/views/staff/activity-query.ts'
import { changesText } from '#web/views/staff/activity-view.ts'
import { actorWords, auditWords, valueWords } from '#web/views/staff/audit-words.ts'

const HEAD = ['Time', 'Who', 'What', 'Action', 'Subject', 'Subject id', 'Changes', 'Network', 'Browser']

/** GET /api/staff/activity.csv?q=&person=&what=&from=&to=: the filtered activity as streamed CSV. */
export async function exportStaffActivity(request: Request, context: StaffContext): Promise<Response> {
  const { shop } = context
  const query = parseActivityQuery(new URL(request.url).searchParams)
  return exportAnswer(request, context, 'exported-activity', {
    name: `activity-${shopDay(shop.now(), shop.settings.timeZone)}.csv`,
    head: HEAD,
    batches: lines(streamAuditEvents(shop, activityFilter(shop, query))),
  })
}

exportStaffActivity.docs = {
  summary: 'The staff activity as a CSV file',
  detail:
    'Who did what and when, with what was there before and after, newest first. `q`: an order number, an email address ' +
    'of staff, a category, or words of a product’s name; `what`: an action, or a kind of subject. Exports are recorded.',
  query: v.omit(activityQuerySchema, ['older']),
  answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
} satisfies EndpointDocs

async function* lines(batches: ReturnType<typeof streamAuditEvents>): AsyncGenerator<CsvCell[][]> {
  for await (const events of batches) {
    yield events.map((event) => [
      new Date(event.at).toISOString(),
      actorWords(event),
      auditWords(event),
      event.action,
      event.subjectKind,
      event.subjectId,
      changesText(event.changes, valueWords),
      event.network,
      event.userAgent,
    ])
  }
}

export const routes = [staff('GET /api/staff/activity.csv', 'activity.read', exportStaffActivity)]
