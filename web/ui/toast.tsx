import { useEffect, useState, useSyncExternalStore } from 'react'
import styles from './toast.module.css'

/** What happened: it worked, or it did not. */
export type ToastKind = 'success' | 'error'

interface Toast {
  id: number
  kind: ToastKind
  text: string
}

/** What is said, and where: a dialog over the page has a region of its own, since nobody hears what lies behind it. */
interface Said {
  toasts: readonly Toast[]
  regions: readonly symbol[]
}

const NOTHING: Said = { toasts: [], regions: [] }

let said = NOTHING
let lastId = 0
const readers = new Set<() => void>()

function change(next: Partial<Said>): void {
  said = { ...said, ...next }
  for (const read of readers) read()
}

/** Says something for a moment, top right (spec 5 and 8). */
export function showToast(kind: ToastKind, text: string, milliseconds = 3_000): void {
  const id = ++lastId
  change({ toasts: [...said.toasts, { id, kind, text }] })
  setTimeout(() => change({ toasts: said.toasts.filter((toast) => toast.id !== id) }), milliseconds)
}

function useSaid(): Said {
  return useSyncExternalStore(
    (read) => {
      readers.add(read)
      return () => readers.delete(read)
    },
    () => said,
    () => NOTHING,
  )
}

/** Where toasts appear: one for each page, and one in a dialog over it, which goes before as long as it is there. */
export function ToastRegion({ className }: { className?: string | undefined }) {
  const [region] = useState(() => Symbol('region'))
  const { toasts, regions } = useSaid()
  useEffect(() => {
    change({ regions: [...said.regions, region] })
    return () => change({ regions: said.regions.filter((other) => other !== region) })
  }, [region])
  const shown = regions.at(-1) === region ? toasts : []
  return (
    <div className={[styles.region, className].filter(Boolean).join(' ')} role="status" aria-live="polite">
      {shown.map(({ id, kind, text }) => (
        <p key={id} className={`${styles.toast} ${styles[kind]}`}>
          {text}
        </p>
      ))}
    </div>
  )
}
