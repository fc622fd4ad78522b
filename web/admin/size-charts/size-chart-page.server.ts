import { hasMeasurements } from '#domain/catalog/size-chart.ts'
import { sizeChartSetting } from '#domain/settings/size-chart.ts'
import { findChartSubject, getSizeChart, readChartUses } from '#operations/catalog/get-size-chart.ts'
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

/** `category`: the key of the chart. `version`: an older version to look at. */
export async function loadSizeChartPage(
  shop: Shop,
  request: StaffPageRequest,
): Promise<PageAnswer | Redirect> {
  const subject = await findChartSubject(shop, request.query.get('category') ?? '')
  if (subject === undefined) return { redirect: '/admin/size-charts' }
  const { key, label, sizesOf, sizes, handle } = subject
  const [frame, chart, uses, versions] = await Promise.all([
    staffFrameProps(shop, request),
    getSizeChart(shop, key),
    handle === null ? null : readChartUses(shop, handle),
    loadVersions(shop, sizeChartSetting(key), request.query),
  ])
  const { category: _key, version, ...value } = chart
  return {
    status: 200,
    head: staffHead(`Size chart: ${label}`, chartAddress(key)),
    props: {
      frame,
      ...versions,
      saved: { version, value },
      isAsAtStart: !hasMeasurements(chart),
      category: key,
      label,
      address: chartAddress(key),
      sizes,
      seenAt: `/shop?${new URLSearchParams({ category: sizesOf })}`,
      uses: uses && uses.map(({ id, name, isArchived }) => ({ id, name, isArchived })),
    } satisfies SizeChartPageProps,
  }
}
