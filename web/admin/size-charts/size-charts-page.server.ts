import { sizeChartSetting } from '#domain/settings/size-chart.ts'
import { getSizeChart, listChartSubjects, readChartUses } from '#operations/catalog/get-size-chart.ts'
import { readLatestChanges } from '#operations/settings/read-setting-history.ts'
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
  const [subjects, uses] = await Promise.all([listChartSubjects(shop), readChartUses(shop)])
  const changes = await readLatestChanges(shop)
  const [frame, ...charts] = await Promise.all([
    staffFrameProps(shop, request),
    ...subjects.map(async ({ key, label, handle }) => ({
      href: chartAddress(key),
      label,
      measurements: (await getSizeChart(shop, key)).measurements,
      changed: changedWords(shop, changes.get(sizeChartSetting(key).name)),
      products: handle === null ? null : uses.filter((use) => use.handle === handle).length,
    })),
  ])
  const categories = subjects
    .filter(({ handle }) => handle === null)
    .map(({ key, label }) => ({ value: key, label }))
  return {
    status: 200,
    head: staffHead('Size charts', '/admin/size-charts'),
    props: { frame, charts, categories } satisfies SizeChartsPageProps,
  }
}
