import type { Shop } from '#operations/shop.ts'
import type { StaffPageRequest } from '#web/admin/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import type { DashboardPageProps } from './dashboard-page.tsx'

export async function loadDashboardPage(_shop: Shop, { staff }: StaffPageRequest): Promise<PageAnswer> {
  return {
    status: 200,
    head: {
      title: 'Admin Dashboard – Redemption',
      description: 'For the staff of the shop.',
      canonical: '/admin/dashboard',
      noindex: true,
    },
    props: { email: staff?.member.email ?? '' } satisfies DashboardPageProps,
  }
}
