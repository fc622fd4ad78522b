import { existsSync, readdirSync, statSync } from 'node:fs'

const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.=+-]+)*)\/?$/

/**
 * A place for backups, as an owner writes it. `unknown`: neither a folder nor a bucket, with a sentence for the owner.
 */
export type BackupPlace =
  | { kind: 'folder'; folder: string }
  | { kind: 's3'; bucket: string; prefix: string }
  | { kind: 'unknown'; words: string }

/** Why a bucket cannot be used. */
export const NO_S3_KEYS =
  'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY must be set for backups in a bucket.'

/** Reads a folder, or `s3://BUCKET/PREFIX`. */
export function parsePlace(address: string): BackupPlace {
  if (!address.includes('://')) return { kind: 'folder', folder: address }
  const [, bucket, path = ''] = S3_ADDRESS.exec(address) ?? []
  if (bucket !== undefined) return { kind: 's3', bucket, prefix: path.slice(1) }
  return {
    kind: 'unknown',
    words: `${address} is neither a folder nor an address such as s3://my-bucket/shop.`,
  }
}

/**
 * Why a folder that should exist cannot take backups, as a sentence; null for a bucket and when all is well. `isKnown`:
 * backups were stored there before. Without its disk, the mount point of a disk is missing or an empty folder.
 */
export function lostFolder(address: string, isKnown: boolean): string | null {
  if (parsePlace(address).kind !== 'folder') return null
  if (!existsSync(address))
    return `${address} does not exist. Is its disk mounted? For a new place, make the folder first.`
  if (!isKnown || !statSync(address).isDirectory()) return null
  if (readdirSync(address).some((name) => name !== 'lost+found')) return null
  return `${address} is empty, though backups were stored there. Is its disk mounted? For a new disk, run npm run backup.`
}
