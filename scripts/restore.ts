// npm run restore -- --from FOLDER|s3://BUCKET/PREFIX [--backup NAME] [--replace] [--key FILE] [--pictures-only]
//
// Restores the newest backup, or the one of this name, into the data folder and database of the settings, while the
// shop is stopped. The shop can be started then: it copies the pictures while it sells. With --replace, a database that
// is there already is put aside. An encrypted backup needs the file of its key.
// With --pictures-only, the database stays as it is, and only pictures that the shop lacks come back.

import './private-files.ts'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#config'
import { databaseLocation, openDataFolder } from '#data-folder'
import { CopyRefused } from '#db/backups/database-copy.ts'
import { BackupRefused } from '#operations/backups/backup-progress.ts'
import { chooseBackup } from '#operations/backups/list-backups.ts'
import { restoreDatabase } from '#operations/backups/restore-database.ts'
import { writeRestoreMark } from '#operations/backups/restore-mark.ts'
import { BackupUnusable } from '#providers/backups/backup-store.ts'
import { chooseSeal } from '#providers/backups/choose-seal.ts'
import { openBackupStore } from '#providers/backups/open-backup-store.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { consoleLog } from '#web/http/console-log.ts'
import { sinceStart, tellProgress } from './told-progress.ts'

const USAGE =
  'Usage: npm run restore -- --from FOLDER|s3://BUCKET/PREFIX [--backup NAME] [--replace] [--key FILE] [--pictures-only]'

async function run(args: string[]): Promise<void> {
  const { from, backup, replace, key, picturesOnly } = readWords(args)
  const config = readConfig(process.env)
  const store = openBackupStore(from, config.backups.s3)
  const manifest = await chooseBackup(store, backup)
  openDataFolder(config.dataDir, consoleLog(config.secrets))
  const keyFile = key === undefined ? config.backups.keyFile : resolve(key)
  const mark = { from: store.address, backup: manifest.name, keyFile }
  if (picturesOnly) {
    await writeRestoreMark(config.dataDir, mark)
    console.log('Start the shop now: npm start. It copies the pictures that it lacks while it sells.')
    return
  }
  const aside = await restoreDatabase({
    location: databaseLocation(config),
    manifest,
    store,
    seal: await chooseSeal(manifest.sealedFor, keyFile),
    replace,
    now: Date.now,
    onProgress: tellProgress(console.log),
    beforeUse: () => writeRestoreMark(config.dataDir, mark),
  })
  if (aside !== null) console.log(`The database that was there is kept in ${aside}.`)
  const taken = new Date(manifest.takenAt).toLocaleString('en-CA', { timeZone: config.timeZone })
  console.log(`Done in ${sinceStart()}: the shop of ${taken} (${manifest.name}) is back, with all its sums.`)
  console.log(`Start it now: npm start. It copies its ${manifest.pictures.length} pictures while it sells.`)
}

function readWords(args: string[]): {
  from: string
  backup?: string
  key?: string
  replace: boolean
  picturesOnly: boolean
} {
  const text = { type: 'string' } as const
  try {
    const no = { type: 'boolean', default: false } as const
    const { values } = parseArgs({
      args,
      options: { from: text, backup: text, key: text, replace: no, 'pictures-only': no },
    })
    const { from, 'pictures-only': picturesOnly, ...others } = values
    if (from) return { from, picturesOnly, ...others }
  } catch {
    // The usage says what is allowed.
  }
  throw new BackupRefused(USAGE)
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
