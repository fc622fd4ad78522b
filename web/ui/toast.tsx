import { useSyncExternalStore } from 'react'
import styles from './toast.module.css'

/** What happened: it worked, or it did not. */
export type ToastKind = 'success' | 'error'

interface Toast {
  id: number
  kind: ToastKind
  text: string
}

let toasts: readonly Toast[] = []
let lastId = 0
const readers = new Set<() => void>()

function show(next: readonly Toast[]): void {
  toasts = next
  for (const read of readers) read()
}

/** Says something for a moment, top right (spec 5 and 8). */
export function showToast(kind: ToastKind, text: string, milliseconds = 3_000): void {
  const id = ++lastId
  show([...toasts, { id, kind, text }])
  setTimeout(() => show(toasts.filter((toast) => toast.id !== id)), milliseconds)
}

const NONE: readonly Toast[] = []

function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (read) => {
      readers.add(read)
      return () => readers.delete(read)
    },
    () => toasts,
    () => NONE,
  )
}

/** Where toasts appear; one for each page. */
export function ToastRegion() {
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {useToasts().map(({ id, kind, text }) => (
        <p key={id} className={`${styles.toast} ${styles[kind]}`}>
          {text}
        </p>
      ))}
    </div>
  )
}
