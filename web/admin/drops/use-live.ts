import { useCallback, useEffect, useState } from 'react'
import type { StaffAnswer } from '#web/admin/call-staff-api.ts'

const EVERY_MS = 2_000

/**
 * What a screen shows, read again by itself while it is seen. `look` stays the same function; so does `noted`, which
 * gets each answer. `show` shows the answer of something that staff did; false: it was none. `isLost`: the last one was
 * none.
 */
export function useLive<Value>(
  first: Value,
  look: () => Promise<StaffAnswer<Value>>,
  noted?: (value: Value) => void,
) {
  const [live, setLive] = useState(first)
  const [isLost, setLost] = useState(false)
  const show = useCallback(
    (answer: StaffAnswer<Value>): boolean => {
      setLost(answer.kind !== 'done')
      if (answer.kind === 'done') {
        setLive(answer.value)
        noted?.(answer.value)
      } else if (answer.code === 'signed-out') window.location.replace('/admin')
      return answer.kind === 'done'
    },
    [noted],
  )
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void look().then(show)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [look, show])
  return { live, isLost, show }
}
