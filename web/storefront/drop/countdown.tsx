import { useWords } from '#web/ui/use-words.ts'
import styles from './countdown.module.css'
import { useTimeLeft } from './use-time-left.ts'

const SECOND = 1_000
/** Thousands of pages wait for the same moment: they ask for the new page over this long. */
const SPREAD_MS = 1_500
const RETRY_MS = 3_000

/**
 * The time until a moment by the clock of the server, after which the page is loaded again. `stays`: it notices the
 * moment by itself.
 */
export default function Countdown({ at, stays = false }: { at: number; stays?: boolean }) {
  const words = useWords('drop')
  const left = useTimeLeft(at, stays ? stay : reload)
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

function stay(): void {}

function reload(late: number): void {
  setTimeout(() => location.reload(), Math.max(late > SPREAD_MS ? RETRY_MS : 0, Math.random() * SPREAD_MS))
}
