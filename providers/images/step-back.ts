import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Lets every other process go first, without being left to starve. On Linux a priority belongs to a thread, and the
 * threads that do the work were started before this one could speak for them; elsewhere it belongs to the process.
 */
export function stepBack(): void {
  for (const thread of threads()) sendBack(thread)
}

/** The same for a process that has just been started, while it has no other threads yet. */
export function sendBack(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // it ended meanwhile, or the system does not let us: then the work is done at the usual priority
  }
}

function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [0] // not Linux: 0 is this process
  }
}
