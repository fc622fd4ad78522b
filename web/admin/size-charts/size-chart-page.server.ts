import { findCategory } from '#domain/catalog/category.ts'
import { hasMeasurements } from '#domain/catalog/size-chart.ts'
import { sizeChartSetting } from '#domain/settings/size-chart.ts'
import { getSizeChart } from '#operations/catalog/get-size-chart.ts'
import { readSettingHistory, readSettingVersion } from '#operations/settings/read-setting-history.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import { historyProps, versionIn } from '#web/admin/document/document-versions.server.ts'
import { staffFrameProps } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { chartAddress } from './chart-address.ts'
import SizeChartPage, { type SizeChartPageProps } from './size-chart-page.tsx'

export const routes = [
  staffPage(
    '/admin/size-chart',
    'products.write',
    'admin/size-charts/size-chart-page',
    SizeChartPage,
    loadSizeChartPage,
    ['category', 'before', 'version'],
  ),
]

/** `category`: its stored value. `version`: an older version to look at. */
export async function loadSizeChartPage(
  shop: Shop,
  request: StaffPageRequest,
): Promise<PageAnswer | Redirect> {
  const category = findCategory(await readCategories(shop), request.query.get('category') ?? '')
  if (category === undefined) return { redirect: '/admin/size-charts' }
  const { value, label, sizes } = category
  const setting = sizeChartSetting(value)
  const before = versionIn(request.query, 'before')
  const seen = versionIn(request.query, 'version')
  const [frame, chart, history, old] = await Promise.all([
    staffFrameProps(shop, request),
    getSizeChart(shop, value),
    readSettingHistory(shop, setting, before ?? undefined),
    seen === null ? null : readSettingVersion(shop, setting, seen),
  ])
  return {
    status: 200,
    head: {
      title: `Size chart: ${label} – Redemption`,
      description: 'For the staff of the shop.',
      canonical: chartAddress(value),
      noindex: true,
    },
    props: {
      frame,
      label,
      address: chartAddress(value),
      chart,
      sizes,
      seenAt: `/shop?${new URLSearchParams({ category: value })}`,
      isAsAtStart: !hasMeasurements(chart),
      old: chart.version === seen ? null : old,
      ...historyProps(shop, history, before),
    } satisfies SizeChartPageProps,
  }
}
