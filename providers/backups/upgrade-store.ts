import { join } from 'node:path'
import type { BackupStore } from './backup-store.ts'
import { FolderBackups } from './folder-backups.ts'

/** The store of the copies made before upgrades: a folder in the data folder. */
export function openUpgradeStore(dataDir: string): BackupStore {
  return new FolderBackups(join(dataDir, 'before-upgrades'))
}
