import './private-files.js'
import { ConfigError, readConfig } from '#config'
import { databaseLocation, openDataFolder } from '#data-folder'
import { CopyRefused } from '#db/backups/database-copy.ts'
import { refuseUnfinishedMove } from '#db/move/unfinished-move.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { openDatabase } from '#db/engine/open-database.ts'
import { migrationSteps } from '#operations/backups/backup-progress.ts'
import { backUpBeforeUpgrade } from '#operations/upgrades/back-up-before-upgrade.ts'
import { openUpgradeStore } from '#providers/backups/upgrade-store.ts'
import { consoleLog } from '#web/http/console-log.ts'
import { shopVersion } from './support/shop-version.ts'
import { sinceStart, printProgress } from './support/print-progress.ts'

/** `npm run db:migrate`: migrates the tables without opening the shop. Starting the shop does the same. */
async function run(): Promise<void> {
  const config = readConfig(process.env)
  const log = consoleLog()
  const { dataDir, backups } = config
  openDataFolder(dataDir, log)
  const location = databaseLocation(config)
  const onProgress = printProgress(console.log)
  const database = await openDatabase(location)
  try {
    await refuseUnfinishedMove(database)
    if (backups.beforeUpgrade) {
      await backUpBeforeUpgrade({
        database,
        location,
        dataDir,
        version: shopVersion(),
        log,
        store: openUpgradeStore(dataDir),
        now: Date.now,
        onProgress,
      })
    }
    const migrated = await migrate(database, migrationSteps(onProgress))
    console.log(
      migrated.length > 0
        ? `Done in ${sinceStart()}. Migrated: ${migrated.join(', ')}.`
        : 'The tables are up to date.',
    )
  } finally {
    await database.close()
  }
}

try {
  await run()
} catch (error) {
  const words = error instanceof Error ? error.message : String(error)
  const isPlain = error instanceof ConfigError || error instanceof CopyRefused
  console.error(isPlain ? words : `That did not work: ${words}`)
  process.exitCode = 1
}
