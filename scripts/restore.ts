// npm run restore -- --from FOLDER|s3://BUCKET/PREFIX [--backup NAME] [--replace] [--key FILE] [--pictures-only]
//
// Restores the newest of the continuous copy and the backups, or the backup of this name, into the data folder and
// database of the settings, while the shop is stopped. The shop can be started then: it copies the pictures while it
// sells. With --replace, an existing database is moved aside. An encrypted backup needs its key file.
// With --pictures-only, the database stays as it is, and only pictures that the shop lacks are restored.

import './private-files.js'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig, type Config } from '#config'
import { databaseLocation, openDataFolder } from '#data-folder'
import { CopyRefused } from '#db/backups/database-copy.ts'
import { BackupRefused } from '#operations/backups/backup-progress.ts'
import { chooseBackup } from '#operations/backups/list-backups.ts'
import { chooseRestorable, type Restorable } from '#operations/backups/continuous/choose-restorable.ts'
import { restoreContinuousCopy } from '#operations/backups/continuous/restore-continuous-copy.ts'
import { restoreDatabase } from '#operations/backups/restore-database.ts'
import { writeRestoreMark } from '#operations/backups/restore-mark.ts'
import { BackupUnusable, type BackupStore } from '#providers/backups/backup-store.ts'
import { chooseSeal } from '#providers/backups/choose-seal.ts'
import { openBackupStore } from '#providers/backups/open-backup-store.ts'
import { findLitestreamCopy } from '#providers/backups/litestream/litestream-source.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { consoleLog } from '#web/http/console-log.ts'
import { sinceStart, printProgress } from './support/print-progress.ts'

const USAGE =
  'Usage: npm run restore -- --from FOLDER|s3://BUCKET/PREFIX [--backup NAME] [--replace] [--key FILE] [--pictures-only]'

async function run(args: string[]): Promise<void> {
  const { from, backup, replace, key, picturesOnly } = readWords(args)
  const config = readConfig(process.env)
  const store = openBackupStore(from, config.backups.s3)
  const keyFile = key === undefined ? config.backups.keyFile : resolve(key)
  const chosen = await choose(store, { config, backup, keyFile, picturesOnly })
  openDataFolder(config.dataDir, consoleLog(config.secrets))
  const markPictures = () => {
    const name = chosen.kind === 'nightly' ? chosen.nightly.name : null
    return writeRestoreMark(config.dataDir, { from: store.address, backup: name, keyFile })
  }
  if (picturesOnly) {
    await markPictures()
    console.log('Start the shop now: npm start. It copies the pictures that it lacks while it sells.')
    return
  }
  const common = {
    location: databaseLocation(config),
    replace,
    now: Date.now,
    onProgress: printProgress(console.log),
    beforeUse: markPictures,
  }
  const at = (time: number) => new Date(time).toLocaleString('en-CA', { timeZone: config.timeZone })
  const printAside = (aside: string | null) => {
    if (aside !== null) console.log(`The database that was there is kept in ${aside}.`)
  }
  if (chosen.kind === 'continuous') {
    const { source, nightly } = chosen
    printAside(await restoreContinuousCopy({ ...common, source, usualBytes: nightly?.databaseBytes ?? 0 }))
    console.log(`Done in ${sinceStart()}: the shop of ${at(source.endsAt)} (continuous copy) is back.`)
  } else {
    const { nightly: manifest } = chosen
    const seal = await chooseSeal(manifest.sealedFor, keyFile)
    printAside(await restoreDatabase({ ...common, manifest, store, seal }))
    const taken = `the shop of ${at(manifest.takenAt)} (${manifest.name})`
    console.log(`Done in ${sinceStart()}: ${taken} is back, with all its sums.`)
  }
  console.log('Start it now: npm start. It copies its pictures while it sells.')
}

/** A named backup, or the newest of the continuous copy and the backups. */
async function choose(
  store: BackupStore,
  {
    config: { backups, databaseUrl },
    backup,
    keyFile,
    picturesOnly,
  }: { config: Config; backup: string | undefined; keyFile: string | null; picturesOnly: boolean },
): Promise<Restorable> {
  const isNightly = backup !== undefined || picturesOnly || databaseUrl !== null
  if (isNightly) return { kind: 'nightly', nightly: await chooseBackup(store, backup) }
  return chooseRestorable(store, () => findLitestreamCopy({ place: store.address, s3: backups.s3 }, keyFile))
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
