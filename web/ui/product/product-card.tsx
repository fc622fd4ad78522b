import type { Size } from '#domain/catalog/size.ts'
import type { ProductCardView } from '#web/page.ts'
import { productAddress } from './product-address.ts'
import ListedPrice from './listed-price.tsx'
import Picture from '#web/ui/picture.tsx'
import styles from './product-card.module.css'

interface Props {
  card: ProductCardView
  sizes: string
  eager?: boolean
  first?: boolean
  /** The picture takes the height that the grid gives the card. */
  fill?: boolean
  /** The size that the shopper is looking for, chosen on the page of the product. */
  size?: Size | null
}

/** A product in a grid: one link, picture first. */
export default function ProductCard({
  card,
  sizes,
  eager = false,
  first = false,
  fill = false,
  size = null,
}: Props) {
  const { id, name, price, before, picture, mark } = card
  return (
    <a href={productAddress(id, size)} className={fill ? `${styles.card} ${styles.fill}` : styles.card}>
      <span className={styles.picture}>
        <Picture picture={picture} sizes={sizes} eager={eager} first={first} decorative />
        {mark && <span className={styles.mark}>{mark}</span>}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.price}>
          <ListedPrice price={price} before={before} />
        </span>
      </span>
    </a>
  )
}
