// npm run rollback [-- --yes] [--backup NAME]
//
// Restores the database from before the last upgrade (DATA_DIR/before-upgrades) while the shop is stopped. It says
// what would be lost, and does nothing without --yes. The present database is kept. Then install the earlier version.

import './private-files.js'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#config'
import { databaseLocation, openDataFolder } from '#data-folder'
import { CopyRefused } from '#db/backups/database-copy.ts'
import { isUnused } from '#db/backups/copy-database.ts'
import { CSV_START, csvLine } from '#domain/csv.ts'
import { cents, decimalDollars, formatCents } from '#domain/money.ts'
import { BackupRefused } from '#operations/backups/backup-progress.ts'
import { chooseBackup } from '#operations/backups/list-backups.ts'
import { findRollbackLoss, rollBack, type LaterOrder } from '#operations/upgrades/roll-back.ts'
import { openUpgradeStore } from '#providers/backups/upgrade-store.ts'
import { consoleLog } from '#web/http/console-log.ts'
import { sinceStart, printProgress } from './support/print-progress.ts'

const MAX_LISTED = 20
const COLUMNS = ['Order', 'State', 'Name', 'Email', 'Total (CAD)', 'Placed (UTC)']

async function run(args: string[]): Promise<void> {
  const { yes, backup } = parseArgs({
    args,
    options: { yes: { type: 'boolean', default: false }, backup: { type: 'string' } },
  }).values
  const config = readConfig(process.env)
  openDataFolder(config.dataDir, consoleLog(config.secrets))
  const location = databaseLocation(config)
  const store = openUpgradeStore(config.dataDir)
  const onProgress = printProgress(console.log)
  const manifest = await chooseBackup(store, backup)
  if (await isUnused(location)) throw new BackupRefused('There is no database: use npm run restore.')
  const { orders, changes } = await findRollbackLoss(location, store, manifest, onProgress)

  const at = (time: number) => new Date(time).toLocaleString('en-CA', { timeZone: config.timeZone })
  console.log(
    `Back to ${at(manifest.takenAt)}, before the upgrade to version ${manifest.shopVersion}; the tables were at ${manifest.schema}.`,
  )
  const count = orders.length === 1 ? '1 order' : `${orders.length} orders`
  const total = cents(orders.reduce((sum, order) => sum + order.total, 0))
  console.log(`Would be lost: ${count} since then, ${formatCents(total)} in total.`)
  for (const order of orders.slice(0, MAX_LISTED)) {
    console.log(
      `  ${order.number}  ${order.state}  ${formatCents(cents(order.total))}  ${at(order.createdAt)}`,
    )
  }
  if (orders.length > MAX_LISTED) console.log(`  and ${orders.length - MAX_LISTED} more`)
  const others = changes.filter(({ before, after }) => before !== null && after !== null)
  for (const { name, before, after } of others) console.log(`  ${name}: ${after} now, ${before} then`)
  if (!yes) {
    throw new BackupRefused(
      'Nothing was changed. Use --yes to go back; refund paid orders of the list first.',
    )
  }

  const file = join(config.dataDir, `orders-after-${manifest.name}.csv`)
  await writeFile(file, csvOf(orders), { mode: 0o600 })
  const aside = await rollBack(location, store, manifest, { now: Date.now, onProgress })
  console.log(`Done in ${sinceStart()}. The database that was there is kept in ${aside}.`)
  console.log(`The orders since then are listed in ${file}. Now install the earlier version and start it.`)
}

function csvOf(orders: readonly LaterOrder[]): string {
  const rows = orders.map(({ number, state, name, email, total, createdAt }) => [
    number,
    state,
    name,
    email,
    decimalDollars(cents(total)),
    new Date(createdAt).toISOString(),
  ])
  return CSV_START + [COLUMNS, ...rows].map(csvLine).join('')
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const words = error instanceof Error ? error.message : String(error)
  const isPlain = [BackupRefused, CopyRefused, ConfigError].some((kind) => error instanceof kind)
  console.error(isPlain ? words : `That did not work: ${words}`)
  process.exitCode = 1
}
