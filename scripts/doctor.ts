// npm run doctor   tests every supplier of the settings, and prints a table. Exits with 1 when one fails.
//
// Works whether or not the shop is running. A test mail or sign-in link goes to OWNER_EMAIL; other test data is deleted
// again.

import './private-files.js'
import { join } from 'node:path'
import { ConfigError, readConfig } from '#config'
import { openShop } from '#open-shop'
import { listConnections, type ListedConnection } from '#operations/connections/list-connections.ts'
import { tryConnection } from '#operations/connections/try-connection.ts'
import type { Shop } from '#operations/shop.ts'
import { consoleLog } from '#web/http/console-log.ts'

/** Whether it works; null for what is built in. */
interface Finding {
  cells: [need: string, supplier: string, state: string, words: string]
  works: boolean | null
}

async function examine(shop: Shop): Promise<Finding[]> {
  return Promise.all((await listConnections(shop)).map((listed) => look(shop, listed)))
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
  const log = consoleLog(config.secrets)
  const { shop, close } = await openShop(config, join(import.meta.dirname, '..'), log)
  try {
    const findings = await examine(shop)
    print(findings)
    const broken = findings.filter(({ works }) => works === false).length
    if (broken > 0) console.log(`\n${broken === 1 ? 'One supplier is' : `${broken} suppliers are`} broken.`)
    process.exitCode = broken > 0 ? 1 : 0
  } finally {
    await close()
  }
} catch (error) {
  console.error(
    error instanceof ConfigError
      ? error.message
      : `That did not work: ${error instanceof Error ? error.message : error}`,
  )
  process.exitCode = 1
}
