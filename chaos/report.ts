import type { Books } from './audit.ts'
import type { HoardersReport } from './hoarders.ts'
import type { DisputedRefund, Restart, Trouble } from './plan.ts'
import { ENDED } from './shop-process.ts'
import type { Ending, Habit } from './shopper.ts'

/** How a run went. `faults` is empty when every count that must be zero is. */
export interface Report extends HoardersReport {
  seed: number
  kills: number
  purchases: number
  processes: number
  seconds: number
  endings: Partial<Record<Ending, number>>
  habits: Partial<Record<Habit, number>>
  troubles: Record<Trouble, number>
  /** Milliseconds that every packet travelled between the shop and its database. */
  delayMs: number
  /** How PostgreSQL was restarted, and milliseconds from each stop until every process of the shop was healthy. */
  restarts: Partial<Record<Restart, number>>
  healthyAfterRestart: number[]
  /** Refunds that staff made of disputed orders. */
  disputedRefunds: Partial<Record<DisputedRefund, number>>
  /**
   * Milliseconds from each kill until the process was healthy again, until it had sent its first mail, and until
   * another had taken up what it was at.
   */
  healthyAfter: number[]
  mailAfter: number[]
  takenUpAfter: number[]
  books: Books
  faults: string[]
  /** What the shop wrote to its log about, and how often. */
  complaints: Record<string, number>
}

/** How often each value comes. */
export function tally<T extends string>(values: readonly T[]): Partial<Record<T, number>> {
  const counts: Partial<Record<T, number>> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** What a shop under chaos may say of its suppliers. Anything else is a mistake of its own. */
const EXPECTED = [
  'The mail server is down',
  'The mail server took the mail and did not say so',
  'The gateway could not be reached',
  'database or disk is full',
  'No space left on device',
  'Some webhooks could not be taken',
  // Also a full disk that is noticed once the order is written.
  'The database was lost before it said whether the change was kept',
  // Its hold ran out while it was being asked for.
  'This payment was cancelled',
]

/** What it may say besides when PostgreSQL was restarted. */
const EXPECTED_OF_RESTARTS = [
  'Connection terminated',
  'Client has encountered a connection error',
  'terminating connection',
  'the database system is',
  'ECONNREFUSED',
  'ECONNRESET',
]

/** The complaints that no trouble explains. */
export function unexpected(
  complaints: ReadonlyMap<string, number>[],
  { restarted }: { restarted: boolean },
): string[] {
  const expected = [...EXPECTED, ...(restarted ? EXPECTED_OF_RESTARTS : [])]
  return Object.entries(mergeComplaints(complaints))
    .filter(([what]) => what.startsWith(ENDED) || !expected.some((known) => what.includes(known)))
    .map(([what, times]) => `complained ${times} times: ${what}`)
}

/** The complaints of all processes together, the most frequent first. */
export function mergeComplaints(all: readonly ReadonlyMap<string, number>[]): Record<string, number> {
  const merged = new Map<string, number>()
  for (const one of all) for (const [what, times] of one) merged.set(what, (merged.get(what) ?? 0) + times)
  return Object.fromEntries([...merged].sort(([, a], [, b]) => b - a))
}
