import { sizeChartSetting } from '#domain/settings/size-chart.ts'
import { getSizeChart } from '#operations/catalog/get-size-chart.ts'
import { readLatestChanges } from '#operations/settings/read-setting-history.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import { changedWords } from '#web/admin/document/document-versions.server.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { chartAddress } from './chart-address.ts'
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
  const changes = await readLatestChanges(shop)
  const [frame, ...charts] = await Promise.all([
    staffFrameProps(shop, request),
    ...categories.map(async ({ value, label }) => ({
      href: chartAddress(value),
      label,
      measurements: (await getSizeChart(shop, value)).measurements,
      changed: changedWords(shop, changes.get(sizeChartSetting(value).name)),
    })),
  ])
  return {
    status: 200,
    head: staffHead('Size charts', '/admin/size-charts'),
    props: { frame, charts } satisfies SizeChartsPageProps,
  }
}
