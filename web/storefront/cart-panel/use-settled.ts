import { useEffect, useState } from 'react'

/** Longer than the panel takes to come, and than a finger takes to tap twice. */
const SETTLE_MS = 400

/**
 * Whether the panel has been open for a moment: until then a second tap on what opened it would hit what came under it.
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
