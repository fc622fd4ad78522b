import { join } from 'node:path'
import type { BackupStore } from './backup-store.ts'
import { FolderBackups } from './folder-backups.ts'

/** Where the copies from before upgrades are: a folder of the data folder. */
export function openUpgradeStore(dataDir: string): BackupStore {
  return new FolderBackups(join(dataDir, 'before-upgrades'))
}
