import { useEffect, useEffectEvent, type RefObject } from 'react'
import { singleKeyOf } from '#web/admin/tools/staff-keys.ts'

/**
 * The keys of the list: j and k move between its orders, from anywhere on the page; x selects the order with the focus,
 * Shift with x every order up to it.
 */
export function useOrderKeys(
  list: RefObject<HTMLElement | null>,
  onSelect: ((number: string, range: boolean) => void) | null,
): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const key = singleKeyOf(event)
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('tr[data-order]') ?? [])]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const step = key === 'j' ? 1 : key === 'k' ? -1 : 0
    if (step !== 0) {
      const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))
      rows[next]?.querySelector('a')?.focus()
      rows[next]?.scrollIntoView({ block: 'nearest' })
    } else if (key?.toLowerCase() === 'x') {
      const number = rows[at]?.dataset['order']
      if (number !== undefined) onSelect?.(number, event.shiftKey)
    }
  })
  useEffect(() => {
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}
