import { storedSizeChart, type ChartKey, type SizeChartDraft } from '#domain/catalog/size-chart.ts'
import type { Setting } from './setting.ts'

/** A category without a chart. */
export const NO_SIZE_CHART: SizeChartDraft = { measurements: [], rows: [] }

/** A size chart as a setting: its versions are kept beside those of all others. */
export function sizeChartSetting(category: ChartKey): Setting<SizeChartDraft> {
  return {
    name: `size-chart ${category}`,
    label: category,
    schema: storedSizeChart,
    fallback: NO_SIZE_CHART,
    fields: { name: 'Name', measurements: 'Measurements', rows: 'Lengths' },
  }
}
