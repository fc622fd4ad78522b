import styles from './product-details.module.css'
import type { ProductView } from './product-view.ts'
import SizeChartTable from './size-chart.tsx'

/** The sections of text; all start open and can be folded. Without a chart, the placeholder of spec 2 is shown. */
export default function ProductDetails({ product }: { product: Partial<ProductView> }) {
  const { description, sizeChart } = product
  return (
    <div className={styles.details}>
      <details open>
        <summary>
          <h2>DESCRIPTION</h2>
        </summary>
        <p>{description || 'No description yet.'}</p>
      </details>
      <details open>
        <summary>
          <h2>SIZE CHART</h2>
        </summary>
        {sizeChart ? (
          <SizeChartTable chart={sizeChart} />
        ) : (
          <p>Size chart coming soon. Contact us for help with finding your size.</p>
        )}
      </details>
    </div>
  )
}
