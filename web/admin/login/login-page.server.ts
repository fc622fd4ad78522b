import type { Shop } from '#operations/shop.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import LoginPage, { type LoginPageProps } from './login-page.tsx'
import { firstScreen } from '#web/admin/staff-links.ts'
import { publicStaffPage } from '#web/route.ts'
import { staffHead } from '#web/admin/staff-frame.server.ts'

export const routes = [
  publicStaffPage('/admin', 'admin/login/login-page', LoginPage, loadLoginPage, ['link']),
]

/** Spec 2: signed-in staff are redirected to the dashboard, or to the first screen that their role allows. */
export async function loadLoginPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  if (request.staff) return { redirect: firstScreen(request.staff.permissions) }
  return {
    status: 200,
    head: staffHead('Admin Login', '/admin'),
    props: {
      frame: await frameProps(shop, request),
      link: request.query.get('link'),
      takesPasskeys: shop.identity.passkeys.obstacle === null,
    } satisfies LoginPageProps,
  }
}
