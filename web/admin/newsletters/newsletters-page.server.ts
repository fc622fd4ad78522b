import { readIssues } from '#operations/newsletter/issues.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { parseFilteredList } from '#web/views/filtered-list.ts'
import { briefStaffTime } from '#web/views/staff-time.server.ts'
import NewslettersPage, { type NewslettersPageProps } from './newsletters-page.tsx'

export const routes = [
  staffPage(
    '/admin/newsletters',
    'subscribers.read',
    'admin/newsletters/newsletters-page',
    NewslettersPage,
    loadNewslettersPage,
    ['page'],
  ),
]

export async function loadNewslettersPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const time = briefStaffTime(shop)
  const { page } = parseFilteredList(request.query, {})
  const [frame, list] = await Promise.all([
    staffFrameProps(shop, request),
    readIssues(shop, page).catch((error: unknown) => {
      shop.log.error('The newsletters could not be loaded', error)
      return null
    }),
  ])
  return {
    status: 200,
    head: staffHead('Newsletters', '/admin/newsletters'),
    props: {
      frame,
      list: list && {
        page: list.page,
        pages: list.pages,
        newsletters: list.rows.map(({ id, subject, state, sendAt, beganAt, updatedAt, counts, madeBy }) => ({
          id,
          subject,
          state,
          at: time(beganAt ?? sendAt ?? updatedAt),
          counts,
          madeBy,
        })),
      },
    } satisfies NewslettersPageProps,
  }
}
