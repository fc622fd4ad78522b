import { formatBytes } from '#domain/backups/time-left.ts'
import type { ProblemDetail, ProblemKind } from '#domain/monitoring/problems.ts'
import { taskName } from '#domain/outbox/task-kinds.ts'
import * as words from '#words/en/mails/problems.ts'

/**
 * A problem in words: what it is, its current figures, and what to do. `time`: writes a moment as the reader expects
 * it.
 */
export interface ProblemWords {
  title: string
  state: string
  next: string
}

/** The words of a problem, the same on the owner's screen and in the email. */
export function problemWords(
  { kind, detail }: { kind: ProblemKind; detail: ProblemDetail },
  { time, host }: { time: (at: number) => string; host: string },
): ProblemWords {
  const { count = 0, mails = 0, at, free = 0, all = 0, task = '', error } = detail
  const when = at === undefined ? '' : time(at)
  const { title, next } = words.problems[kind]
  const states: Record<ProblemKind, () => string> = {
    disk: () => words.diskState(formatBytes(free), formatBytes(all), percent(free, all)),
    outbox: () =>
      count === mails
        ? words.emailsState(count, when) + (error ? ` ${words.mailServiceSays(error)}` : '')
        : words.outboxState(count, when, taskName(task)) + (error ? ` ${words.lastError(error)}` : ''),
    backup: () => (at === undefined ? words.noBackup : words.oldBackup(when)),
    refunds: () => words.refundsState(count, when),
    settlements: () => words.settlementsState(when) + (error ? ` ${words.lastError(error)}` : ''),
    certificate: () => words.certificateState(host, when),
  }
  return { title, state: states[kind](), next }
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((part / whole) * 100)
}
