import styles from './product-details.module.css'
import SizeChartTable, { type SizeChartView } from './size-chart.tsx'

interface Props {
  description: string
  /** Null: there is no chart, and the placeholder of the spec is shown (spec 2). */
  sizeChart: SizeChartView | null
}

/** The sections of text; both start open and can be folded. */
export default function ProductDetails({ description, sizeChart }: Props) {
  return (
    <div className={styles.details}>
      <details open>
        <summary>DESCRIPTION</summary>
        <p>{description || 'No description yet.'}</p>
      </details>
      <details open>
        <summary>SIZE CHART</summary>
        {sizeChart ? (
          <SizeChartTable chart={sizeChart} />
        ) : (
          <p>Size chart coming soon. Contact us for help with finding your size.</p>
        )}
      </details>
    </div>
  )
}
