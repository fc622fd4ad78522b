import { DROPS } from '#domain/settings/drops.ts'
import { clockTime } from '#domain/shop-time.ts'
import { hasRoom } from '#operations/drops/room-status.ts'
import { readLiveRoom } from '#operations/drops/change-room.ts'
import { readDropCourse } from '#operations/drops/read-drop-course.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import ReportPage, { type ReportPageProps } from './report-page.tsx'

export const routes = [
  staffPage(
    '/admin/drops/:id/report',
    'products.write',
    'admin/drops/report-page',
    ReportPage,
    loadReportPage,
  ),
]

/** How the sale of a drop went, from what is stored. */
async function loadReportPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  const { drops } = await currentSetting(shop, DROPS)
  const drop = drops.find(({ id }) => id === request.params['id'])
  if (drop === undefined) return { redirect: '/admin/drops' }
  const [frame, course, live] = await Promise.all([
    staffFrameProps(shop, request),
    readDropCourse(shop, drop),
    hasRoom(drop) ? readLiveRoom(shop, drop) : null,
  ])
  return {
    status: 200,
    head: staffHead(`Report of ${drop.name}`, request.path),
    props: {
      frame,
      id: drop.id,
      name: drop.name,
      starts: clockTime(course.startsAt, shop.settings.timeZone).replace('T', ' '),
      course,
      room: live && {
        present: live.status.present,
        arrived: live.status.arrived,
        letIn: live.letIn,
        bought: live.bought,
        lapsed: live.lapsed,
      },
    } satisfies ReportPageProps,
  }
}
