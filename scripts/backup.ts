// npm run backup -- --to FOLDER|s3://BUCKET/PREFIX   (--to may be left out when BACKUP_TO is set)
// npm run backup -- --job rehearsal                  rehearses restoring the newest backup, and checks its books
// npm run backup -- --job copy-rehearsal             does the same with the continuous copy
//
// Makes a backup of the database and the pictures while the shop sells, reads it again, and deletes old ones. It may be
// stopped at any time: an incomplete backup is never listed as one. How to restore it: scripts/restore.ts. The
// shop itself runs this each night, with a lease that it has taken (--lease).

import './private-files.js'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig, type Config } from '#config'
import { databaseLocation, openDataFolder } from '#data-folder'
import { CopyRefused } from '#db/backups/database-copy.ts'
import { listStoredBackups, recordRehearsal } from '#db/backups/stored-backups.ts'
import { readBackupJobs } from '#db/backups/backup-jobs.ts'
import { openDatabase, type ShopDatabase } from '#db/engine/open-database.ts'
import { isBackupJob, type BackupJob } from '#domain/backups/backup-jobs.ts'
import { formatBytes } from '#domain/backups/time-left.ts'
import { BackupRefused, type OnProgress } from '#operations/backups/backup-progress.ts'
import { chooseBackup, newestBackup } from '#operations/backups/list-backups.ts'
import { makeBackup, type MadeBackup } from '#operations/backups/make-backup.ts'
import { rehearseContinuousCopy } from '#operations/backups/continuous/rehearse-continuous-copy.ts'
import { recordBackups } from '#operations/backups/record-backups.ts'
import { rehearseBackup } from '#operations/backups/rehearse-backup.ts'
import { leaseForCommand, runBackupJob } from '#operations/backups/run-backup-job.ts'
import { lostFolder } from '#providers/backups/backup-place.ts'
import { BackupUnusable, type BackupStore } from '#providers/backups/backup-store.ts'
import { chooseSeal } from '#providers/backups/choose-seal.ts'
import { findLitestreamCopy } from '#providers/backups/litestream/litestream-source.ts'
import { openBackupStore } from '#providers/backups/open-backup-store.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { consoleLog } from '#web/http/console-log.ts'
import { openPictures } from './support/open-pictures.ts'
import { shopVersion } from './support/shop-version.ts'
import { sinceStart, printProgress } from './support/print-progress.ts'

const USAGE = 'Usage: npm run backup -- --to FOLDER|s3://BUCKET/PREFIX'
const BACKGROUND_PRIORITY = 10

interface Words {
  to: string | undefined
  job: BackupJob
  /** The lease that the shop has taken for this process; null: run by the operator. */
  lease: string | null
}

async function run(args: string[]): Promise<void> {
  const { to, job, lease } = readWords(args)
  if (lease !== null) setPriority(BACKGROUND_PRIORITY)
  const config = readConfig(process.env)
  const place = to ?? config.backups.place
  if (place === null) throw new BackupRefused(USAGE)
  openDataFolder(config.dataDir, consoleLog(config.secrets))
  const store = openBackupStore(place, config.backups.s3)
  const work = WORK[job]
  const database = await openDatabase(databaseLocation(config))
  try {
    const words = await inItsTurn(database, { store, config, job, lease }, async (onProgress, isRecorded) => {
      // Only a folder that the operator names is made.
      const lost = to === undefined && lostFolder(place, lease !== null && (await isKnown(database, place)))
      if (lost) throw new BackupUnusable(lost)
      return work({ config, store, shop: database, database: isRecorded ? database : null, onProgress })
    })
    console.log(`Done in ${sinceStart()}. ${words}`)
  } finally {
    await database.close()
  }
}

async function isKnown(database: ShopDatabase, place: string): Promise<boolean> {
  return (await listStoredBackups(database)).some((backup) => backup.place === place)
}

interface Work {
  config: Config
  store: BackupStore
  shop: ShopDatabase
  /** Where the result is recorded; null when the place is not that of the settings. */
  database: ShopDatabase | null
  onProgress: OnProgress
}

async function backUp({ config, store, database, onProgress }: Work): Promise<string> {
  const pictures = openPictures(config)
  try {
    const made = await makeBackup({
      location: databaseLocation(config),
      pictures,
      store,
      seal: await chooseSeal(config.backups.recipient, null),
      folder: join(config.dataDir, 'backup-work'),
      shopVersion: shopVersion(),
      timeZone: config.timeZone,
      now: Date.now,
      onProgress,
    })
    if (database !== null) await recordBackups(database, store)
    return summary(made, store.address)
  } finally {
    await pictures.close()
  }
}

