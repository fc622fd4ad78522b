import { stockOfSizes } from '#domain/catalog/size.ts'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import StockCount from './stock-count.tsx'
import styles from './stock.module.css'

interface StockCountsProps {
  product: StaffProduct
  mayWrite: boolean
  disabled: boolean
  onChanged: (product: StaffProduct) => void
}

/** The stock of a product, and of each of its sizes. Where every size is counted, the stock is their sum. */
export default function StockCounts({ product, mayWrite, disabled, onChanged }: StockCountsProps) {
  const { name, sizes, archivedAt } = product
  const mayChange = mayWrite && archivedAt === null
  const change = { product, disabled, onChanged }
  return (
    <div className={styles.stock}>
      <div className={styles.whole}>
        <span>Stock: </span>
        <StockCount {...change} size={null} mayChange={mayChange && stockOfSizes(sizes) === null} />
      </div>
      {sizes.length === 0 ? (
        <p className={styles.quiet}>No sizes</p>
      ) : (
        <ul className={styles.sizes} aria-label={`Sizes of ${name}`}>
          {sizes.map(({ size }) => (
            <li key={size}>
              <StockCount {...change} size={size} mayChange={mayChange} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
