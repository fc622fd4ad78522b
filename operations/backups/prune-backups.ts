import { backupTime } from '#domain/backups/backup-manifest.ts'
import { backupsToKeep } from '#domain/backups/backups-to-keep.ts'
import type { BackupStore } from '#providers/backups/backup-store.ts'
import { folderOf, manifestOf, PICTURES } from './backup-files.ts'
import { listBackups, readBackup } from './list-backups.ts'

/**
 * Deletes the backups that are too old to be kept, and then the pictures that no other backup names. Returns the names
 * of the deleted backups.
 */
export async function pruneBackups(store: BackupStore, timeZone: string): Promise<string[]> {
  const { names } = await listBackups(store)
  const kept = backupsToKeep(
    names.map((name) => ({ name, takenAt: backupTime(name) })),
    timeZone,
  )
  const old = names.filter((name) => !kept.has(name))
  for (const name of old) await deleteBackup(store, name)
  if (old.length > 0) await deleteUnnamedPictures(store, [...kept])
  return old
}

/** Deletes everything of one backup except its pictures. Without its manifest it no longer counts as a backup. */
export async function deleteBackup(store: BackupStore, name: string): Promise<void> {
  await store.delete(manifestOf(name))
  for (const file of await store.list(folderOf(name))) await store.delete(file)
}

async function deleteUnnamedPictures(store: BackupStore, kept: readonly string[]): Promise<void> {
  const named = new Set<string>()
  for (const name of kept) for (const file of (await readBackup(store, name)).pictures) named.add(file)
  for (const stored of await store.list(PICTURES)) {
    const file = stored.slice(stored.lastIndexOf('/') + 1).replace(/\.age$/, '')
    if (!named.has(file)) await store.delete(stored)
  }
}
