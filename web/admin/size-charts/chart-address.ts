import type { ChartKey } from '#domain/catalog/size-chart.ts'

/** The screen of a size chart. */
export function chartAddress(category: ChartKey): string {
  return `/admin/size-chart?${new URLSearchParams({ category })}`
}
