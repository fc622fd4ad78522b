import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import NotPermittedPage, { type NotPermittedPageProps } from './not-permitted-page.tsx'

/** The page that staff get at the address of a screen that their role does not allow. */
export async function notPermittedPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  return {
    status: 403,
    head: staffHead('Not allowed', request.path),
    props: {
      frame: await staffFrameProps(shop, request),
      role: request.staff?.member.role ?? '',
    } satisfies NotPermittedPageProps,
    screen: { screen: 'admin/not-permitted/not-permitted-page', component: NotPermittedPage },
  }
}
