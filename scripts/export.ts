// npm run export -- [--to FILE]
//
// Writes the products as a file in Shopify's format, which `npm run import` reads again. Without --to it is printed.

import './private-files.js'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '#config'
import { CSV_START, csvLine } from '#domain/csv.ts'
import { SHOPIFY_HEAD } from '#domain/import/shopify-rows.ts'
import { openShop } from '#open-shop'
import { exportProducts } from '#operations/import/export-products.ts'
import { consoleLog } from '#web/http/console-log.ts'

try {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values
  const config = readConfig(process.env)
  const { shop, close } = await openShop(config, join(import.meta.dirname, '..'), consoleLog(config.secrets))
  try {
    const lines = Readable.from(
      (async function* () {
        yield CSV_START + csvLine(SHOPIFY_HEAD)
        for await (const rows of exportProducts(shop)) yield rows.map(csvLine).join('')
      })(),
    )
    if (to === undefined) await pipeline(lines, process.stdout, { end: false })
    else await pipeline(lines, createWriteStream(to, { flags: 'wx', mode: 0o600 }))
  } finally {
    await close()
  }
} catch (error) {
  console.error(`That did not work: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
