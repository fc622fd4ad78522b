import type { RefObject } from 'react'
import Picture from '#web/ui/picture.tsx'
import ListedPrice from '#web/ui/product/listed-price.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './suggestions.module.css'
import type { Suggested } from './use-suggestions.ts'

interface Props {
  list: RefObject<HTMLDivElement | null>
  /** As typed, trimmed. */
  query: string
  suggested: Suggested
  onChoose: () => void
}

/** Up to five products that match the query, and a link to all of them. When there are none, it says so. */
export default function Suggestions({ list, query, suggested, onChoose }: Props) {
  const frameWords = useWords('frame')
  const words = useWords('suggestions')
  const { answered, suggestions } = suggested
  const count = suggestions.length
  const isNothing = query !== '' && answered === query && count === 0
  return (
    <>
      <p className={isNothing ? styles.nothing : 'visually-hidden'} role="status">
        {count > 0 && words.suggestions(count)}
        {isNothing && words.nothingFound(query)}
        {answered === null && frameWords.suggestionsFailed}
      </p>
      {suggestions.length > 0 && (
        <div ref={list}>
          <ul className={styles.suggestions}>
            {suggestions.map(({ id, name, price, before, picture, outOfStock }) => (
              <li key={id}>
                <a href={`/product/${id}`} className={styles.suggestion} onClick={onChoose}>
                  <span className={styles.thumbnail}>
                    <Picture picture={picture} sizes="64px" decorative />
                  </span>
                  <span className={styles.name}>{name}</span>
                  <span className={styles.price}>
                    {outOfStock ? frameWords.outOfStock : <ListedPrice price={price} before={before} />}
                  </span>
                </a>
              </li>
            ))}
          </ul>
          <a href={`/shop?${new URLSearchParams({ q: query })}`} className={styles.all} onClick={onChoose}>
            {words.allResults}
          </a>
        </div>
      )}
    </>
  )
}
