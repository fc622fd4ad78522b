import { useEffect, useRef, useState } from 'react'
import { lineKey, type CartLine } from '#domain/checkout/cart.ts'
import { clearToasts } from '#web/ui/toast.tsx'
import { removeLine, restoreLine } from '#web/visitor/edit-cart.ts'
import { useWords } from '#web/ui/use-words.ts'
import { lineName } from './total-words.ts'
import styles from './removed-line.module.css'

/** The last removed line, and its position. */
interface Removed {
  line: CartLine
  index: number
}

/** Removing a line, and undoing the last removal. */
export interface Removal {
  removed: Removed | null
  /** The line that was restored last. */
  restored: CartLine | null
  remove(line: CartLine, index: number): void
  undo(): void
  /** Stops offering to undo. */
  clear(): void
}

export function useRemoval(): Removal {
  const [removed, setRemoved] = useState<Removed | null>(null)
  const [restored, setRestored] = useState<CartLine | null>(null)
  return {
    removed,
    restored,
    remove(line, index) {
      removeLine(lineKey(line))
      clearToasts()
      setRemoved({ line, index })
      setRestored(null)
    },
    undo() {
      if (removed) restoreLine(removed.line, removed.index)
      setRemoved(null)
      setRestored(removed?.line ?? null)
    },
    clear() {
      setRemoved(null)
      setRestored(null)
    },
  }
}

/** Announces the removal and offers to undo it, or announces that the line was restored. */
export default function RemovedLine({ removal: { removed, restored, undo } }: { removal: Removal }) {
  const words = useWords('cart')
  return (
    <div aria-live="polite">
      {removed && <UndoRemoval key={lineKey(removed.line)} line={removed.line} onUndo={undo} />}
      {restored && <p className="visually-hidden">{words.restored(lineName(restored))}</p>}
    </div>
  )
}

/** Undo gets the focus, because the Remove button has disappeared. */
function UndoRemoval({ line, onUndo }: { line: CartLine; onUndo(): void }) {
  const words = useWords('cart')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
  }, [])
  return (
    <p className={styles.removed}>
      {words.removed(lineName(line))}
      <button type="button" ref={button} className={styles.undo} onClick={onUndo}>
        {words.undo}
      </button>
    </p>
  )
}
