// npm run backup -- --to FOLDER|s3://BUCKET/PREFIX
//
// Makes a backup of the database and the pictures while the shop sells, reads it again, and deletes old ones. It may be
// stopped at any time: a backup that is not whole is never taken for one. How to restore it: scripts/restore.ts.

import './private-files.ts'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#config'
import { databaseLocation, openDataFolder } from '#data-folder'
import { CopyRefused } from '#db/backups/database-copy.ts'
import { bytesInWords } from '#domain/backups/time-left.ts'
import { BackupRefused } from '#operations/backups/backup-progress.ts'
import { makeBackup, type MadeBackup } from '#operations/backups/make-backup.ts'
import { BackupUnusable, UNSEALED } from '#providers/backups/backup-store.ts'
import { openBackupStore } from '#providers/backups/open-backup-store.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { consoleLog } from '#web/http/console-log.ts'
import { openPictures } from './open-pictures.ts'
import { shopVersion } from './shop-version.ts'
import { sinceStart, tellProgress } from './told-progress.ts'

const USAGE = 'Usage: npm run backup -- --to FOLDER|s3://BUCKET/PREFIX'

async function run(args: string[]): Promise<void> {
  const to = targetIn(args)
  const config = readConfig(process.env)
  openDataFolder(config.dataDir, consoleLog(config.secrets))
  const store = openBackupStore(to, config.backups.s3)
  const pictures = openPictures(config)
  try {
    const made = await makeBackup({
      location: databaseLocation(config),
      pictures,
      store,
      seal: UNSEALED,
      folder: join(config.dataDir, 'backup-work'),
      shopVersion: shopVersion(),
      timeZone: config.timeZone,
      now: Date.now,
      onProgress: tellProgress(console.log),
    })
    console.log(summary(made, store.address))
  } finally {
    await pictures.close()
  }
}

function targetIn(args: string[]): string {
  try {
    const { to } = parseArgs({ args, options: { to: { type: 'string' } } }).values
    if (to) return to
  } catch {
    // The usage says what is allowed.
  }
  throw new BackupRefused(USAGE)
}

function summary({ manifest, pictures, pruned }: MadeBackup, to: string): string {
  const stored = manifest.database.reduce((sum, { bytes }) => sum + bytes, 0)
  const { files, added, addedBytes, missing } = pictures
  const lines = [
    `Done in ${sinceStart()}: the backup ${manifest.name} is in ${to}, and was read again.`,
    `Database: ${bytesInWords(manifest.databaseBytes)}, stored as ${bytesInWords(stored)}. Pictures: ${files.length}, of which ${added} are new (${bytesInWords(addedBytes)}).`,
  ]
  if (missing.length > 0) {
    lines.push(
      `The shop itself lacks ${missing.length} pictures, or has them damaged: ${missing.join(', ')}.`,
    )
  }
  if (pruned.length > 0) lines.push(`Old backups deleted: ${pruned.join(', ')}.`)
  return lines.join('\n')
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const isPlain = [BackupRefused, BackupUnusable, CopyRefused, ConfigError, SupplierError].some(
    (kind) => error instanceof kind,
  )
  const words = error instanceof Error ? error.message : String(error)
  console.error(isPlain ? words : `That did not work: ${words}`)
  process.exitCode = 1
}
