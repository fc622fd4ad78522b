import { browserName } from '#domain/browser-name.ts'
import {
  readAuditEvents,
  type AuditPlace,
  type StoredAuditEvent,
} from '#operations/staff/read-audit-events.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { ACTIVITY_QUERY_NAMES, parseActivityQuery } from '#web/views/staff/activity-query.ts'
import type { ActivityView } from '#web/views/staff/activity-view.ts'
import { actorWords, auditWords, shownChange } from '#web/views/staff/audit-words.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import ActivityPage, { type ActivityPageProps } from './activity-page.tsx'

export const routes = [
  staffPage(
    '/admin/activity',
    'activity.read',
    'admin/activity/activity-page',
    ActivityPage,
    loadActivityPage,
    ACTIVITY_QUERY_NAMES,
  ),
]

export async function loadActivityPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const query = parseActivityQuery(request.query)
  const time = staffTime(shop)
  const list = await readAuditEvents(shop, query, placeOf(query.older)).catch((error: unknown) => {
    shop.log.error('The staff activity could not be loaded', error)
    return null
  })
  const people = await shop.identity.listMembers()
  return {
    status: 200,
    head: staffHead('Activity', '/admin/activity'),
    props: {
      frame: await staffFrameProps(shop, request),
      query,
      people: people.map(({ id, email }) => ({ id, email })),
      list: list && {
        events: list.events.map((event) => activityView(event, time)),
        older: list.older && `${list.older.at}-${list.older.id}`,
      },
    } satisfies ActivityPageProps,
  }
}

/** `1795392000000-42` as a place in the list; undefined: its start. */
function placeOf(older: string): AuditPlace | undefined {
  const [at = '', id = ''] = older.split('-')
  return id === '' ? undefined : { at: Number(at), id: Number(id) }
}

function activityView(event: StoredAuditEvent, time: (at: number) => string): ActivityView {
  const { id, at, network, userAgent, changes } = event
  return {
    id,
    at: time(at),
    who: actorWords(event),
    what: auditWords(event),
    href: event.subjectKind === 'order' ? `/admin/orders/${event.subjectId}` : null,
    // A new product has many fields that are as empty as before.
    changes: changes
      .map((change) => shownChange(event.subjectKind, change, time))
      .filter(({ before, after }) => before !== after),
    from: [userAgent ? browserName(userAgent) : '', network].filter(Boolean).join(', '),
  }
}
