import type { ProductCardView } from '#web/page.ts'
import ProductCard from './product-card.tsx'
import styles from './product-grid.module.css'

/** Two columns on a phone, three on a tablet, four on a desk. */
const SIZES = '(min-width: 72rem) 25vw, (min-width: 48rem) 33vw, 50vw'
const ON_THE_FIRST_SCREEN = 4

export default function ProductGrid({ cards, below = false }: { cards: ProductCardView[]; below?: boolean }) {
  return (
    <ul className={styles.grid}>
      {cards.map((card, index) => (
        <li key={card.id}>
          <ProductCard card={card} sizes={SIZES} eager={!below && index < ON_THE_FIRST_SCREEN} />
        </li>
      ))}
    </ul>
  )
}
