import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFiguresOf } from '#db/backups/copy-database.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { RATES_KEY, startExchangerateServer } from '#test/fakes/exchangerate-server.ts'

// Set by `npm test`: a program starts in half the time with its code compiled before.
const { NODE_COMPILE_CACHE } = process.env

const DOCTOR = join(import.meta.dirname, '../../../scripts/doctor.ts')

let folder: string

beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'redemption-doctor-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Not `spawnSync`: the fakes of this process must answer meanwhile. */
async function run(settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [DOCTOR], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, DATA_DIR: join(folder, 'data'), ...settings },
  })
  let [out, errors] = ['', '']
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, errors }
}

/** Every file below the folder, with its mode, its content and when it changed. */
function filesIn(dir: string) {
  const names = existsSync(dir) ? readdirSync(dir, { recursive: true, encoding: 'utf8' }) : []
  return names.map((name) => {
    const { mtimeMs, mode } = statSync(join(dir, name))
    return { name, mtimeMs, mode, content: readFileSync(join(dir, name), 'base64') }
  })
}

describeOnEachDatabase('the doctor changes nothing', (open, { location }) => {
  test('in the database and the data folder, whatever it finds', async () => {
    // A failing supplier, files of an earlier version that others can read, and tables that lack a migration.
    const server = await startExchangerateServer()
    const { db } = open()
    await sql`delete from kysely_migration where name > '083'`.execute(db)
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'notes'), 'mine', { mode: 0o644 })
    const at = location()
    const settings: Record<string, string> = at.engine === 'postgres' ? { DATABASE_URL: at.url } : {}
    if (at.engine === 'sqlite') await backup(new DatabaseSync(at.file), join(dataDir, 'shop.db'))
    const seen = async () => ({ files: filesIn(dataDir), figures: await readFiguresOf(at) })
    const before = await seen()
    const { code, out } = await run({
      ...settings,
      EXCHANGERATE_API_BASE: server.url,
      EXCHANGERATE_API_KEY: 'feedfeed',
    })
    await server.close()
    expect(out).toMatch(/^Database +(SQLite|PostgreSQL) +works +The next start changes its tables: \d{3}-/m)
    expect(out).toMatch(/^Exchange rates +exchangerate-api.com +BROKEN/m)
    expect(code).toBe(1)
    expect(await seen()).toEqual(before)
  })
})

test('the doctor makes nothing where there is no shop yet, and names what is missing or misspelt', async () => {
  const { code, out, errors } = await run({ SMTP_PASS: 'x' })
  expect(out).toMatch(/^Database +SQLite +built in +There is none yet: the first start makes it\.$/m)
  expect(errors).toBe('SMTP_PASS is not a setting of the shop: did you mean SMTP_PASSWORD?\n')
  expect({ code, files: readdirSync(folder) }).toEqual({ code: 0, files: [] })
  const lost = await run({ DATABASE_URL: 'postgres://shop:hidden-7@127.0.0.1:1/shop' })
  expect(lost.out).toMatch(
    /^Database +PostgreSQL +BROKEN +The database that DATABASE_URL names cannot be reached\.$/m,
  )
  expect(lost.out + lost.errors).not.toContain('hidden-7')
  expect(lost.code).toBe(1)
})

test('the doctor prints what serves each need, and accepts a shop without suppliers', async () => {
  const key = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' })
  const { code, out } = await run({
    UPDATES_FROM: 'http://127.0.0.1:1/latest',
    UPDATES_PUBLIC_KEY: key.toString('base64'),
  })
  expect(out).toMatch(/^Updates +UPDATES_FROM +asked +The address of UPDATES_FROM cannot be reached/m)
  expect(out).toMatch(/^Needed for +Supplier +State +What was seen$/m)
  expect(out).toMatch(/^Email +Files in the data folder +built in +Emails are written to files/m)
  expect(out).toMatch(/^Payments +Test gateway +built in/m)
  expect(code).toBe(0)
})

test('a failing supplier makes the shop unhealthy, and the doctor does not print its key', async () => {
  const server = await startExchangerateServer()
  try {
    const settings = { EXCHANGERATE_API_BASE: server.url }
    const well = await run({ ...settings, EXCHANGERATE_API_KEY: RATES_KEY })
    expect(well.out).toMatch(/^Exchange rates +exchangerate-api.com +works +4 rates of 2026-11-21/m)
    expect(well.code).toBe(0)
    const ill = await run({ ...settings, EXCHANGERATE_API_KEY: 'feedfeed' })
    expect(ill.out).toMatch(
      /^Exchange rates +exchangerate-api.com +BROKEN +exchangerate-api.com answered 403: the key is not valid$/m,
    )
    expect(ill.out).toContain('One of them is broken.')
    expect(ill.out + ill.errors).not.toContain('feedfeed')
    expect(ill.code).toBe(1)
  } finally {
    await server.close()
  }
})

test('incomplete settings are reported in one sentence, and are unhealthy', async () => {
  const { code, out, errors } = await run({ STRIPE_SECRET_KEY: 'sk_test_1' })
  expect(errors).toBe('STRIPE_PUBLISHABLE_KEY must be set when STRIPE_SECRET_KEY is.\n')
  expect(out).toBe('')
  expect(code).toBe(1)
})
