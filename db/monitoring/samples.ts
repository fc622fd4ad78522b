import type { ShopDatabase } from '#db/engine/open-database.ts'

/** The measurements of the shop. Sizes are bytes, times milliseconds. */
interface Measured {
  requests: number
  failures: number
  /** The time within which 95 % of the rendered answers were ready; null when there were none. */
  slowMs: number | null
  eventLoopMs: number
  memoryBytes: number
  waitingTasks: number
  diskFreeBytes: number
}

/** What a process of the shop measured in the minute that ended at `at`. */
export interface Sample extends Measured {
  at: number
  process: string
}

/** Stores a sample. */
export async function writeSample({ db }: ShopDatabase, sample: Sample): Promise<void> {
  await db
    .insertInto('samples')
    .values({
      at: sample.at,
      process: sample.process,
      requests: sample.requests,
      failures: sample.failures,
      slow_ms: sample.slowMs,
      event_loop_ms: sample.eventLoopMs,
      memory_bytes: sample.memoryBytes,
      waiting_tasks: sample.waitingTasks,
      disk_free_bytes: sample.diskFreeBytes,
    })
    .onConflict((conflict) => conflict.columns(['at', 'process']).doNothing())
    .execute()
}

/**
 * What all processes measured in a period that starts at `at`: sums of requests, the smallest free space, the largest
 * of everything else.
 */
export interface SampledPeriod extends Measured {
  at: number
}

/** The samples since a time, grouped into periods of `lengthMs`, oldest first. Periods without samples are left out. */
export async function readSampledPeriods(
  { db }: ShopDatabase,
  { since, lengthMs }: { since: number; lengthMs: number },
): Promise<SampledPeriod[]> {
  const rows = await db
    .selectFrom('samples')
    .select(({ fn, eb, lit }) => {
      const period = eb('at', '/', lit(lengthMs))
      return [
        period.as('period'),
        fn.sum<number>('requests').as('requests'),
        fn.sum<number>('failures').as('failures'),
        fn.max('slow_ms').as('slowMs'),
        fn.max('event_loop_ms').as('eventLoopMs'),
        fn.max('memory_bytes').as('memoryBytes'),
        fn.max('waiting_tasks').as('waitingTasks'),
        fn.min('disk_free_bytes').as('diskFreeBytes'),
      ]
    })
    .where('at', '>', since)
    .groupBy('period')
    .orderBy('period')
    .execute()
  return rows.map(({ period, requests, failures, ...rest }) => ({
    ...rest,
    at: Number(period) * lengthMs,
    requests: Number(requests),
    failures: Number(failures),
  }))
}

/** Deletes samples that ended before a time. */
export async function deleteOldSamples({ db }: ShopDatabase, before: number): Promise<void> {
  await db.deleteFrom('samples').where('at', '<', before).execute()
}
