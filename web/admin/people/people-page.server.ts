import type { Shop } from '#operations/shop.ts'
import { readPeopleEvents } from '#operations/staff/read-audit-events.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { actorWords, auditWords } from '#web/views/staff/audit-words.ts'
import { invitationView, personView } from '#web/views/staff/people-view.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import PeoplePage, { type PeoplePageProps } from './people-page.tsx'

export const routes = [
  staffPage('/admin/people', 'staff.manage', 'admin/people/people-page', PeoplePage, loadPeoplePage),
]

export async function loadPeoplePage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const { people, invitations, accountsAt } = shop.identity
  const time = staffTime(shop)
  const events = await readPeopleEvents(shop)
  return {
    status: 200,
    head: staffHead('People', '/admin/people'),
    props: {
      frame: await staffFrameProps(shop, request),
      accountsAt,
      people: (await people.list()).map((person) => personView(shop, person)),
      invitations: (await invitations.list()).map((invitation) => invitationView(shop, invitation)),
      events: events.map((event) => ({
        id: event.id,
        words: auditWords(event),
        at: time(event.at),
        by: actorWords(event),
      })),
    } satisfies PeoplePageProps,
  }
}
