import { productAddress } from '#web/ui/product/product-address.ts'
import { useWords } from '#web/ui/use-words.ts'
import type { ProductView } from './product-view.ts'
import styles from './siblings.module.css'

/** The same piece in other colours, each a separate product. */
export default function Siblings({ product: { color, siblings } }: { product: ProductView }) {
  const words = useWords('product')
  if (siblings === undefined) return null
  return (
    <nav className={styles.siblings} aria-label={words.otherColours}>
      {color && <p>{words.colourOf(color)}</p>}
      <p>{words.alsoIn}</p>
      <ul>
        {siblings.map(({ id, label }) => (
          <li key={id}>
            <a href={productAddress(id, null)}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
