import type { ProductFit } from '#domain/fit/fit.ts'
import AsServed from '#web/as-served.tsx'
import { FitOfSizes } from '#web/ui/product/fit-figures.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './product-details.module.css'
import type { ProductView } from './product-view.ts'
import SizeChartTable from '#web/ui/product/size-chart.tsx'

/** The sections of text; all start open and can be folded. Without a chart, the placeholder of spec 2 is shown. */
export default function ProductDetails({
  product,
  fit,
}: {
  product: Partial<ProductView>
  fit?: ProductFit | undefined
}) {
  const words = useWords('product')
  const { description, sizeChart, gift } = product
  return (
    <div className={styles.details}>
      <details open>
        <summary>
          <h2>{words.description}</h2>
        </summary>
        <p>{description || words.noDescription}</p>
      </details>
      {gift === undefined && (
        <details open>
          <summary>
            <h2>{words.sizeChart}</h2>
          </summary>
          {sizeChart ? <SizeChartTable chart={sizeChart} /> : <p>{words.noSizeChart}</p>}
          <AsServed as="div" id="fit-of-sizes">
            {import.meta.env.SSR && fit && <FitOfSizes {...fit} />}
          </AsServed>
        </details>
      )}
    </div>
  )
}
