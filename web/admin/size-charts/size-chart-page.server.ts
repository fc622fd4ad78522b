import { findCategory } from '#domain/catalog/category.ts'
import { hasMeasurements } from '#domain/catalog/size-chart.ts'
import { sizeChartSetting } from '#domain/settings/size-chart.ts'
import { getSizeChart } from '#operations/catalog/get-size-chart.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import { loadVersions } from '#web/admin/document/document-versions.server.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
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
  const [frame, chart, versions] = await Promise.all([
    staffFrameProps(shop, request),
    getSizeChart(shop, value),
    loadVersions(shop, sizeChartSetting(value), request.query),
  ])
  return {
    status: 200,
    head: staffHead(`Size chart: ${label}`, chartAddress(value)),
    props: {
      frame,
      ...versions,
      saved: { version: chart.version, value: { measurements: chart.measurements, rows: chart.rows } },
      isAsAtStart: !hasMeasurements(chart),
      category: value,
      label,
      address: chartAddress(value),
      sizes,
      seenAt: `/shop?${new URLSearchParams({ category: value })}`,
    } satisfies SizeChartPageProps,
  }
}
