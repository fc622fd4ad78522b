import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#db/migrations/migrate.ts'
import { openDatabase } from '#db/engine/open-database.ts'
import { masterFile } from '#providers/images/picture-files.ts'

// Set by `npm test`: a program starts in half the time with its code compiled before.
const { NODE_COMPILE_CACHE } = process.env

const PICTURES = 200
const root = join(import.meta.dirname, '..')
let folder: string

/** A shop with products that name many pictures. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-backup-'))
  mkdirSync(join(folder, 'data'))
  const file = join(folder, 'data/shop.db')
  const database = await openDatabase({ engine: 'sqlite', file, synchronous: 'off' })
  await migrate(database)
  await database.close()
  const shop = new DatabaseSync(file)
  shop.exec('pragma foreign_keys = off')
  const insert = shop.prepare(
    `insert into order_lines (order_id, position, product_id, name, size, unit_price_cents, quantity, picture_key)
     values ('o', ?, 'p', 'Hoodie', 'M', 100, 1, ?)`,
  )
  shop.exec(
    `insert into products (id, version, name, price_cents, category, description, stock, created_at, updated_at)
     values ('p', 1, 'Hoodie', 100, 'Hoodies', '', 5, 0, 0)`,
  )
  shop.exec(
    `insert into orders (id, number, checkout_id, state, name, email, phone, address, city, region, country, postal, note,
       subtotal_cents, adjustments_cents, total_cents, created_at, updated_at, search_text)
     values ('o', 'R-1', 'c', 'expired', '', '', '', '', '', '', '', '', '', 0, 0, 0, 0, 0, '')`,
  )
  for (let number = 0; number < PICTURES; number += 1) {
    const bytes = randomBytes(500)
    const key = createHash('sha256').update(bytes).digest('hex').slice(0, 24)
    const picture = masterFile(join(folder, 'data/pictures'), key, 8, 10, 'jpg')
    mkdirSync(dirname(picture), { recursive: true })
    writeFileSync(picture, bytes)
    insert.run(number, key)
  }
  shop.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(command: 'backup' | 'restore', words: string[], data = 'data', settings: object = {}) {
  const child = spawn(process.execPath, [join(root, `scripts/${command}.ts`), ...words], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, DATA_DIR: join(folder, data), ...settings },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  return { child, said: () => said }
}

async function run(...words: Parameters<typeof start>): Promise<{ code: number; said: string }> {
  const { child, said } = start(...words)
  const [code] = (await once(child, 'close')) as [number]
  return { code, said: said() }
}

test('a backup that is killed counts as none, and the next one is whole and can be restored', async () => {
  const to = join(folder, 'target')
  const copied = () =>
    readdirSync(to, { recursive: true }).filter((name) => String(name).endsWith('.jpg')).length
  const { child } = start('backup', ['--to', to])
  await expect
    .poll(() => existsSync(to) && copied() > PICTURES / 50, { interval: 5, timeout: 30_000 })
    .toBe(true)
  child.kill('SIGKILL')
  expect(((await once(child, 'close')) as [null, string])[1]).toBe('SIGKILL')
  expect(copied()).toBeLessThan(PICTURES)
  expect(await run('restore', ['--from', to], 'new')).toEqual({
    code: 1,
    said: `There is no complete backup in ${to}.\n`,
  })

  const second = await run('backup', ['--to', to])
  expect(second).toMatchObject({ code: 0, said: expect.stringContaining(`Pictures: ${PICTURES}, of which`) })
  expect(readdirSync(join(to, 'backups'))).toHaveLength(1)
  expect(readdirSync(join(folder, 'data/backup-work'))).toEqual([])

  const restored = await run('restore', ['--from', to], 'new')
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('is back, with all its sums.') })
  expect(readdirSync(join(folder, 'new')).sort()).toEqual(['restoring.json', 'shop.db'])
  const pictures = await run('restore', ['--from', to, '--pictures-only'], 'pictures')
  expect(pictures).toMatchObject({ code: 0, said: expect.stringContaining('the pictures that it lacks') })
  expect(readdirSync(join(folder, 'pictures'))).toEqual(['restoring.json'])
  expect((await run('restore', ['--from', to], 'new')).said).toContain('There is already a shop database.')
}, 120_000)

test.each([
  ['backup', [], 'Usage: npm run backup -- --to FOLDER|s3://BUCKET/PREFIX'],
  ['backup', ['--nonsense'], 'Usage: npm run backup -- --to FOLDER'],
  ['backup', ['--to', '/nowhere', '--job', 'copy-rehearsal'], 'There is no continuous copy in /nowhere.'],
  ['restore', [], 'Usage: npm run restore -- --from FOLDER'],
  [
    'backup',
    ['--to', 's3://my-bucket/shop'],
    'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY must be set',
  ],
  ['backup', ['--to', 'ftp://host/x'], 'ftp://host/x is neither a folder nor an address'],
  ['restore', ['--from', '/nowhere'], 'There is no complete backup in /nowhere.'],
  ['restore', ['--from', '/nowhere', '--backup', '../x'], 'There is no backup ../x in /nowhere.'],
] as const)('%s %j is refused in one sentence', async (command, words, sentence) => {
  const { code, said } = await run(command, [...words], 'new')
  expect({ code, said: said.split('\n')[0] }).toEqual({ code: 1, said: expect.stringContaining(sentence) })
})

test('BACKUP_TO on a disk that is not mounted is neither made nor filled', async () => {
  const place = join(folder, 'disk/shop')
  const settings = { BACKUP_TO: place }
  expect(await run('backup', [], 'data', settings)).toMatchObject({
    code: 1,
    said: expect.stringContaining(`${place} does not exist. Is its disk mounted?`),
  })
  expect(existsSync(join(folder, 'disk'))).toBe(false)
  mkdirSync(place, { recursive: true })
  expect(await run('backup', [], 'data', settings)).toMatchObject({ code: 0 })
  // The mount point of a disk is an empty folder without it.
  rmSync(place, { recursive: true })
  mkdirSync(place)
  expect(await run('backup', ['--job', 'backup', '--lease', 'the shop'], 'data', settings)).toMatchObject({
    code: 1,
    said: expect.stringContaining(`${place} is empty, though backups were stored there.`),
  })
  expect(readdirSync(place)).toEqual([])
  expect(await run('backup', [], 'data', settings)).toMatchObject({ code: 0 })
})
