import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readFiguresOf } from '#db/backups/copy-database.ts'
import { openDatabase } from '#db/engine/open-database.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { fillRandomShop } from './random-shop.ts'

// Set by `npm test`: a program starts in half the time with its code compiled before.
const { NODE_COMPILE_CACHE } = process.env

/** Enough to be killed among them. */
const SAMPLES = 40_000
const root = join(import.meta.dirname, '../../..')
const name = `moved_${randomBytes(6).toString('hex')}`
let folder: string
let url: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-db-move-'))
  mkdirSync(join(folder, 'data'))
  const file = join(folder, 'data/shop.db')
  const database = await openDatabase({ engine: 'sqlite', file, synchronous: 'off' })
  await migrate(database)
  await fillRandomShop(database, { seed: 3, orders: 10 })
  await database.close()
  const shop = new DatabaseSync(file)
  shop.exec(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${SAMPLES})
    insert into samples select n, 'p', 1, 0, 1, 1, 1, 0, 1 from numbers`)
  shop.close()
  await asAdmin(`create database ${name} template template0`)
  const address = new URL(inject('postgresUrl'))
  address.pathname = `/${name}`
  url = address.href
})
afterAll(async () => {
  await asAdmin(`drop database ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

async function asAdmin(statement: string) {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function start(words: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'scripts/database/db-move.ts'), ...words], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, ...settings },
  })
  let said = ''
  const ended = once(child, 'close') as Promise<[number | null, string | null]>
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  return { child, ended, said: () => said }
}

async function killedAmongRows(words: string[], settings: Record<string, string>): Promise<void> {
  const { child, ended, said } = start(words, settings)
  await new Promise<void>((resolve) => {
    child.stdout.on('data', () => said().includes('Copying the rows') && resolve())
    child.once('close', () => resolve())
  })
  child.kill('SIGKILL')
  const [, signal] = await ended
  expect({ signal, said: said() }).toEqual({
    signal: 'SIGKILL',
    said: expect.stringContaining('Copying the rows ('),
  })
}

async function run(words: string[], settings: Record<string, string>) {
  const { ended, said } = start(words, settings)
  const [code] = await ended
  return { code, said: said() }
}

test('npm run db:move, killed on the way there and on the way back, brings everything there and back', async () => {
  const here = { DATA_DIR: join(folder, 'data') }
  const before = await readFiguresOf({
    engine: 'sqlite',
    file: join(folder, 'data/shop.db'),
    synchronous: 'off',
  })
  await killedAmongRows(['--to', url], here)
  const there = await run(['--to', url], here)
  expect(there).toMatchObject({ code: 0, said: expect.stringContaining('going on with an earlier run') })
  expect(there.said).toMatch(/^orders +10 +C\$[\d,.]+ +[0-9a-f]{12} +same$/m)
  expect(there.said).toContain('Every row and every sum is the same on both sides.')
  expect(there.said).toContain('Now set DATABASE_URL')
  expect((await run(['--to', url], here)).said).toContain('has tables already')

  // The file that it was moved from is still there.
  const file = join(folder, 'data/shop.db')
  const back = ['--to', file, '--replace']
  const moved = { ...here, DATABASE_URL: url }
  expect(await run(['--to', file], moved)).toEqual({
    code: 1,
    said: `There is already a database ${file}. Use --replace to set it aside.\n`,
  })
  await killedAmongRows(back, moved)
  const returned = await run(back, moved)
  expect(returned).toMatchObject({
    code: 0,
    said: expect.stringContaining('Now remove DATABASE_URL and start the shop.'),
  })
  const [, aside = ''] = /^The database that was there is kept in (.+)\.$/m.exec(returned.said) ?? []
  for (const restored of [file, join(aside, 'shop.db')]) {
    expect(await readFiguresOf({ engine: 'sqlite', file: restored, synchronous: 'off' })).toEqual(before)
  }
})

test.each([
  [[], 'Usage: npm run db:move -- --to postgres://USER@HOST/DATABASE, or --to FILE [--replace]'],
  [['--to', 'mysql://x/y'], 'Usage: npm run db:move'],
  [['--to', 'postgres://127.0.0.1:1/x', '--replace'], 'Usage: npm run db:move'],
  [['--to', 'other.db'], 'The shop is on SQLite already.'],
  [['--to', 'postgres://ada:secret@127.0.0.1:1/x'], 'ECONNREFUSED'],
])('npm run db:move %j is refused in one sentence', async (words, sentence) => {
  const { code, said } = await run(words, { DATA_DIR: join(folder, 'data') })
  expect({ code, said: said.split('\n')[0] }).toEqual({ code: 1, said: expect.stringContaining(sentence) })
  expect(said).not.toContain('secret')
})
