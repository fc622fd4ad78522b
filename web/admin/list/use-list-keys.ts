import { useEffect, useEffectEvent, type RefObject } from 'react'
import { singleKeyOf } from '#web/admin/tools/staff-keys.ts'

/**
 * The keys of a list: j and k move between its rows, from anywhere on the page. Every other key is handed on, with the
 * row (`data-row`) that has the focus.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  onKey: (key: string, row: string | null, isShifted: boolean) => void,
): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const key = singleKeyOf(event)?.toLowerCase()
    if (key === undefined || document.querySelector('dialog[open]')) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const step = key === 'j' ? 1 : key === 'k' ? -1 : 0
    if (step === 0) return onKey(key, rows[at]?.dataset['row'] ?? null, event.shiftKey)
    const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))
    rows[next]?.querySelector('a')?.focus()
    rows[next]?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => {
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}
