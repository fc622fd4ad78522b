import type { BackupManifest } from '#domain/backups/backup-manifest.ts'
import type { BackupStore } from '#providers/backups/backup-store.ts'
import { CONTINUOUS, type ContinuousSource } from '#providers/backups/continuous-copy.ts'
import { BackupRefused } from '#operations/backups/backup-progress.ts'
import { newestBackup } from '#operations/backups/list-backups.ts'

/** What is restored from a place: the continuous copy, or a backup. `nightly`: the newest backup; null: none. */
export type Restorable =
  | { kind: 'continuous'; source: ContinuousSource; nightly: BackupManifest | null }
  | { kind: 'nightly'; nightly: BackupManifest }

/** Whether a place has a continuous copy. */
export async function hasContinuousCopy(store: BackupStore): Promise<boolean> {
  return (await store.list(CONTINUOUS)).length > 0
}

/**
 * Chooses the continuous copy or the newest backup of a place, whichever is newer. `findSource`: opens the continuous
 * copy if it can be used. Throws BackupRefused when there is nothing.
 */
export async function chooseRestorable(
  store: BackupStore,
  findSource: () => Promise<ContinuousSource | null>,
): Promise<Restorable> {
  const nightly = await newestBackup(store)
  const source = (await hasContinuousCopy(store)) ? await findSource() : null
  if (source !== null && source.endsAt >= (nightly?.takenAt ?? 0))
    return { kind: 'continuous', source, nightly }
  if (nightly !== null) return { kind: 'nightly', nightly }
  throw new BackupRefused(`There is no complete backup in ${store.address}.`)
}
