import { readFiguresOf } from '#db/backups/copy-database.ts'
import { differences, type FigureChange } from '#db/backups/figures.ts'
import { openDatabase, type DatabaseLocation } from '#db/engine/open-database.ts'
import type { BackupManifest } from '#domain/backups/backup-manifest.ts'
import { loadSteps, type OnProgress } from '#operations/backups/backup-progress.ts'
import { readBackupFigures, restoreDatabase } from '#operations/backups/restore-database.ts'
import { UNSEALED, type BackupStore } from '#providers/backups/backup-store.ts'

/** An order that was taken after the upgrade. */
export interface LaterOrder {
  number: string
  state: string
  name: string
  email: string
  total: number
  createdAt: number
}

/** What a rollback would lose. */
export interface RollbackLoss {
  orders: LaterOrder[]
  /** Every row count and sum of money that would differ. */
  changes: FigureChange[]
}

/** Compares the database with the copy from before the last upgrade. */
export async function findRollbackLoss(
  location: DatabaseLocation,
  store: BackupStore,
  manifest: BackupManifest,
  onProgress: OnProgress,
): Promise<RollbackLoss> {
  const figures = await readBackupFigures({ manifest, store, seal: UNSEALED })
  const changes = differences(figures, await readFiguresOf(location, loadSteps(onProgress).onCompared))
  const database = await openDatabase(location)
  try {
    const orders = await database.db
      .selectFrom('orders')
      .select(['number', 'state', 'name', 'email', 'total_cents as total', 'created_at as createdAt'])
      .where('created_at', '>=', manifest.takenAt)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return { orders, changes }
  } finally {
    await database.close()
  }
}

/** Replaces the database with the copy, whose tables stay as they were. Returns where the replaced database is kept. */
export async function rollBack(
  location: DatabaseLocation,
  store: BackupStore,
  manifest: BackupManifest,
  { now, onProgress }: { now: () => number; onProgress: OnProgress },
): Promise<string | null> {
  return restoreDatabase({
    location,
    manifest,
    store,
    seal: UNSEALED,
    replace: true,
    keepsVersion: true,
    now,
    onProgress,
    beforeUse: async () => {},
  })
}
