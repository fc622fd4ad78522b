import { join } from 'node:path'
import { countOrdersBefore } from '#db/backups/orders-before.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { formatDuration } from '#domain/backups/time-left.ts'
import { BackupRefused, type OnProgress } from '#operations/backups/backup-progress.ts'
import { checkRestored, withTemporaryFolder } from '#operations/backups/check-restored.ts'
import type { ContinuousSource } from '#providers/backups/continuous-copy.ts'
import { restoreContinuousCopy } from './restore-continuous-copy.ts'

/** What a rehearsal restores. `shop`: the database that is copied. `folder`: private, on this machine. */
export interface CopyRehearsalOptions {
  shop: ShopDatabase
  source: ContinuousSource
  folder: string
  /** The approximate size of the database; 0 when unknown. */
  usualBytes: number
  now: () => number
  onProgress: OnProgress
}

/** The copy lags a few seconds behind. It must have every order that was placed longer ago than this. */
const MAX_COPY_LAG_MS = 60_000

/**
 * Restores the continuous copy into a temporary folder, migrates it, checks its books, and checks that it has every
 * order that was placed more than a minute ago. Returns the result in words. Throws BackupRefused, BackupUnusable or
 * CopyRefused with what is wrong.
 */
export async function rehearseContinuousCopy(options: CopyRehearsalOptions): Promise<string> {
  const { shop, source, folder, usualBytes, now, onProgress } = options
  const started = performance.now()
  const until = now() - MAX_COPY_LAG_MS
  const placed = await countOrdersBefore(shop, until)
  return withTemporaryFolder(folder, async () => {
    const location = { engine: 'sqlite', file: join(folder, 'rehearsal.db'), synchronous: 'off' } as const
    const restored = { location, source, replace: false, usualBytes, now, onProgress }
    await restoreContinuousCopy({ ...restored, beforeUse: async () => {} })
    const orders = await checkRestored(location, 'the continuous copy', async (copy) => {
      const missing = placed - (await countOrdersBefore(copy, until))
      if (missing > 0) throw new BackupRefused(lacking(missing))
    })
    const took = formatDuration(performance.now() - started)
    return `The continuous copy was restored in ${took}: ${orders}, none missing, and no fault in orders, payments, refunds, stock and emails.`
  })
}

function lacking(missing: number): string {
  const orders = missing === 1 ? 'an order that was' : `${missing} orders that were`
  return `The continuous copy lacks ${orders} placed more than a minute ago.`
}
