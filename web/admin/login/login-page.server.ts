import type { Shop } from '#operations/shop.ts'
import type { StaffPageRequest } from '#web/admin/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'

/** Spec 2: who is signed in already goes on to the dashboard. */
export async function loadLoginPage(
  _shop: Shop,
  { staff }: StaffPageRequest,
): Promise<PageAnswer | Redirect> {
  if (staff) return { redirect: '/admin/dashboard' }
  return {
    status: 200,
    head: {
      title: 'Admin Login – Redemption',
      description: 'For the staff of the shop.',
      canonical: '/admin',
      noindex: true,
    },
    props: {},
  }
}
