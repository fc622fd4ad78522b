import type { Shop } from '#operations/shop.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer } from '#web/page.ts'
import NewPasswordPage, { type NewPasswordPageProps } from './new-password-page.tsx'
import { publicStaffPage } from '#web/route.ts'

export const routes = [
  publicStaffPage(
    '/admin/reset',
    'admin/new-password/new-password-page',
    NewPasswordPage,
    loadNewPasswordPage,
    ['token'],
  ),
]

/** The target of a link in a reset mail. Opening the page does not use the link up. */
export async function loadNewPasswordPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const token = request.query.get('token') ?? ''
  const isGood = await shop.identity.isResetTokenGood(token)
  return {
    status: isGood ? 200 : 410,
    head: {
      title: 'Reset Password – Redemption',
      description: 'For the staff of the shop.',
      canonical: '/admin/reset',
      noindex: true,
    },
    props: {
      frame: await frameProps(shop, request),
      token: isGood ? token : null,
    } satisfies NewPasswordPageProps,
  }
}
