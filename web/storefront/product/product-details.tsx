import styles from './product-details.module.css'
import SizeChartTable, { type SizeChartView } from './size-chart.tsx'

interface Props {
  description: string
  /** Null: nobody has made one, and the owner's placeholder stands there (spec 2). */
  sizeChart: SizeChartView | null
}

/** What there is to read; both are open, and can be folded away. */
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
