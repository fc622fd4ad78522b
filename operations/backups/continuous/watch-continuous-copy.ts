import { isContinuousCopyFailing, recordContinuousCopyState } from '#db/backups/continuous-copy-state.ts'
import { transact } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import type { Shop } from '#operations/shop.ts'

/** Emails owners once when the continuous copy lags or has stopped, and once when it works again. */
export async function watchContinuousCopy({ database, continuous, log, now }: Shop): Promise<void> {
  const state = continuous?.copy.state()
  if (state === undefined || state.kind === 'other-process' || state.kind === 'starting') return
  const at = now()
  const failure = state.kind === 'failing' ? state.words : null
  if ((await isContinuousCopyFailing(database.db, 'continuous')) === (failure !== null)) return
  await transact(database, async (tx) => {
    const change = await recordContinuousCopyState(tx, { job: 'continuous', failure, now: at })
    if (change === 'same') return
    const payload = {
      job: 'continuous',
      news: change,
      words: failure ?? 'Every change is copied within seconds again.',
    }
    await enqueue(tx, [{ kind: 'backup-alert', payload, dedupeKey: `backup-alert:continuous:${at}` }], at)
    if (change === 'failed') log.error('The continuous copy of the database fails', new Error(failure ?? ''))
    else log.info('The continuous copy of the database works again')
  })
}
