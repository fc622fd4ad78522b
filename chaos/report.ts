import type { AuditCounts } from './audit/audit.ts'
import type { HoardersReport } from './actors/hoarders.ts'
import type { DisputedRefund, Restart, Outage } from './plan.ts'
import { ENDED } from './shop-process.ts'
import type { Ending, Habit } from './actors/shopper.ts'

/** The result of a run. `faults` is empty when every count that must be zero is. */
export interface Report extends HoardersReport {
  seed: number
  kills: number
  purchases: number
  processes: number
  seconds: number
  endings: Partial<Record<Ending, number>>
  habits: Partial<Record<Habit, number>>
  outages: Record<Outage, number>
  /** One-way network latency between the shop and its database, in milliseconds. */
  delayMs: number
  /** How PostgreSQL was restarted, and milliseconds from each stop until every shop process was healthy. */
  restarts: Partial<Record<Restart, number>>
  healthyAfterRestart: number[]
  /** Staff refunds of disputed orders. */
  disputedRefunds: Partial<Record<DisputedRefund, number>>
  /**
   * Milliseconds from each kill until the process was healthy again, until it had sent its first mail, and until its
   * tasks were taken up by another process.
   */
  healthyAfter: number[]
  mailAfter: number[]
  takenUpAfter: number[]
  books: AuditCounts
  faults: string[]
  /** Logged errors, and how often. */
  complaints: Record<string, number>
}

/** Counts each value. */
export function tally<T extends string>(values: readonly T[]): Partial<Record<T, number>> {
  const counts: Partial<Record<T, number>> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** Errors that a shop under chaos may log about its suppliers. Any other is a fault of the shop. */
const EXPECTED = [
  'The mail server is down',
  'The mail server took the mail and did not say so',
  'The gateway could not be reached',
  'database or disk is full',
  'No space left on device',
  'Some webhooks could not be delivered',
  // Also when a full disk is noticed after the order was written.
  'The database was lost before it said whether the change was kept',
  // An alert to the owner: emails waited for the mail server, or the disk was full.
  'The shop needs a person: Error: outbox',
  'The shop needs a person: Error: disk',
  // Its hold expired while the payment was being created.
  'This payment was cancelled',
]

/** Additional errors allowed when PostgreSQL was restarted. */
const EXPECTED_OF_RESTARTS = [
  'Connection terminated',
  'Client has encountered a connection error',
  'terminating connection',
  'the database system is',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
]

/** The logged errors that no outage explains. */
export function unexpected(
  complaints: ReadonlyMap<string, number>[],
  { restarted }: { restarted: boolean },
): string[] {
  const expected = [...EXPECTED, ...(restarted ? EXPECTED_OF_RESTARTS : [])]
  return Object.entries(mergeComplaints(complaints))
    .filter(([what]) => what.startsWith(ENDED) || !expected.some((known) => what.includes(known)))
    .map(([what, times]) => `complained ${times} times: ${what}`)
}

/** The logged errors of all processes, most frequent first. */
export function mergeComplaints(all: readonly ReadonlyMap<string, number>[]): Record<string, number> {
  const merged = new Map<string, number>()
  for (const one of all) for (const [what, times] of one) merged.set(what, (merged.get(what) ?? 0) + times)
  return Object.fromEntries([...merged].sort(([, a], [, b]) => b - a))
}
