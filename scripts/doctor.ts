// npm run doctor   tests every supplier of the settings, and prints a table. Exits with 1 when one fails.
//
// Works whether or not the shop is running, and changes nothing in it: the suppliers are tested by a shop of a moment,
// with its own empty database and data folder. A test mail or sign-in link goes to OWNER_EMAIL; other test data is
// deleted again.

import './private-files.js'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError, misspeltSettings, readConfig, type Config } from '#config'
import { databaseFault, databaseLocation, refuseForeignFolder } from '#data-folder'
import { openDatabase } from '#db/engine/open-database.ts'
import { pendingMigrations } from '#db/migrations/migrate.ts'
import { openShop } from '#open-shop'
import { listConnections, type ListedConnection } from '#operations/connections/list-connections.ts'
import { tryConnection } from '#operations/connections/try-connection.ts'
import type { Shop } from '#operations/shop.ts'
import { SignedVersions } from '#providers/updates/signed-versions.ts'
import { consoleLog } from '#web/http/console-log.ts'
import { shopVersion } from './support/shop-version.ts'

/** Whether it works; null for what is built in. */
interface Finding {
  cells: [need: string, supplier: string, state: string, words: string]
  works: boolean | null
}

async function examineSuppliers(config: Config): Promise<Finding[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'redemption-doctor-'))
  const backups = { ...config.backups, place: null }
  try {
    const log = { ...consoleLog(config.secrets), info() {} }
    const passing = { ...config, dataDir, databaseUrl: null, backups }
    const { shop, close } = await openShop(passing, join(import.meta.dirname, '..'), log)
    const findings = (await listConnections(shop)).map((listed) => look(shop, listed))
    return await Promise.all(findings).finally(close)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function lookAtDatabase(config: Config): Promise<Finding> {
  const location = databaseLocation(config)
  const isSqlite = location.engine === 'sqlite'
  const finding = (state: string, words: string, works: boolean | null): Finding => ({
    cells: ['Database', isSqlite ? 'SQLite' : 'PostgreSQL', state, words],
    works,
  })
  if (isSqlite && !existsSync(location.file))
    return finding('built in', 'There is none yet: the first start makes it.', null)
  try {
    const database = await openDatabase(location)
    const pending = await pendingMigrations(database).finally(() => database.close())
    const words =
      pending.length === 0
        ? 'Its tables are those of this version.'
        : `The next start changes its tables: ${pending.join(', ')}.`
    return finding('works', words, true)
  } catch (error) {
    return finding('BROKEN', databaseFault(error) ?? String(error), false)
  }
}

/** A failure is no reason to keep the shop from being updated. */
async function lookAtUpdates({ updates }: Config): Promise<Finding[]> {
  if (updates === null) return []
  const installed = shopVersion()
  const words = await new SignedVersions(updates, installed).read().then(
    ({ version }) => `Version ${version} is announced; this is ${installed}.`,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  return [{ cells: ['Updates', 'UPDATES_FROM', 'asked', words], works: null }]
}

async function look(shop: Shop, { need, title, supplier, builtIn }: ListedConnection): Promise<Finding> {
  const tried = await tryConnection(shop, need, shop.settings.ownerEmail)
  if (tried === null) return { cells: [title, supplier, 'built in', builtIn ?? ''], works: null }
  const { works, words } = tried
  return { cells: [title, supplier, works ? 'works' : 'BROKEN', words], works }
}

/** Columns as wide as their longest cell, except the last. */
function print(findings: readonly Finding[]): void {
  const rows = [['Needed for', 'Supplier', 'State', 'What was seen'], ...findings.map(({ cells }) => cells)]
  const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  for (const row of rows) console.log(row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
}

try {
  const config = readConfig(process.env)
  for (const words of misspeltSettings(process.env)) console.error(words)
  if (existsSync(config.dataDir)) refuseForeignFolder(config.dataDir)
  const findings = [
    await lookAtDatabase(config),
    ...(await examineSuppliers(config)),
    ...(await lookAtUpdates(config)),
  ]
  print(findings)
  const broken = findings.filter(({ works }) => works === false).length
  if (broken > 0) console.log(`\n${broken === 1 ? 'One of them is' : `${broken} of them are`} broken.`)
  process.exitCode = broken > 0 ? 1 : 0
} catch (error) {
  console.error(
    error instanceof ConfigError
      ? error.message
      : `That did not work: ${error instanceof Error ? error.message : error}`,
  )
  process.exitCode = 1
}
