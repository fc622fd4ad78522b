import { hasMeasurements, type SizeChartDraft } from '#domain/catalog/size-chart.ts'
import { sizeChartView } from '#web/views/catalog/size-chart-view.ts'
import SizeChartTable from '#web/ui/product/size-chart.tsx'
import * as words from '#words/en/product.ts'
import styles from './size-charts-page.module.css'

interface Props {
  chart: SizeChartDraft
  /** Distinguishes it from the other charts on the page. */
  name: string
}

/** A chart as shoppers see it on the page of a product. */
export default function ChartPreview({ chart, name }: Props) {
  return (
    <div className={styles.preview}>
      {hasMeasurements(chart) ? (
        <SizeChartTable chart={sizeChartView(chart)} name={name} />
      ) : (
        <p>{words.noSizeChart}</p>
      )}
    </div>
  )
}
