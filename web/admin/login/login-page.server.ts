import type { Shop } from '#operations/shop.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import LoginPage, { type LoginPageProps } from './login-page.tsx'
import { publicStaffPage } from '#web/route.ts'

export const routes = [publicStaffPage('/admin', 'admin/login/login-page', LoginPage, loadLoginPage)]

/** Spec 2: who is signed in already goes on to the dashboard. */
export async function loadLoginPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  if (request.staff) return { redirect: '/admin/dashboard' }
  return {
    status: 200,
    head: {
      title: 'Admin Login – Redemption',
      description: 'For the staff of the shop.',
      canonical: '/admin',
      noindex: true,
    },
    props: { frame: frameProps(shop, request) } satisfies LoginPageProps,
  }
}
