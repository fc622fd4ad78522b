import type { Category } from '#domain/catalog/category.ts'
import { storedSizeChart, type SizeChartDraft } from '#domain/catalog/size-chart.ts'
import type { Setting } from './setting.ts'

/** A category without a chart. */
export const NO_SIZE_CHART: SizeChartDraft = { measurements: [], rows: [] }

/** The size chart of a category as a setting: its versions are kept beside those of all others. */
export function sizeChartSetting(category: Category): Setting<SizeChartDraft> {
  return {
    name: `size-chart ${category}`,
    label: category,
    schema: storedSizeChart,
    fallback: NO_SIZE_CHART,
    fields: { measurements: 'Measurements', rows: 'Lengths' },
  }
}
