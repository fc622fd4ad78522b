// npm run export -- [--all] [--to FILE]
//
// Writes the products as a file in Shopify's format, which `npm run import` reads again; with --all a ZIP file of
// everything that the shop has. Without --to it is printed.

import './private-files.js'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '#config'
import { SHOPIFY_HEAD } from '#domain/import/shopify-rows.ts'
import { openShop } from '#open-shop'
import { exportProducts } from '#operations/import/export-products.ts'
import { exportEverything } from '#web/api/import/export-everything.ts'
import { csvText } from '#web/http/files/csv-answer.ts'
import { consoleLog } from '#web/http/console-log.ts'

try {
  const { to, all } = parseArgs({ options: { to: { type: 'string' }, all: { type: 'boolean' } } }).values
  const config = readConfig(process.env)
  const { shop, close } = await openShop(config, join(import.meta.dirname, '..'), consoleLog(config.secrets))
  try {
    const products = { head: SHOPIFY_HEAD, batches: exportProducts(shop) }
    const file = Readable.from(all ? exportEverything(shop, () => true) : csvText(products))
    if (to === undefined) await pipeline(file, process.stdout, { end: false })
    else await pipeline(file, createWriteStream(to, { flags: 'wx', mode: 0o600 }))
  } finally {
    await close()
  }
} catch (error) {
  console.error(`That did not work: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
