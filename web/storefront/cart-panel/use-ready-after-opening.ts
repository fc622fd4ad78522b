import { useEffect, useState } from 'react'

/** Longer than the opening animation and a double tap. */
const READY_DELAY_MS = 400

/**
 * Whether the panel has been open for a moment: before that, the second tap of a double tap would hit a control that
 * appeared under the finger.
 */
export function useReadyAfterOpening(open: boolean): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => setReady(true), READY_DELAY_MS)
    return () => {
      clearTimeout(timer)
      setReady(false)
    }
  }, [open])
  return ready
}
