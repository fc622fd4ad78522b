import { useId, useLayoutEffect, useSyncExternalStore } from 'react'
import styles from './toast.module.css'

/** What happened: it worked, or it did not. */
export type ToastKind = 'success' | 'error'

interface Toast {
  id: number
  kind: ToastKind
  text: string
  /** Where it is said; null: no region was there yet, and the first one says it. */
  region: string | null
}

let toasts: readonly Toast[] = []
/**
 * The regions on the page. The last one lies on top: a modal has its own, for what is behind it can neither be seen nor
 * heard.
 */
let regions: readonly string[] = []
let lastId = 0
const readers = new Set<() => void>()

function show(next: readonly Toast[]): void {
  toasts = next
  for (const read of readers) read()
}

/**
 * Says something for a moment, top right (spec 5 and 8), in the one region that lies on top: it is heard once. Answers
 * how to take it back, when something else is true before the moment is over.
 */
export function showToast(kind: ToastKind, text: string, milliseconds = 3_000): () => void {
  const id = ++lastId
  show([...toasts, { id, kind, text, region: regions.at(-1) ?? null }])
  const takeBack = () => show(toasts.filter((toast) => toast.id !== id))
  setTimeout(takeBack, milliseconds)
  return takeBack
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

/** A region that has just come must be there for a moment before its words are heard. */
const NOTICED_MS = 100

interface RegionProps {
  className?: string | undefined
  /** What is being said when this region comes is said here from then on. */
  takesOver?: boolean
}

/** Where toasts appear: one on each page, and one in each modal. */
export function ToastRegion({ className, takesOver = false }: RegionProps) {
  const region = useId()
  useLayoutEffect(() => {
    regions = [...regions, region]
    const take = () => show(toasts.map((toast) => ({ ...toast, region })))
    const timer = takesOver ? setTimeout(take, NOTICED_MS) : undefined
    return () => {
      clearTimeout(timer)
      regions = regions.filter((other) => other !== region)
      show(toasts.filter((toast) => toast.region !== region))
    }
  }, [region, takesOver])
  const said = useToasts().filter((toast) => toast.region === region || isEarly(toast, region))
  return (
    <div className={[styles.region, className].filter(Boolean).join(' ')} role="status" aria-live="polite">
      {said.map(({ id, kind, text }) => (
        <p key={id} className={`${styles.toast} ${styles[kind]}`}>
          {text}
        </p>
      ))}
    </div>
  )
}

function isEarly(toast: Toast, region: string): boolean {
  return toast.region === null && (regions[0] ?? region) === region
}
