import type { Size } from '#domain/catalogue/size.ts'
import type { SizeChart } from '#domain/catalogue/size-chart.ts'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import ChartEditor from './chart-editor.tsx'
import styles from './size-charts-page.module.css'

export interface SizeChartsPageProps {
  frame: StaffFrameProps
  /** One for each category, in the order of the shop. */
  charts: { label: string; sizes: readonly Size[]; chart: SizeChart }[]
}

export default function SizeChartsPage({ frame, charts }: SizeChartsPageProps) {
  return (
    <StaffFrame frame={frame} title="Size charts" here="/admin/size-charts">
      <p className={styles.lead}>
        Measured flat, in centimetres with up to one decimal. Customers can read them in inches too. A size
        that is left empty is not shown, and a category without measurements says that its chart is still to
        come.
      </p>
      {charts.map(({ label, sizes, chart }) => (
        <ChartEditor key={chart.category} chart={chart} label={label} sizes={sizes} />
      ))}
    </StaffFrame>
  )
}
