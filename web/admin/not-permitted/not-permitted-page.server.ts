import type { Shop } from '#operations/shop.ts'
import { staffFrameProps } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import NotPermittedPage, { type NotPermittedPageProps } from './not-permitted-page.tsx'

/** The page that staff get at the address of a screen that their role does not allow. */
export async function notPermittedPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  return {
    status: 403,
    head: {
      title: 'Not allowed – Redemption',
      description: 'For the staff of the shop.',
      canonical: request.path,
      noindex: true,
    },
    props: {
      frame: await staffFrameProps(shop, request),
      role: request.staff?.member.role ?? '',
    } satisfies NotPermittedPageProps,
    screen: { screen: 'admin/not-permitted/not-permitted-page', component: NotPermittedPage },
  }
}
