import { useEffect, useState } from 'react'
import { useWords } from '#web/ui/use-words.ts'
import styles from './countdown.module.css'

const SECOND = 1_000
/** Thousands of pages wait for the same moment: they ask for the new page over this long. */
const SPREAD_MS = 1_500
const RETRY_MS = 3_000

/** The time until a moment by the clock of the server, after which the page is loaded again. */
export default function Countdown({ at }: { at: number }) {
  const words = useWords('drop')
  const left = useTimeLeft(at)
  if (left === null) return null
  const seconds = Math.max(0, Math.ceil(left / SECOND))
  const two = (number: number) => String(number % 60).padStart(2, '0')
  const hours = String(Math.floor(seconds / 3_600) % 24).padStart(2, '0')
  const clock = [hours, two(Math.floor(seconds / 60)), two(seconds)].join(':')
  return (
    <p role="timer" className={styles.countdown}>
      {words.daysLeft(Math.floor(seconds / 86_400))}
      {clock}
    </p>
  )
}

/** In milliseconds; null until the clock of the server is known. */
function useTimeLeft(at: number): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    let ahead = 0

    const tick = () => {
      const rest = at - Date.now() - ahead
      setLeft(rest)
      if (rest > 0) timer = setTimeout(tick, Math.min(rest, rest % SECOND || SECOND))
      else
        timer = setTimeout(
          () => location.reload(),
          Math.max(-rest > SPREAD_MS ? RETRY_MS : 0, Math.random() * SPREAD_MS),
        )
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
