import { join } from 'node:path'
import { parsePlace } from '#providers/backups/backup-place.ts'
import type { BackupSettings } from '#providers/backups/backup-settings.ts'
import { CONTINUOUS } from '#providers/backups/continuous-copy.ts'

/**
 * How often Litestream checks for changes, and how often it stores them: together less than the promised five seconds.
 */
export interface CopyIntervals {
  lookMs: number
  storeMs: number
}

/** Storing in a folder costs nothing; storing in a bucket costs a request. */
export const DEFAULT_INTERVALS = {
  folder: { lookMs: 500, storeMs: 500 },
  bucket: { lookMs: 500, storeMs: 2_000 },
} as const

/** How often a new full copy is stored, and how long the log is kept. Nightly backups go further back. */
const SNAPSHOT_EVERY = '6h'
const RETENTION = '24h'

/** Litestream's configuration file, and the secrets for its environment. */
export interface LitestreamSetup {
  config: string
  secrets: Record<string, string>
}

/**
 * The configuration of Litestream for the place of the backups. `identity`: the secret key of age, to read an encrypted
 * copy. The keys of a bucket are never in the file.
 */
export function litestreamSetup(
  { place, s3, recipient }: Pick<BackupSettings, 's3' | 'recipient'> & { place: string },
  options: {
    file: string
    folder: string
    port: number | null
    intervals?: CopyIntervals
    identity?: string | null
  },
): LitestreamSetup {
  const found = parsePlace(place)
  const intervals = options.intervals ?? DEFAULT_INTERVALS[found.kind === 's3' ? 'bucket' : 'folder']
  const age = {
    ...(recipient !== null && { recipients: [recipient] }),
    ...(options.identity != null && { identities: [options.identity] }),
  }
  const config = {
    ...(options.port !== null && { addr: `127.0.0.1:${options.port}` }),
    logging: { level: 'warn', type: 'json', stderr: true },
    dbs: [
      {
        path: options.file,
        'meta-path': join(options.folder, 'sent'),
        'monitor-interval': `${intervals.lookMs}ms`,
        replicas: [
          {
            ...target(found, s3),
            'sync-interval': `${intervals.storeMs}ms`,
            'snapshot-interval': SNAPSHOT_EVERY,
            retention: RETENTION,
            age,
          },
        ],
      },
    ],
  }
  const secrets: Record<string, string> =
    found.kind === 's3' && s3 !== null
      ? { LITESTREAM_ACCESS_KEY_ID: s3.accessKeyId, LITESTREAM_SECRET_ACCESS_KEY: s3.secretAccessKey }
      : {}
  return { config: JSON.stringify(config), secrets }
}

function target(place: ReturnType<typeof parsePlace>, s3: BackupSettings['s3']): Record<string, unknown> {
  const folder = CONTINUOUS.slice(0, -1)
  if (place.kind !== 's3' || s3 === null) {
    return { type: 'file', path: join(place.kind === 'folder' ? place.folder : '', folder) }
  }
  const { bucket, prefix } = place
  const address = new URL(s3.addressOf(bucket))
  const isHostStyle = address.hostname.startsWith(`${bucket}.`)
  const host = isHostStyle ? address.host.slice(bucket.length + 1) : address.host
  return {
    type: 's3',
    bucket,
    path: prefix === '' ? folder : `${prefix}/${folder}`,
    region: s3.region,
    endpoint: `${address.protocol}//${host}`,
    'force-path-style': !isHostStyle,
  }
}
