import { liveWorkers } from '#db/engine/live-workers.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'

/** The outbox tasks leased by a dead process. On SQLite, call it when the only process has died. */
export async function abandonedTasks({ db, engine }: ShopDatabase): Promise<string[]> {
  const leased = await db
    .selectFrom('outbox')
    .select(['id', 'leased_by'])
    .where('done_at', 'is', null)
    .where('leased_until', '>', Date.now())
    .$if(engine === 'postgres', (query) => query.where('leased_by', 'not in', liveWorkers))
    .execute()
  return leased.map(({ id, leased_by }) => `${id} of ${leased_by}`)
}
