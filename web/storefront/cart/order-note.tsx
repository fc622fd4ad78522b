import { useState } from 'react'
import { MAX_NOTE_LENGTH, readOrderNote, writeOrderNote } from '#web/visitor/order-note.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './order-note.module.css'

/**
 * Saved in this browser while it is typed, and sent with the order (decisions 3). Shown after the cart has been read.
 */
export default function OrderNote() {
  const words = useWords('cart')
  const [note, setNote] = useState(readOrderNote)
  return (
    <label className={styles.note}>
      {words.orderNote}
      <textarea
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={({ target }) => {
          setNote(target.value)
          writeOrderNote(target.value)
        }}
      />
    </label>
  )
}
