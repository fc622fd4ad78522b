import { resolve } from 'node:path'
import type { BackupStore } from './backup-store.ts'
import { FolderBackups } from './folder-backups.ts'

/** Opens the place that an owner names for backups: a folder. */
export function openBackupStore(address: string): BackupStore {
  return new FolderBackups(resolve(address))
}
