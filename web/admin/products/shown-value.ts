import { dateFormat } from '#domain/date-format.ts'
import { categoryLabel } from '#domain/catalog/category-label.ts'
import type { ShopCategory } from '#domain/catalog/category.ts'
import { COLUMN_FIELDS, type ColumnField } from '#domain/catalog/product-fields.ts'

import type { ChartChoice } from '#operations/catalog/get-size-chart.ts'

/** What values are shown by: the categories, the size charts and the time zone of the shop. */
export interface DisplayContext {
  categories: readonly ShopCategory[]
  charts: readonly ChartChoice[]
  timeZone: string
}

/** What was typed into a field, as staff read it elsewhere; null when it is empty. */
export function shownValue(
  name: ColumnField,
  typed: string,
  { categories, charts, timeZone }: DisplayContext,
): string | null {
  const definition = COLUMN_FIELDS[name]
  if (typed === '') return null
  switch (definition.input) {
    case 'flag':
      return typed === 'true' ? definition.label : null
    case 'moment':
      return /^\d+$/.test(typed) ? `${definition.label} ${timeText(Number(typed), timeZone)}` : null
    case 'category':
      return categoryLabel(categories, typed)
    case 'chart':
      return charts.find(({ value }) => value === typed)?.label ?? typed
    case 'choice':
      return definition.options.find(({ value }) => value === typed)?.label ?? typed
    default:
      return typed
  }
}

function timeText(time: number, timeZone: string): string {
  return dateFormat('en-CA', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(time)
}
