import { getSizeChart } from '#operations/catalogue/get-size-chart.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import SizeChartsPage, { type SizeChartsPageProps } from './size-charts-page.tsx'
import { staffPage } from '#web/route.ts'

export const routes = [
  staffPage(
    '/admin/size-charts',
    'products.write',
    'admin/size-charts/size-charts-page',
    SizeChartsPage,
    loadSizeChartsPage,
  ),
]

export async function loadSizeChartsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const categories = await readCategories(shop)
  const [frame, ...charts] = await Promise.all([
    staffFrameProps(shop, request),
    ...categories.map(async ({ value, label, sizes }) => ({
      label,
      sizes,
      chart: await getSizeChart(shop, value),
    })),
  ])
  return {
    status: 200,
    head: {
      title: 'Size charts – Redemption',
      description: 'For the staff of the shop.',
      canonical: '/admin/size-charts',
      noindex: true,
    },
    props: { frame, charts } satisfies SizeChartsPageProps,
  }
}
