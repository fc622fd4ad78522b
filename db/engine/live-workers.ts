import { sql } from 'kysely'

/** The first half of the advisory locks by which processes show that they live; the second is their number. */
export const WORKER_LIVENESS_LOCK = 1_380_272_975

/** The numbers of the processes that live. PostgreSQL lets go of a dead one's lock by itself. */
export const liveWorkers = sql<number>`(
  select objid::bigint from pg_locks
  where locktype = 'advisory' and classid = ${sql.lit(WORKER_LIVENESS_LOCK)} and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database()))`
