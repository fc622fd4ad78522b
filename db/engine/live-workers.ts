import { randomInt } from 'node:crypto'
import { sql } from 'kysely'

/** The first key of the advisory locks that show worker liveness; the second is the worker's number. */
export const WORKER_LIVENESS_LOCK = 1_380_272_975

/** The numbers of the live workers. PostgreSQL releases the lock of a dead process. */
export const liveWorkers = sql<number>`(
  select objid::bigint from pg_locks
  where locktype = 'advisory' and classid = ${sql.lit(WORKER_LIVENESS_LOCK)} and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database()))`

/** A number for this process (`outbox.leased_by`). */
export function newWorkerNumber(): number {
  return randomInt(1, 2 ** 31)
}
