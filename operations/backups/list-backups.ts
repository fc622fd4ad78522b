import { isBackupName, readManifest, type BackupManifest } from '#domain/backups/backup-manifest.ts'
import type { BackupStore } from '#providers/backups/backup-store.ts'
import { BACKUPS, manifestOf, sha256 } from './backup-files.ts'
import { BackupRefused } from './backup-progress.ts'

/** The backups of a place: the names of the complete ones, oldest first, and the files that belong to none. */
export async function listBackups(store: BackupStore): Promise<{ names: string[]; leftovers: string[] }> {
  const files = await store.list(BACKUPS)
  const backupOf = (file: string) => file.slice(BACKUPS.length).split('/', 1)[0] ?? ''
  const whole = new Set(files.filter((file) => file === manifestOf(backupOf(file))).map(backupOf))
  return {
    names: [...whole].filter(isBackupName).sort(),
    leftovers: files.filter((file) => !whole.has(backupOf(file))),
  }
}

/** The manifest of a backup. Throws BackupRefused when it is missing, damaged or too new. */
export async function readBackup(store: BackupStore, name: string): Promise<BackupManifest> {
  const file = manifestOf(name)
  const bytes = isBackupName(name) ? await store.read(file) : null
  if (bytes === null) throw new BackupRefused(`There is no backup ${name} in ${store.address}.`)
  const manifest = readManifest(Buffer.from(bytes).toString('utf8'), sha256)
  if (manifest === 'damaged' || (manifest !== 'too-new' && manifest.name !== name)) {
    throw new BackupRefused(`The backup is damaged: the bytes of ${file} in ${store.address} have changed.`)
  }
  if (manifest === 'too-new') {
    throw new BackupRefused(`A newer version of the shop made the backup ${name}: update the shop first.`)
  }
  return manifest
}

/** The newest complete backup, or the one with this name. Throws BackupRefused when there is none. */
export async function chooseBackup(store: BackupStore, name?: string): Promise<BackupManifest> {
  if (name !== undefined) return readBackup(store, name)
  const newest = await newestBackup(store)
  if (newest === null) throw new BackupRefused(`There is no complete backup in ${store.address}.`)
  return newest
}

/** The newest complete backup; null when there is none. */
export async function newestBackup(store: BackupStore): Promise<BackupManifest | null> {
  const { names } = await listBackups(store)
  const newest = names.at(-1)
  return newest === undefined ? null : readBackup(store, newest)
}
