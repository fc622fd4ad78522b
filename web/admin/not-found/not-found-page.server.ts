import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import NotFoundPage, { type NotFoundPageProps } from './not-found-page.tsx'

/** Not in the route table: staff get it at the addresses below /admin that no screen has. */
export const STAFF_NOT_FOUND = staffPage(
  '/admin/*',
  'account.use',
  'admin/not-found/not-found-page',
  NotFoundPage,
  loadNotFoundPage,
)

async function loadNotFoundPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  return {
    status: 404,
    head: staffHead('Page not found', request.path),
    props: { frame: await staffFrameProps(shop, request) } satisfies NotFoundPageProps,
  }
}
