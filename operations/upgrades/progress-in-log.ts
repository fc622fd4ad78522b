import { timeLeft } from '#domain/backups/time-left.ts'
import type { OnProgress } from '#operations/backups/backup-progress.ts'
import type { Log } from '#operations/shop.ts'

const LOG_EVERY_MS = 5_000

/** Logs the progress of a starting shop's work, with a line every five seconds. */
export function progressInLog(log: Log): OnProgress {
  let current = ''
  let began = performance.now()
  let loggedAt = began
  return ({ step, done, all }) => {
    const at = performance.now()
    if (step !== current) [current, began, loggedAt] = [step, at, at]
    if (at - loggedAt < LOG_EVERY_MS) return
    loggedAt = at
    const left = timeLeft({ done, all, elapsedMs: at - began })
    log.info(step, { percent: all > 0 ? Math.min(100, Math.floor((done / all) * 100)) : 100, left })
  }
}
