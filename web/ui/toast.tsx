import { useId, useLayoutEffect, useSyncExternalStore } from 'react'
import styles from './toast.module.css'

/** What happened: it worked, or it did not. */
export type ToastKind = 'success' | 'error'

interface Toast {
  id: number
  kind: ToastKind
  text: string
  /** The region that shows it; null: there was none yet, and the first one to appear shows it. */
  region: string | null
  /** A modal is opening, and announces it: until then it is only seen. */
  isHeld: boolean
}

let toasts: readonly Toast[] = []
/**
 * The regions on the page. The last one is on top: a modal has a separate region, because content behind it is neither
 * visible nor announced.
 */
let regions: readonly string[] = []
let lastId = 0
const readers = new Set<() => void>()

function show(next: readonly Toast[]): void {
  toasts = next
  for (const read of readers) read()
}

/**
 * Shows a message for a moment, top right (spec 5 and 8), only in the topmost region, so that it is announced once.
 * Returns a function that removes it early, when it is no longer true. `isHeld`: a modal that takes it over is opening.
 */
export function showToast(kind: ToastKind, text: string, milliseconds = 3_000, isHeld = false): () => void {
  const id = ++lastId
  show([...toasts, { id, kind, text, region: regions.at(-1) ?? null, isHeld }])
  const takeBack = () => show(toasts.filter((toast) => toast.id !== id))
  setTimeout(takeBack, milliseconds)
  return takeBack
}

/** Removes every message: what they say has just been undone. */
export function clearToasts(): void {
  if (toasts.length > 0) show([])
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

/** A new live region must exist for a moment before its content is announced. */
const ANNOUNCE_DELAY_MS = 100

interface RegionProps {
  className?: string | undefined
  /** A message that is showing when this region appears moves into it. */
  takesOver?: boolean
}

/** The place of toasts: one on each page, and one in each modal. */
export function ToastRegion({ className, takesOver = false }: RegionProps) {
  const region = useId()
  useLayoutEffect(() => {
    regions = [...regions, region]
    const take = () => show(toasts.map((toast) => ({ ...toast, region, isHeld: false })))
    const timer = takesOver ? setTimeout(take, ANNOUNCE_DELAY_MS) : undefined
    return () => {
      clearTimeout(timer)
      regions = regions.filter((other) => other !== region)
      show(toasts.filter((toast) => toast.region !== region))
    }
  }, [region, takesOver])
  const visible = useToasts().filter((toast) => toast.region === region || isEarly(toast, region))
  return (
    <div className={[styles.region, className].filter(Boolean).join(' ')} role="status" aria-atomic="false">
      {visible.map(({ id, kind, text, isHeld }) => (
        <p key={id} aria-hidden={isHeld || undefined} className={`${styles.toast} ${styles[kind]}`}>
          {text}
        </p>
      ))}
    </div>
  )
}

function isEarly(toast: Toast, region: string): boolean {
  return toast.region === null && (regions[0] ?? region) === region
}
