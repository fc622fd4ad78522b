import { sentence } from '#web/ui/sentence.ts'
import { useWords } from '#web/ui/use-words.ts'
import type { ProductView } from './product-view.ts'
import styles from './sold-out.module.css'

/** Where to go from a piece that cannot be had in any size. */
export default function SoldOut({ category }: Pick<ProductView, 'category'>) {
  const words = useWords('product')
  return (
    <p className={styles.soldOut}>
      {sentence(
        words.soldOut(
          category.label,
          (text) => <strong>{text}</strong>,
          (all) => <a href={category.href}>{all}</a>,
          (newsletter) => <a href="#newsletter-heading">{newsletter}</a>,
        ),
      )}
    </p>
  )
}
