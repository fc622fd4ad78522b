import type { ProductCardView } from '#web/page.ts'
import ProductCard from '#web/ui/product/product-card.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './related-products.module.css'

const SIZES = '(min-width: 48rem) 33vw, 70vw'

export default function RelatedProducts({ cards }: { cards: ProductCardView[] }) {
  const words = useWords('product')
  if (cards.length === 0) return null
  return (
    <section aria-labelledby="related" className={styles.related}>
      <h2 id="related" className={styles.heading}>
        {words.related}
      </h2>
      <ul className={styles.row}>
        {cards.map((card) => (
          <li key={card.id}>
            <ProductCard card={card} sizes={SIZES} />
          </li>
        ))}
      </ul>
    </section>
  )
}
