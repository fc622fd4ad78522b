import { formatCentimetres, formatInches, type SizeChartDraft } from '#domain/catalog/size-chart.ts'
import type { Size } from '#domain/catalog/size.ts'

/** A chart for display: every length in both units, null where it was not measured. */
export interface SizeChartView {
  measurements: string[]
  rows: { size: Size; lengths: ({ cm: string; inches: string } | null)[] }[]
}

/** A chart as shoppers read it. */
export function sizeChartView({ measurements, rows }: SizeChartDraft): SizeChartView {
  return {
    measurements,
    rows: rows.map(({ size, lengths }) => ({
      size,
      lengths: lengths.map((length) =>
        length === null ? null : { cm: formatCentimetres(length), inches: formatInches(length) },
      ),
    })),
  }
}
