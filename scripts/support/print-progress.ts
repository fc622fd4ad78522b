import { formatBytes, formatDuration, timeLeft } from '#domain/backups/time-left.ts'
import type { OnProgress } from '#operations/backups/backup-progress.ts'

const PRINT_EVERY_MS = 2_000

/** Prints how far a long command is: a line for each step, and then one every two seconds with the time left. */
export function printProgress(print: (line: string) => void): OnProgress {
  let current = ''
  let began = 0
  let printedAt = 0
  let before = 0
  return ({ step, done, all, counts }) => {
    const now = performance.now()
    if (step !== current) {
      ;[current, began, printedAt, before] = [step, now, now, done]
      print(`${step} (${counts === 'bytes' ? formatBytes(all) : `${all} ${counts}`}) ...`)
      return
    }
    if (now - printedAt < PRINT_EVERY_MS) return
    printedAt = now
    const part = all > 0 ? Math.min(100, Math.floor((done / all) * 100)) : 100
    const left = timeLeft({ done: done - before, all: all - before, elapsedMs: now - began })
    print(`${step}: ${part} %${left && `, ${left}`}`)
  }
}

/** How long a command took so far: `12 s`. */
export function sinceStart(): string {
  return formatDuration(performance.now())
}