async function rehearse({ config, store, database, onProgress }: Work): Promise<string> {
  const { name, sealedFor } = await chooseBackup(store)
  const { keyFile } = config.backups
  const record = async (failure: string | null) => {
    if (database !== null) await recordRehearsal(database, { name, now: Date.now(), failure })
  }
  try {
    const { words } = await rehearseBackup({
      location: databaseLocation(config),
      store,
      seal: sealedFor !== null && keyFile === null ? null : await chooseSeal(sealedFor, keyFile),
      folder: join(config.dataDir, 'rehearsal'),
      now: Date.now,
      onProgress,
    })
    await record(null)
    return words
  } catch (error) {
    await record(wordsOf(error))
    throw error
  }
}

async function rehearseCopy({ config, store, shop, onProgress }: Work): Promise<string> {
  const { keyFile, recipient, s3 } = config.backups
  if (recipient !== null && keyFile === null) {
    return 'The continuous copy is encrypted, and its key is not on this machine, so it was not restored.'
  }
  const source = await findLitestreamCopy({ place: store.address, s3 }, keyFile)
  if (source === null) throw new BackupRefused(`There is no continuous copy in ${store.address}.`)
  return rehearseContinuousCopy({
    shop,
    source,
    folder: join(config.dataDir, 'rehearsal-of-copy'),
    usualBytes: (await newestBackup(store))?.databaseBytes ?? 0,
    now: Date.now,
    onProgress,
  })
}

const WORK: Record<BackupJob, (work: Work) => Promise<string>> = {
  backup: backUp,
  rehearsal: rehearse,
  'copy-rehearsal': rehearseCopy,
}

/** One backup at a time. A database of an older version, as before an update, has no leases yet. */
async function inItsTurn(
  database: ShopDatabase,
  { store, config, job, lease }: { store: BackupStore; config: Config; job: BackupJob; lease: string | null },
  work: (onProgress: OnProgress, isRecorded: boolean) => Promise<string>,
): Promise<string> {
  const onProgress = printProgress(console.log)
  if (!(await hasLeases(database))) return work(onProgress, false)
  const isRecorded = store.address === config.backups.place
  const taken =
    lease === null
      ? await leaseForCommand(database, { job, isRecorded, now: Date.now() })
      : { job, by: lease, isRecorded: true }
  return runBackupJob(
    database,
    { lease: taken, now: Date.now, onProgress, wordsOf: (words) => words },
    (watched) => work(watched, isRecorded),
  )
}

async function hasLeases(database: ShopDatabase): Promise<boolean> {
  return readBackupJobs(database).then(
    () => true,
    () => false,
  )
}

function readWords(args: string[]): Words {
  const text = { type: 'string' } as const
  try {
    const {
      to,
      job = 'backup',
      lease = null,
    } = parseArgs({
      args,
      options: { to: text, job: text, lease: text },
    }).values
    if (isBackupJob(job)) return { to, job, lease }
  } catch {
    // The usage says what is allowed.
  }
  throw new BackupRefused(USAGE)
}

function summary({ manifest, pictures, pruned }: MadeBackup, to: string): string {
  const stored = manifest.database.reduce((sum, { bytes }) => sum + bytes, 0)
  const { files, added, addedBytes, missing } = pictures
  const sentences = [
    `The backup ${manifest.name} is in ${to}, and was read back and compared.`,
    `Database: ${formatBytes(manifest.databaseBytes)}, stored as ${formatBytes(stored)}. Pictures: ${files.length}, of which ${added} are new (${formatBytes(addedBytes)}).`,
  ]
  if (missing.length > 0) {
    sentences.push(`Missing from the shop itself, or damaged there: ${missing.join(', ')}.`)
  }
  if (pruned.length > 0) sentences.push(`Old backups deleted: ${pruned.join(', ')}.`)
  return sentences.join(' ')
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const plain = [BackupRefused, BackupUnusable, CopyRefused, ConfigError, SupplierError]
  const isPlain = plain.some((kind) => error instanceof kind)
  console.error(isPlain ? wordsOf(error) : `That did not work: ${wordsOf(error)}`)
  process.exitCode = 1
}
