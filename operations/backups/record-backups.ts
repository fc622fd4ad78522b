import { listStoredBackups, recordStoredBackups, type StoredBackup } from '#db/backups/stored-backups.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { BackupManifest } from '#domain/backups/backup-manifest.ts'
import type { BackupStore } from '#providers/backups/backup-store.ts'
import { listBackups, readBackup } from './list-backups.ts'

/** Updates the list of backups that staff see to match what is in the place. */
export async function recordBackups(database: ShopDatabase, store: BackupStore): Promise<void> {
  const known = new Map((await listStoredBackups(database)).map((backup) => [backup.name, backup]))
  const { names } = await listBackups(store)
  const backups: StoredBackup[] = []
  for (const name of names) {
    const before = known.get(name)
    if (before?.place === store.address) backups.push(before)
    else backups.push(storedBackup(await readBackup(store, name), store.address))
  }
  await recordStoredBackups(database, backups)
}

function storedBackup(manifest: BackupManifest, place: string): StoredBackup {
  return {
    name: manifest.name,
    place,
    takenAt: manifest.takenAt,
    shopVersion: manifest.shopVersion,
    databaseBytes: manifest.databaseBytes,
    storedBytes: manifest.database.reduce((sum, { bytes }) => sum + bytes, 0),
    pictures: manifest.pictures.length,
    sealed: manifest.sealedFor !== null,
  }
}
