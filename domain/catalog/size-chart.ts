import * as v from 'valibot'
import { withoutInvisible } from '#domain/plain-text.ts'
import type { Category } from './category.ts'
import { sizeName } from './fields/size-name.ts'
import { inSizeOrder, MAX_SIZES, SIZES, type Size } from './size.ts'

/** The measurements of one size, in whole millimetres, in the order of the chart's columns. Null: not measured. */
export interface SizeChartRow {
  size: Size
  lengths: (number | null)[]
}

/** A size chart as staff enter it. Without measurements there is no chart. */
export interface SizeChartDraft {
  /** What staff call it. That of a category has none. */
  name?: string
  /** The columns, such as Chest or Inseam. */
  measurements: string[]
  /** Only sizes that were measured, in the order of the category. */
  rows: SizeChartRow[]
}

/** The saved chart of a category, or one that products name. `version` rises by one with every save; 0: never saved. */
export interface SizeChart extends SizeChartDraft {
  /** The stored value of the category; `own:relaxed-fit` of a chart that products name. */
  category: ChartKey
  version: number
}

/** What a chart is stored under: a category, or `own:` and the handle by which products name it. */
export type ChartKey = Category

/** The start of the keys of charts that products name. No category may begin with it. */
export const OWN_CHART = 'own:'

/** The key of a chart that products name by this handle. */
export function ownChartKey(handle: string): ChartKey {
  return OWN_CHART + handle
}

/** The handle of a chart that products name; null: it is the chart of a category. */
export function ownChartHandle(key: ChartKey): string | null {
  return key.startsWith(OWN_CHART) ? key.slice(OWN_CHART.length) : null
}

/** The limits of a chart: columns, characters in a name, millimetres; how many charts products may choose from. */
export const SIZE_CHART_LIMITS = { measurements: 8, name: 40, millimetres: 3_000, ownCharts: 200 } as const

const length = v.nullable(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(SIZE_CHART_LIMITS.millimetres)),
)

/** The name of a measurement, or of a chart. */
export const chartName = v.pipe(
  v.string(),
  v.transform((text) => withoutInvisible(text).trim()),
  v.minLength(1),
  v.maxLength(SIZE_CHART_LIMITS.name),
  v.check((text) => !/[\p{Cc}\p{Cs}]/u.test(text)),
)

/** The fields of a chart, as submitted and as stored. */
export const sizeChartFields = v.object({
  name: v.exactOptional(chartName),
  measurements: v.pipe(
    v.array(chartName),
    v.maxLength(SIZE_CHART_LIMITS.measurements),
    v.check((names) => new Set(names.map((one) => one.toLowerCase())).size === names.length),
  ),
  rows: v.pipe(
    v.array(v.object({ size: sizeName, lengths: v.array(length) })),
    v.maxLength(2 * MAX_SIZES),
    v.check((rows) => new Set(rows.map(({ size }) => size)).size === rows.length),
  ),
})

const schema = v.pipe(
  sizeChartFields,
  v.check(({ measurements, rows }) => rows.every(({ lengths }) => lengths.length === measurements.length)),
)

/**
 * Parses a chart of these sizes, with its rows in their order. Null when it is invalid: another size, a repeated name,
 * an invalid length or a row that is too short.
 */
export function parseSizeChart(value: unknown, sizes: readonly Size[] = SIZES): SizeChartDraft | null {
  const parsed = v.safeParse(schema, value)
  if (!parsed.success || !parsed.output.rows.every(({ size }) => sizes.includes(size))) return null
  return inOrderOf(withLengths(parsed.output), sizes)
}

/** A stored chart, whose category may have other sizes by now. */
export const storedSizeChart = v.pipe(schema, v.transform(withLengths))

/** Parses a stored chart; null when it is invalid. */
export function readSizeChart(value: unknown): SizeChartDraft | null {
  const parsed = v.safeParse(storedSizeChart, value)
  return parsed.success ? parsed.output : null
}

function withLengths({ rows, ...chart }: SizeChartDraft): SizeChartDraft {
  return { ...chart, rows: rows.filter(({ lengths }) => lengths.some((one) => one !== null)) }
}

/** The chart with its rows in the order of the sizes; rows of other sizes come last. */
export function inOrderOf<Chart extends SizeChartDraft>(chart: Chart, sizes?: readonly Size[]): Chart {
  return { ...chart, rows: inSizeOrder(chart.rows, sizes) }
}

/** Whether the chart has anything to show. */
export function hasMeasurements({ measurements, rows }: SizeChartDraft): boolean {
  return measurements.length > 0 && rows.length > 0
}

/** Millimetres as centimetres with at most one decimal: `52.5`. */
export function formatCentimetres(millimetres: number): string {
  return String(millimetres / 10)
}

const QUARTERS = ['', '¼', '½', '¾'] as const
const MILLIMETRES_IN_AN_INCH = 25.4

/** Millimetres as inches, to the nearest quarter: `20¾`. */
export function formatInches(millimetres: number): string {
  const quarters = Math.round((millimetres / MILLIMETRES_IN_AN_INCH) * 4)
  const whole = Math.floor(quarters / 4)
  const rest = QUARTERS[quarters % 4] ?? ''
  return whole === 0 && rest !== '' ? rest : `${whole}${rest}`
}

/** Parses centimetres, with at most one decimal, into millimetres. An empty text is null, an invalid one NaN. */
export function parseCentimetres(typed: string): number | null {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  const millimetres = /^\d{1,3}(\.\d)?$/.test(text) ? Math.round(Number(text) * 10) : Number.NaN
  return millimetres >= 1 && millimetres <= SIZE_CHART_LIMITS.millimetres ? millimetres : Number.NaN
}
