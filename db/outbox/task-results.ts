import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { LeasedTask } from './leased-task.ts'
import { retryDelay } from './retry-delays.ts'

/** Marks tasks as done. */
export async function finishTasks({ db }: ShopDatabase, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('outbox')
    .set({ done_at: now, begun_at: null, last_error: null })
    .where('id', 'in', ids)
    .execute()
}

/** Postpones a failed task, twice as long each time. */
export async function postponeTask(
  { db }: ShopDatabase,
  { id, attempts }: LeasedTask,
  reason: string,
  now: number,
): Promise<void> {
  const delay = retryDelay(attempts)
  await db
    .updateTable('outbox')
    .set({
      leased_until: 0,
      begun_at: null,
      run_after: now + Math.round(delay * (0.8 + Math.random() * 0.4)),
      last_error: reason.slice(0, 500),
    })
    .where('id', '=', id)
    .execute()
}

/** Does not count an attempt that failed for an unrelated reason. Without `notBefore`, the due time stays. */
export async function returnTask(
  { db }: ShopDatabase,
  { id, attempts }: LeasedTask,
  { reason, notBefore }: { reason: string; notBefore: number | null },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      attempts: Math.max(0, attempts - 1),
      leased_until: 0,
      begun_at: null,
      ...(notBefore !== null && { run_after: notBefore }),
      last_error: reason.slice(0, 500),
    })
    .where('id', '=', id)
    .execute()
}
