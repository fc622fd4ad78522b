import { setTimeout } from 'node:timers/promises'
import { BACKFILLS, fillNextBatch, type Backfill } from '#db/upgrades/backfills.ts'
import type { Shop } from '#operations/shop.ts'

/** How long a batch may take: requests wait for it on SQLite, and for its row locks on PostgreSQL. */
const BATCH_MS = 50
/** How many times as long as a batch the pause after it is, so that other work can continue. */
const REST_FACTOR = 2
const MIN_ROWS = 5
const FIRST_ROWS = 50
const MAX_ROWS = 2_000

/** The clock, which tests replace. */
interface Pace {
  now(): number
  rest(milliseconds: number): Promise<unknown>
}

const REAL_TIME: Pace = { now: () => performance.now(), rest: (milliseconds) => setTimeout(milliseconds) }

/**
 * Returns a round of the background work: one batch of the first backfill that is not done. Batches grow and shrink so
 * that each takes about 50 ms; after each one, shoppers have the database to themselves for twice as long. A round
 * returns how much there was to do.
 */
export function runBackfills(
  shop: Pick<Shop, 'database' | 'log' | 'now'>,
  backfills: readonly Backfill[] = BACKFILLS,
  pace = REAL_TIME,
): () => Promise<number> {
  const left = [...backfills]
  let limit = FIRST_ROWS
  return async () => {
    const [backfill] = left
    if (backfill === undefined) return 0
    const began = pace.now()
    const step = await fillNextBatch(shop.database, backfill, { limit, now: shop.now() })
    if (step === null) return 0 // another process runs it
    const took = pace.now() - began
    limit = nextLimit(limit, took)
    if (step.isDone) {
      left.shift()
      shop.log.info('Every row has its new form', { backfill: backfill.name, rows: step.filled })
    }
    await pace.rest(REST_FACTOR * took)
    return 1
  }
}

function nextLimit(limit: number, took: number): number {
  if (took > BATCH_MS) return Math.max(MIN_ROWS, Math.floor(limit / 2))
  return took < BATCH_MS / 2 ? Math.min(MAX_ROWS, Math.ceil(limit * 1.5)) : limit
}
