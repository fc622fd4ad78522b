import { readBounces } from '#operations/mail/read-bounces.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { FILTER_NAMES, parseFilteredList } from '#web/views/filtered-list.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import BouncesPage, { type BouncesPageProps } from './bounces-page.tsx'

export const routes = [
  staffPage(
    '/admin/bounces',
    'reports.read',
    'admin/bounces/bounces-page',
    BouncesPage,
    loadBouncesPage,
    FILTER_NAMES,
  ),
]

export async function loadBouncesPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const query = parseFilteredList(request.query, {})
  const time = staffTime(shop)
  const list = await readBounces(shop, query.q, query.page).catch((error: unknown) => {
    shop.log.error('The list of bounced addresses could not be loaded', error)
    return null
  })
  return {
    status: 200,
    head: staffHead('Bounced addresses', '/admin/bounces'),
    props: {
      frame: await staffFrameProps(shop, request),
      query: { ...query, page: list?.page ?? query.page },
      list: list && {
        bounces: list.rows.map((bounce) => ({ ...bounce, at: time(bounce.at) })),
        pages: list.pages,
        total: list.total,
      },
    } satisfies BouncesPageProps,
  }
}
