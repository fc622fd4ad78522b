import { resolve } from 'node:path'
import * as v from 'valibot'
import { bucketAddress } from '#providers/images/s3/s3-settings.ts'
import { allOrNone, type FilledVariables, type SettingsFault } from '#providers/supplier-adapter.ts'
import { supplierAddress } from '#providers/supplier-address.ts'
import { NO_S3_KEYS, parsePlace } from './backup-place.ts'

/** The settings of backups. */
export const BACKUP_VARIABLES = {
  BACKUP_TO: v.optional(v.string()),
  BACKUP_CONTINUOUS: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  BACKUP_BEFORE_UPGRADE: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  BACKUP_HOUR: v.optional(v.pipe(v.string(), v.regex(/^(?:\d|1\d|2[0-3])$/, 'must be an hour from 0 to 23'))),
  BACKUP_RECIPIENT: v.optional(
    v.pipe(v.string(), v.regex(/^age1[a-z0-9]{20,}$/, 'must be a public key of age, such as age1...')),
  ),
  BACKUP_KEY_FILE: v.optional(v.string()),
  BACKUP_S3_ACCESS_KEY_ID: v.optional(v.string()),
  BACKUP_S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  BACKUP_S3_REGION: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/, 'must be a region of S3, such as ca-central-1')),
  ),
  BACKUP_S3_ENDPOINT: v.optional(supplierAddress),
}

const OWN_KEYS = ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'] as const
const USUAL_HOUR = '3'
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
  /** Where the shop makes a backup each night; null: it makes none automatically. */
  place: string | null
  /** Whether every change of an SQLite database is copied there within seconds. */
  continuous: boolean
  /** Whether the database is copied before an upgrade changes its tables. */
  beforeUpgrade: boolean
  /** The hour of the nightly backup, in the shop's time zone. */
  hour: number
  /** The public key of age that backups are encrypted for; null: they are not. */
  recipient: string | null
  /** The file of the secret key, to rehearse encrypted backups; null: only their checksums are checked. */
  keyFile: string | null
  /** Null: backups can only be in a folder. */
  s3: S3Access | null
}

function placeFault(address: string, s3: S3Access | null): string | null {
  const place = parsePlace(address)
  if (place.kind === 'unknown') return place.words
  return place.kind === 's3' && s3 === null ? NO_S3_KEYS : null
}

/** The place as the store names it: a folder by its absolute path. */
function placeName(address: string): string {
  const place = parsePlace(address)
  return place.kind === 'folder' ? resolve(place.folder) : address.replace(/\/$/, '')
}

/** The settings of backups. Without separate keys, backups in a bucket use the keys of the bucket for pictures. */
export function chooseBackups(
  env: FilledVariables,
  pictures: FilledVariables,
): BackupSettings | SettingsFault {
  const own = allOrNone(env, OWN_KEYS)
  if (own !== null && 'fault' in own) return own
  const s3 = own === null ? sharedAccess(pictures, env) : ownAccess(own, env)
  const place = env['BACKUP_TO'] ?? null
  const fault = place === null ? null : placeFault(place, s3)
  if (fault !== null) return { fault: `BACKUP_TO cannot be used. ${fault}` }
  return {
    place: place && placeName(place),
    continuous: env['BACKUP_CONTINUOUS'] !== 'off',
    beforeUpgrade: env['BACKUP_BEFORE_UPGRADE'] !== 'off',
    hour: Number(env['BACKUP_HOUR'] ?? USUAL_HOUR),
    s3,
    recipient: env['BACKUP_RECIPIENT'] ?? null,
    keyFile: env['BACKUP_KEY_FILE'] ?? null,
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
