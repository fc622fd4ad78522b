import { setTimeout as sleep } from 'node:timers/promises'
import { classifyDatabaseFailure } from '#db/engine/database-failure.ts'

const TIMEOUT_MS = 60_000
const RETRY_DELAY_MS = 50

/** Retries `work` when the database restarts or is full. `work` may run twice. */
export async function retryWork<T>(work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isPassing = classifyDatabaseFailure(error) !== null
      if (!isPassing || performance.now() - started > TIMEOUT_MS) throw error
      await sleep(RETRY_DELAY_MS)
    }
  }
}
