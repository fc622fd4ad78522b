import { readMissingPages } from '#operations/redirects/missing-pages.ts'
import { readRedirects } from '#operations/redirects/redirects.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { FILTER_NAMES, parseFilteredList } from '#web/views/filtered-list.ts'
import { briefStaffTime } from '#web/views/staff-time.server.ts'
import RedirectsPage, { type RedirectsPageProps } from './redirects-page.tsx'

export const routes = [
  staffPage(
    '/admin/redirects',
    'products.write',
    'admin/redirects/redirects-page',
    RedirectsPage,
    loadRedirectsPage,
    FILTER_NAMES,
  ),
]

export async function loadRedirectsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const query = parseFilteredList(request.query, {})
  const time = briefStaffTime(shop)
  const [frame, loaded] = await Promise.all([
    staffFrameProps(shop, request),
    Promise.all([readRedirects(shop, query.q, query.page), readMissingPages(shop)]).catch(
      (error: unknown) => {
        shop.log.error('The redirects could not be loaded', error)
        return null
      },
    ),
  ])
  const [list = null, missing = []] = loaded ?? []
  return {
    status: 200,
    head: staffHead('Redirects', '/admin/redirects'),
    props: {
      frame,
      query: { ...query, page: list?.page ?? query.page },
      missing: missing.map(({ lastAt, ...page }) => ({ ...page, lastAt: time(lastAt) })),
      list: list && { redirects: list.rows, pages: list.pages, total: list.total },
    } satisfies RedirectsPageProps,
  }
}
