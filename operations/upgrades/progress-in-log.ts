import { timeLeft } from '#domain/backups/time-left.ts'
import type { OnProgress } from '#operations/backups/backup-progress.ts'
import type { Log } from '#operations/shop.ts'

const TELL_EVERY_MS = 5_000

/** Writes how far the work of a starting shop is into its log: a line every five seconds. */
export function progressInLog(log: Log): OnProgress {
  let current = ''
  let began = performance.now()
  let toldAt = began
  return ({ step, done, all }) => {
    const at = performance.now()
    if (step !== current) [current, began, toldAt] = [step, at, at]
    if (at - toldAt < TELL_EVERY_MS) return
    toldAt = at
    const left = timeLeft({ done, all, elapsedMs: at - began })
    log.info(step, { percent: all > 0 ? Math.min(100, Math.floor((done / all) * 100)) : 100, left })
  }
}
