import { useWords } from '#web/ui/use-words.ts'
import styles from './price.module.css'
import type { ProductView } from './product-view.ts'

/** The price, and the higher one before a reduction struck out. */
export default function Price({ product: { price, before, prior, sale } }: { product: ProductView }) {
  const words = useWords('product')
  if (before === undefined) return <p className={styles.price}>{price}</p>
  return (
    <>
      <p className={styles.price}>
        <span className="visually-hidden">{words.priceNow} </span>
        <span className={styles.reduced}>{price}</span>{' '}
        <span className="visually-hidden">{words.priceBefore} </span>
        <s className={styles.before}>{before}</s>
      </p>
      {sale !== undefined && <p className={styles.prior}>{words.inCart(sale)}</p>}
      {prior !== undefined && <p className={styles.prior}>{words.lowestBefore(prior)}</p>}
    </>
  )
}
