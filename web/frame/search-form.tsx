import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './search-overlay.module.css'

const MAX_QUERY_LENGTH = 100

/** The field of the search overlay, and the button that closes it. */
export default function SearchForm() {
  const words = useWords('frame')
  return (
    <>
      <input
        name="q"
        type="search"
        className={styles.input}
        aria-label={words.searchProducts}
        placeholder={words.searchPlaceholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={MAX_QUERY_LENGTH}
      />
      <button type="button" className={styles.close} aria-label={words.closeSearch}>
        <Icon path={icons.close} />
      </button>
    </>
  )
}
