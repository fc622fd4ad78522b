import * as v from 'valibot'
import { bucketAddress } from '#providers/images/s3/s3-settings.ts'
import { wholeGroup, type FilledVariables, type SettingsFault } from '#providers/supplier-adapter.ts'
import { supplierAddress } from '#providers/supplier-address.ts'

/** The settings of backups. */
export const BACKUP_VARIABLES = {
  BACKUP_S3_ACCESS_KEY_ID: v.optional(v.string()),
  BACKUP_S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  BACKUP_S3_REGION: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/, 'must be a region of S3, such as ca-central-1')),
  ),
  BACKUP_S3_ENDPOINT: v.optional(supplierAddress),
}

const OWN_KEYS = ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'] as const
const USUAL_REGION = 'us-east-1'

/** The key to a bucket of backups, and where the bucket is. */
export interface S3Access {
  accessKeyId: string
  secretAccessKey: string
  region: string
  /** The address of a bucket by its name. */
  addressOf(bucket: string): string
}

/** How backups are made. */
export interface BackupSettings {
  name: 'backups'
  settings: object
  /** Null: backups can only be in a folder. */
  s3: S3Access | null
}

/** The settings of backups. Without keys of their own, backups in a bucket use those of the pictures in a bucket. */
export function chooseBackups(
  env: FilledVariables,
  pictures: FilledVariables,
): BackupSettings | SettingsFault {
  const own = wholeGroup(env, OWN_KEYS)
  if (own !== null && 'fault' in own) return own
  return {
    name: 'backups',
    settings: {},
    s3: own === null ? sharedAccess(pictures, env) : ownAccess(own, env),
  }
}

function ownAccess(keys: Record<(typeof OWN_KEYS)[number], string>, env: FilledVariables): S3Access {
  return accessOf({
    accessKeyId: keys.BACKUP_S3_ACCESS_KEY_ID,
    secretAccessKey: keys.BACKUP_S3_SECRET_ACCESS_KEY,
    region: env['BACKUP_S3_REGION'],
    endpoint: env['BACKUP_S3_ENDPOINT'],
  })
}

function sharedAccess(pictures: FilledVariables, env: FilledVariables): S3Access | null {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = pictures
  if (accessKeyId === undefined || secretAccessKey === undefined) return null
  return accessOf({
    accessKeyId,
    secretAccessKey,
    region: env['BACKUP_S3_REGION'] ?? pictures['S3_REGION'],
    endpoint: env['BACKUP_S3_ENDPOINT'] ?? pictures['S3_ENDPOINT'],
  })
}

function accessOf(found: {
  accessKeyId: string
  secretAccessKey: string
  region: string | undefined
  endpoint: string | undefined
}): S3Access {
  const { accessKeyId, secretAccessKey, region = USUAL_REGION, endpoint } = found
  return {
    accessKeyId,
    secretAccessKey,
    region,
    addressOf: (bucket) => bucketAddress(bucket, region, endpoint),
  }
}
