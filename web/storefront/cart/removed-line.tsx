import { useEffect, useRef, useState } from 'react'
import { lineKey, type CartLine } from '#domain/cart.ts'
import { removeLine, restoreLine } from '#web/visitor/cart.ts'
import { lineName } from './messages.ts'
import styles from './removed-line.module.css'

/** The line that was removed last, and where it stood. */
interface Removed {
  line: CartLine
  index: number
}

/** Removing a line, and taking the last removal back. */
export interface Removal {
  removed: Removed | null
  remove(line: CartLine, index: number): void
  undo(): void
}

export function useRemoval(): Removal {
  const [removed, setRemoved] = useState<Removed | null>(null)
  return {
    removed,
    remove(line, index) {
      removeLine(lineKey(line))
      setRemoved({ line, index })
    },
    undo() {
      if (removed) restoreLine(removed.line, removed.index)
      setRemoved(null)
    },
  }
}

/** Says what was removed and offers it back. */
export default function RemovedLine({ removal: { removed, undo } }: { removal: Removal }) {
  return (
    <div aria-live="polite">
      {removed && <UndoRemoval key={lineKey(removed.line)} line={removed.line} onUndo={undo} />}
    </div>
  )
}

/** The focus goes to Undo, since the button that had it is gone. */
function UndoRemoval({ line, onUndo }: { line: CartLine; onUndo(): void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <p className={styles.removed}>
      {lineName(line)} was removed.
      <button type="button" ref={button} className={styles.undo} onClick={onUndo}>
        Undo
      </button>
    </p>
  )
}
