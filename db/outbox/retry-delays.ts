import { sql } from 'kysely'

const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 60 * 60_000
/** After this many doublings the delay stops growing. */
const MAX_DOUBLINGS = 11

/** How long a failed task waits: twice as long each time. */
export function retryDelay(attempts: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))
}

/** When a task whose process died may run again: from the second crash on, the delay doubles. */
export function runAfterCrash(now: number) {
  const later = sql<number>`cast(${now} as bigint)`
  return sql<number>`case
    when begun_at is null or attempts < 2 then run_after
    when attempts - 2 >= ${sql.lit(MAX_DOUBLINGS)} then ${later} + ${sql.lit(MAX_RETRY_MS)}
    else ${later} + ${sql.lit(FIRST_RETRY_MS)} * (1 << (attempts - 2)) end`
}
