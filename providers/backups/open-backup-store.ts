import { resolve } from 'node:path'
import type { S3Access } from './backup-settings.ts'
import { BackupUnusable, type BackupStore } from './backup-store.ts'
import { FolderBackups } from './folder-backups.ts'
import { S3Backups } from './s3-backups.ts'

const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.=+-]+)*)\/?$/

/** Opens the place that an owner names for backups: a folder, or `s3://BUCKET/PREFIX`. Throws BackupUnusable. */
export function openBackupStore(address: string, s3: S3Access | null): BackupStore {
  if (!address.includes('://')) return new FolderBackups(resolve(address))
  const [, bucket, path = ''] = S3_ADDRESS.exec(address) ?? []
  if (bucket === undefined) {
    throw new BackupUnusable(`${address} is neither a folder nor an address such as s3://my-bucket/shop.`)
  }
  if (s3 === null) {
    throw new BackupUnusable(
      'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY must be set for backups in a bucket.',
    )
  }
  const { addressOf, ...keys } = s3
  return new S3Backups({ ...keys, bucket, address: addressOf(bucket), publicUrl: null }, path.slice(1))
}
