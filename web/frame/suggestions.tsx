import type { KeyboardEvent, RefObject } from 'react'
import type { ProductCardView } from '#web/page.ts'
import Picture from '#web/ui/picture.tsx'
import styles from './search-overlay.module.css'

interface Props {
  list: RefObject<HTMLUListElement | null>
  suggestions: ProductCardView[]
  onChoose: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Up to five products that match the query. */
export default function Suggestions({ list, suggestions, onChoose, onKeyDown }: Props) {
  return (
    <>
      <p className="visually-hidden" role="status">
        {suggestions.length > 0 && `${suggestions.length} suggestions`}
      </p>
      {suggestions.length > 0 && (
        <ul ref={list} className={styles.suggestions}>
          {suggestions.map(({ id, name, price, picture, outOfStock }) => (
            <li key={id}>
              <a
                href={`/product/${id}`}
                className={styles.suggestion}
                onClick={onChoose}
                onKeyDown={onKeyDown}
              >
                <span className={styles.thumbnail}>
                  <Picture picture={picture} sizes="64px" decorative />
                </span>
                <span className={styles.name}>{name}</span>
                <span className={styles.price}>{outOfStock ? 'Out of Stock' : price}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
