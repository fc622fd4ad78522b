import { useEffect, useState } from 'react'

/** Longer than the opening animation and a double tap. */
const SETTLE_MS = 400

/**
 * Whether the panel has been open for a moment: before that, the second tap of a double tap would hit a control that
 * appeared under the finger.
 */
export function useSettled(open: boolean): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => setSettled(true), SETTLE_MS)
    return () => {
      clearTimeout(timer)
      setSettled(false)
    }
  }, [open])
  return settled
}
