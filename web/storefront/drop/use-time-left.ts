import { useEffect, useEffectEvent, useState } from 'react'

const SECOND = 1_000

/** Milliseconds until a moment by the clock of the server; null until that is known. `onEnd` gets how late it is. */
export function useTimeLeft(at: number, onEnd: (late: number) => void): number | null {
  const [left, setLeft] = useState<number | null>(null)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    let ahead = 0

    const tick = () => {
      const rest = at - Date.now() - ahead
      setLeft(rest)
      if (rest > 0) timer = setTimeout(tick, Math.min(rest, rest % SECOND || SECOND))
      else end(-rest)
    }
    const start = async () => {
      ahead = await clockDifference()
      clearTimeout(timer)
      if (!isOver) tick()
    }
    const onShow = () => {
      if (!document.hidden) void start() // timers and clocks stand still while a device sleeps
    }
    void start()
    document.addEventListener('visibilitychange', onShow)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShow)
    }
  }, [at])
  return left
}

/** By how many milliseconds the server's clock is ahead of this device's; 0 when it cannot be asked. */
async function clockDifference(): Promise<number> {
  const sent = Date.now()
  try {
    const { now } = (await (await fetch('/api/time')).json()) as { now: unknown }
    return typeof now === 'number' ? now - (sent + Date.now()) / 2 : 0
  } catch {
    return 0
  }
}
