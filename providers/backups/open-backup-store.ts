import { resolve } from 'node:path'
import { NO_S3_KEYS, parsePlace } from './backup-place.ts'
import type { S3Access } from './backup-settings.ts'
import { BackupUnusable, type BackupStore } from './backup-store.ts'
import { FolderBackups } from './folder-backups.ts'
import { S3Backups } from './s3-backups.ts'

/** Opens the place that an owner names for backups: a folder, or `s3://BUCKET/PREFIX`. Throws BackupUnusable. */
export function openBackupStore(address: string, s3: S3Access | null): BackupStore {
  const place = parsePlace(address)
  if (place.kind === 'folder') return new FolderBackups(resolve(place.folder))
  if (place.kind === 'unknown') throw new BackupUnusable(place.words)
  if (s3 === null) throw new BackupUnusable(NO_S3_KEYS)
  const { addressOf, ...keys } = s3
  const { bucket, prefix } = place
  return new S3Backups({ ...keys, bucket, address: addressOf(bucket), publicUrl: null }, prefix)
}
