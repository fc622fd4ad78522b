import type { Size } from '#domain/catalog/size.ts'
import type { ProductCardView } from '#web/page.ts'
import ProductCard from './product-card.tsx'
import styles from './product-grid.module.css'

/**
 * Two columns on a phone, three on a tablet, four on a desktop. The leading product takes two of them. On the densest
 * screens small pictures look the same with fewer pixels.
 */
const SIZES = '(min-width: 72rem) 25vw, (min-width: 48rem) 33vw, (min-resolution: 2.5dppx) 34vw, 50vw'
const LEAD_SIZES = '(min-width: 72rem) 50vw, (min-width: 48rem) 67vw, 100vw'
const ON_THE_FIRST_SCREEN = 4

interface Props {
  cards: ProductCardView[]
  /** The first product is shown large. */
  lead?: boolean
  /** Pictures are loaded when they are near the screen. */
  belowTheFold?: boolean
  /** The size that the products were filtered by. */
  size?: Size | null
}

export default function ProductGrid({ cards, lead = false, belowTheFold = false, size = null }: Props) {
  return (
    <ul className={styles.grid}>
      {cards.map((card, index) => {
        const leads = lead && index === 0
        return (
          <li key={card.id} className={leads ? styles.lead : undefined}>
            <ProductCard
              card={card}
              sizes={leads ? LEAD_SIZES : SIZES}
              eager={!belowTheFold && index < ON_THE_FIRST_SCREEN}
              first={!belowTheFold && index === 0}
              fill={leads}
              size={size}
            />
          </li>
        )
      })}
    </ul>
  )
}
