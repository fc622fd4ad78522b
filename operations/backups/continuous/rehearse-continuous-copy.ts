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
  /** About how large the database is; 0 when that is not known. */
  usualBytes: number
  now: () => number
  onProgress: OnProgress
}

/** The copy is a few seconds behind; it has what was placed this long ago. */
const MAX_COPY_LAG_MS = 60_000

/**
 * Restores the continuous copy into a temporary folder, brings its tables up to date and checks its books, and that it
 * has every order that was placed more than a minute ago. Returns how it went, in words. Throws BackupRefused,
 * BackupUnusable or CopyRefused with what is wrong.
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
