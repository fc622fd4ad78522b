import { formatCentimetres, formatInches, type SizeChartDraft } from '#domain/catalog/size-chart.ts'
import type { Size } from '#domain/catalog/size.ts'

/** A chart for display: every length in both units, null where it was not measured. */
export interface SizeChartView {
  measurements: string[]
  rows: { size: Size; lengths: ({ cm: string; inches: string } | null)[] }[]
}

/** A chart as shoppers read it. `language`: an IETF tag. */
export function sizeChartView({ measurements, rows }: SizeChartDraft, language = 'en'): SizeChartView {
  const [, decimal = '.'] = new Intl.NumberFormat(language).format(0.5)
  return {
    measurements,
    rows: rows.map(({ size, lengths }) => ({
      size,
      lengths: lengths.map((length) =>
        length === null
          ? null
          : { cm: formatCentimetres(length).replace('.', decimal), inches: formatInches(length) },
      ),
    })),
  }
}
