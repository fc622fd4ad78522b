import { hasMeasurements, type SizeChartDraft } from '#domain/catalogue/size-chart.ts'
import { sizeChartView } from '#web/views/catalogue/size-chart-view.ts'
import SizeChartTable from '#web/ui/product/size-chart.tsx'
import * as words from '#words/product.tsx'

interface Props {
  chart: SizeChartDraft
  /** What tells it from the other charts on the page. */
  name: string
}

/** A chart as shoppers see it on the page of a product. */
export default function ChartPreview({ chart, name }: Props) {
  if (!hasMeasurements(chart)) return <p>{words.noSizeChart}</p>
  return <SizeChartTable chart={sizeChartView(chart)} name={name} />
}
