// npm run db:move -- --to postgres://USER@HOST/DATABASE
// npm run db:move -- --to FILE [--replace]
//
// Copies the database of the settings to PostgreSQL, or into an SQLite file, while the shop is stopped, and compares
// every row and every sum. The database that it is copied from stays as it is. It may be stopped or killed at any time:
// the same command continues. With --replace, a file that is there is moved aside. Pictures stay where they are.

import '#scripts/private-files.js'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#config'
import { databaseLocation, openDataFolder } from '#data-folder'
import { CopyRefused } from '#db/backups/database-copy.ts'
import { openPostgresSource, openPostgresTarget } from '#db/move/postgres-side.ts'
import { openSqliteSource, openSqliteTarget } from '#db/move/sqlite-side.ts'
import { backupName } from '#domain/backups/backup-manifest.ts'
import { formatCents } from '#domain/money.ts'
import type { ComparedTable } from '#operations/move/compare-tables.ts'
import { moveDatabase } from '#operations/move/move-database.ts'
import { consoleLog } from '#web/http/console-log.ts'
import { sinceStart, printProgress } from '#scripts/support/print-progress.ts'

const USAGE = 'Usage: npm run db:move -- --to postgres://USER@HOST/DATABASE, or --to FILE [--replace]'
const POSTGRES = /^postgres(?:ql)?:\/\//

async function run(args: string[]): Promise<void> {
  const { to, replace } = readWords(args)
  const config = readConfig(process.env)
  openDataFolder(config.dataDir, consoleLog(config.secrets))
  const location = databaseLocation(config)
  const isPostgres = POSTGRES.test(to)
  if (isPostgres && location.engine === 'postgres') {
    throw new CopyRefused(
      'The shop is on PostgreSQL already. To move to another server, use backup and restore.',
    )
  }
  if (!isPostgres && location.engine === 'sqlite') {
    throw new CopyRefused('The shop is on SQLite already. To copy the file, use backup and restore.')
  }
  const source =
    location.engine === 'sqlite'
      ? await openSqliteSource(location.file)
      : await openPostgresSource(location.url)
  const aside = replace ? `replaced-${backupName(Date.now())}` : null
  try {
    const target = isPostgres
      ? await openPostgresTarget(to)
      : await openSqliteTarget({ file: fileNamed(to), synchronous: 'full', aside })
    try {
      const moved = await moveDatabase({ source, target, onProgress: printProgress(console.log) })
      console.log(tableOf(moved.tables))
      const speed = Math.round(moved.rows / Math.max(1, moved.copyMs / 1_000)).toLocaleString('en-CA')
      const how = moved.wasResumed ? ', going on with an earlier run' : ''
      console.log(`Done in ${sinceStart()}: ${moved.rows} rows were copied (${speed} a second)${how}.`)
      console.log('Every row and every sum is the same on both sides.')
      const kept = aside !== null && join(dirname(resolve(to)), aside)
      if (kept && existsSync(kept)) console.log(`The database that was there is kept in ${kept}.`)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
  const shopFile = join(config.dataDir, 'shop.db')
  if (isPostgres)
    console.log(`Now set DATABASE_URL to that address and start the shop. Keep ${shopFile} until it sells.`)
  else if (resolve(to) === resolve(shopFile)) console.log('Now remove DATABASE_URL and start the shop.')
  else console.log(`Now remove DATABASE_URL, put ${to} at ${shopFile}, and start the shop.`)
}

function readWords(args: string[]): { to: string; replace: boolean } {
  try {
    const options = { to: { type: 'string' }, replace: { type: 'boolean', default: false } } as const
    const { to, replace } = parseArgs({ args, options }).values
    if (to && (POSTGRES.test(to) ? !replace : !to.includes('://'))) return { to, replace }
  } catch {
    // The usage says what is allowed.
  }
  throw new CopyRefused(USAGE)
}

function fileNamed(name: string): string {
  const file = resolve(name)
  mkdirSync(dirname(file), { recursive: true })
  return file
}

/** The tables that have rows, with the beginning of their digests. */
function tableOf(tables: readonly ComparedTable[]): string {
  const full = tables.filter(({ rows }) => rows > 0)
  const lines = full.map(({ name, rows, cents, digest, isSame }) => [
    name,
    rows.toLocaleString('en-CA'),
    cents === null ? '' : formatCents(cents),
    digest.slice(0, 12),
    isSame ? 'same' : 'DIFFERENT',
  ])
  const head = ['Table', 'Rows', 'Amount', 'Digest', 'Both sides']
  const widths = head.map((title, at) =>
    Math.max(title.length, ...lines.map((line) => (line[at] ?? '').length)),
  )
  const isNumber = (at: number) => at === 1 || at === 2
  const shown = [head, ...lines].map((line) =>
    line
      .map((text, at) => (isNumber(at) ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  const empty = tables.length - full.length
  return [...shown, `and ${empty} tables without rows`].join('\n')
}

/** An error may quote the address. */
function withoutPassword(words: string): string {
  return words
    .replaceAll(/(postgres(?:ql)?:\/\/[^:@/\s]*):[^@\s]*@/g, '$1:…@')
    .replaceAll(/([?&](?:ssl)?password=)[^&\s]*/g, '$1…')
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const words = withoutPassword(error instanceof Error ? error.message : String(error))
  const isPlain = error instanceof CopyRefused || error instanceof ConfigError
  console.error(isPlain ? words : `That did not work: ${words} Run the same command again to continue.`)
  process.exitCode = 1
}
