import type { ProductView } from './product-view.ts'
import styles from './sold-out.module.css'

/** Where to go from a piece that cannot be had in any size. */
export default function SoldOut({ category }: Pick<ProductView, 'category'>) {
  return (
    <p className={styles.soldOut}>
      <strong>Sold out in every size.</strong> See <a href={category.href}>all {category.label}</a>, or{' '}
      <a href="#newsletter-heading">hear about restocks</a>.
    </p>
  )
}
