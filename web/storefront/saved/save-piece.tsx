import { useEffect, useState, useSyncExternalStore } from 'react'
import { isPrerendering } from '#web/prerendering.ts'
import Icon from '#web/ui/icon.tsx'
import { useWords } from '#web/ui/use-words.ts'
import {
  changeSaved,
  joinSaved,
  onSavedChange,
  readSaved,
  type TakenSize,
} from '#web/visitor/saved-pieces.ts'
import styles from './save-piece.module.css'

/** Here, because icons.ts is loaded on every page. */
const HEART = 'M12 20.5 4.2 12.4a5 5 0 0 1 7.1-7.1l.7.7.7-.7a5 5 0 0 1 7.1 7.1L12 20.5Z'

/** Saves a product for later, and says which size the customer took of its kind. */
export default function SavePiece({ id }: { id: string }) {
  const words = useWords('saved')
  const [took, setTook] = useState<TakenSize | null>(null)
  const isSaved = useSyncExternalStore(
    onSavedChange,
    () => readSaved().includes(id),
    () => false,
  )
  useEffect(() => {
    if (!isPrerendering()) void joinSaved({ product: id }).then(setTook)
  }, [id])
  return (
    <div className={styles.piece}>
      {took && <p role="status">{words.took(took.size, took.category)}</p>}
      <button
        type="button"
        className={styles.save}
        aria-pressed={isSaved}
        onClick={() => changeSaved(id, !isSaved)}
      >
        <Icon path={HEART} />
        {words.save}
      </button>
      {isSaved && <a href="/saved">{words.seeAll}</a>}
    </div>
  )
}
