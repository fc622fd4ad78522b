import * as v from 'valibot'
import type { CsvCell } from '#domain/csv.ts'
import { shopDay } from '#domain/shop-day.ts'
import { streamAuditEvents } from '#operations/staff/read-audit-events.ts'
import { staffAction } from '#web/api/action.ts'
import { exportAnswer } from '#web/api/orders/staff-export.ts'
import { activityQuerySchema } from '#web/views/staff/activity-query.ts'
import { changesText } from '#web/views/staff/activity-view.ts'
import { actorWords, auditWords, valueWords } from '#web/views/staff/audit-words.ts'

const HEAD = ['Time', 'Who', 'What', 'Action', 'Subject', 'Subject id', 'Changes', 'Network', 'Browser']

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

export const routes = [
  staffAction('GET /api/staff/activity.csv', 'activity.read', {
    summary: 'The staff activity as a CSV file',
    detail:
      'Who did what and when, with what was there before and after, newest first. `q`: an order number, an email address ' +
      'of staff, a category, or words of a product’s name; `what`: an action, or a kind of subject. Exports are recorded.',
    query: v.omit(activityQuerySchema, ['older']),
    answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
    async run(asked) {
      const { shop, query } = asked
      return exportAnswer(asked.request, asked, 'exported-activity', {
        name: `activity-${shopDay(shop.now(), shop.settings.timeZone)}.csv`,
        head: HEAD,
        batches: lines(streamAuditEvents(shop, query)),
      })
    },
  }),
]
