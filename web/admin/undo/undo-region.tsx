import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { singleKeyOf } from '#web/admin/tools/staff-keys.ts'
import { dropUndo, undoable, UNDO_MS, watchUndo } from './undo-store.ts'
import styles from './undo-region.module.css'

const none = () => null

/** What was just done, with Undo. It stays while the pointer or the focus is on it. */
export default function UndoRegion() {
  const offer = useSyncExternalStore(watchUndo, undoable, none)
  const [held, setHeld] = useState(false)
  const id = offer?.id

  useEffect(() => {
    if (id === undefined || held) return
    const timer = setTimeout(() => dropUndo(id), UNDO_MS)
    return () => clearTimeout(timer)
  }, [id, held])

  function undo() {
    if (!offer) return
    setHeld(false)
    dropUndo(offer.id)
    void offer.undo()
  }

  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (offer && singleKeyOf(event) === 'z') undo()
  })
  useEffect(() => {
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])

  return (
    <div role="status" className={styles.region}>
      {offer && (
        <div
          key={offer.id}
          className={styles.offer}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <p>{offer.text}</p>
          <button type="button" className={styles.undo} onClick={undo}>
            Undo
          </button>
        </div>
      )}
    </div>
  )
}
