import type { Shop } from '#operations/shop.ts'
import { callIdentity } from '#web/http/call-identity.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer } from '#web/page.ts'
import NewPasswordPage, { type NewPasswordPageProps } from './new-password-page.tsx'
import { publicStaffPage } from '#web/route.ts'
import { staffHead } from '#web/admin/staff-frame.server.ts'

export const routes = [
  publicStaffPage(
    '/admin/reset',
    'admin/new-password/new-password-page',
    NewPasswordPage,
    loadNewPasswordPage,
    ['token', 'mode', 'oobCode'],
  ),
]

/**
 * The target of a link in a reset mail, of the shop (`token`) or of Firebase (`mode`, `oobCode`). Opening the page does
 * not use the link up.
 */
export async function loadNewPasswordPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const { query } = request
  const code = query.get('mode') === 'resetPassword' ? query.get('oobCode') : null
  const token = query.get('token') ?? code ?? ''
  const isGood = await callIdentity(shop, shop.identity.isResetTokenGood(token))
  const isUnavailable = typeof isGood === 'object'
  return {
    status: isUnavailable ? 503 : isGood ? 200 : 410,
    head: staffHead('Reset Password', '/admin/reset'),
    props: {
      frame: await frameProps(shop, request),
      token: isGood === true ? token : null,
      isUnavailable,
    } satisfies NewPasswordPageProps,
  }
}
