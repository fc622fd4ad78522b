import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Lowers the priority of this process. On Linux priority belongs to a thread, and the worker threads were started
 * before this code runs, so each is set; elsewhere it belongs to the process.
 */
export function lowerPriority(): void {
  for (const thread of threads()) lowerPriorityOf(thread)
}

/** The same for a child process that was just started and has no other threads yet. */
export function lowerPriorityOf(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // the process has ended, or the system does not allow it: the work runs at normal priority
  }
}

function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [0] // not Linux: 0 is this process
  }
}
