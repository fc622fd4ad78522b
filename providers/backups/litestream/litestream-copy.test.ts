import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { generateX25519Identity } from 'age-encryption'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recipientOf } from '#providers/backups/age-seal.ts'
import { chooseBackups, type S3Access } from '#providers/backups/backup-settings.ts'
import { findLitestream } from './litestream-binary.ts'
import { LitestreamCopy } from './litestream-copy.ts'
import { litestreamSetup } from './litestream-config.ts'
import { readMetrics } from './litestream-metrics.ts'
import { findLitestreamCopy } from './litestream-source.ts'

const INTERVALS = { lookMs: 20, storeMs: 20 }

let folder: string
let file: string
let place: string
let shop: DatabaseSync
let copies: LitestreamCopy[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-continuous-'))
  file = join(folder, 'shop.db')
  place = join(folder, 'place')
  mkdirSync(place)
  copies = []
  shop = new DatabaseSync(file, { timeout: 5_000 })
  shop.exec(
    'pragma journal_mode = wal; create table sold (id integer primary key); create table nudges (id integer primary key)',
  )
})
afterEach(async () => {
  if (shop.isOpen) shop.close()
  for (const copy of copies) await copy.stop()
  rmSync(folder, { recursive: true, force: true })
})

const nudge = async () => shop.exec('insert into nudges default values')

function start(
  recipient: string | null = null,
  faults: string[] = [],
  change: () => Promise<void> = nudge,
  program = findLitestream(),
): LitestreamCopy {
  const copy = new LitestreamCopy({
    file,
    folder: join(folder, 'beside'),
    settings: { place, s3: null, recipient },
    now: Date.now,
    onFault: (words) => void faults.push(words),
    nudge: change,
    program,
    intervals: INTERVALS,
    pollIntervalMs: 10,
  })
  copies.push(copy)
  copy.start()
  return copy
}

async function untilStored(copy: LitestreamCopy): Promise<void> {
  const sold = Date.now()
  await vi.waitFor(
    () => {
      const state = copy.state()
      expect(state.kind === 'copying' && state.storedTo > sold).toBe(true)
    },
    { timeout: 60_000, interval: 10 },
  )
}

async function restoredIds(keyFile: string | null = null): Promise<number[]> {
  const source = await findLitestreamCopy({ place, s3: null }, keyFile)
  const to = join(folder, 'restored.db')
  await source?.restoreTo(to, () => {})
  const restored = new DatabaseSync(to)
  const ids = restored.prepare('select id from sold order by id').all()
  restored.close()
  rmSync(to)
  return ids.map(({ id }) => Number(id))
}

test('every sale that was reported as copied survives the loss of disk and process', async () => {
  const copy = start()
  for (let id = 1; id <= 3; id += 1) {
    shop.exec(`insert into sold values (${id})`)
    await untilStored(copy)
    expect((await restoredIds()).at(-1)).toBe(id)
  }
})

test('the last sale is copied when the shop stops', async () => {
  const copy = start()
  await untilStored(copy)
  shop.exec('insert into sold values (7)')
  shop.close()
  await copy.stop()
  expect(await restoredIds()).toEqual([7])
})

test('Litestream is started again when its process is killed, even while nothing is sold', async () => {
  const faults: string[] = []
  const [program, pid] = [join(folder, 'litestream'), join(folder, 'pid')]
  writeFileSync(program, `#!/bin/sh\necho $$ >"${pid}"\nexec "${findLitestream()}" "$@"\n`, { mode: 0o755 })
  const copy = start(null, faults, nudge, program)
  await untilStored(copy)
  process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL')
  await vi.waitFor(() => expect(faults).toHaveLength(1), { timeout: 60_000 })
  await untilStored(copy)
  shop.exec('insert into sold values (1)')
  await untilStored(copy)
  expect(await restoredIds()).toEqual([1])
})

test('a change that Litestream did not notice is repeated', async () => {
  const before = start()
  await untilStored(before)
  await before.stop()
  let changes = 0
  const copy = start(null, [], async () => {
    changes += 1
    if (changes > 1) await nudge()
  })
  await untilStored(copy)
  expect(changes).toBe(2)
})

test('one process at a time copies a database', async () => {
  const first = start()
  await untilStored(first)
  const second = start()
  await vi.waitFor(() => expect(second.state()).toEqual({ kind: 'other-process' }), { timeout: 60_000 })
  await first.stop()
  await untilStored(second)
})

test('a copy is encrypted for the holder of the key, even after a restart, and cannot be read with another key', async () => {
  const keyOf = async (name: string) => {
    const key = join(folder, name)
    writeFileSync(key, `${await generateX25519Identity()}\n`)
    return key
  }
  const [key, other] = [await keyOf('key'), await keyOf('other')]
  const recipient = await recipientOf(key)
  const first = start(recipient)
  shop.exec('insert into sold values (1)')
  await untilStored(first)
  await first.stop()
  shop.exec('insert into sold values (2)')
  await untilStored(start(recipient))
  expect(await restoredIds(key)).toEqual([1, 2])
  await expect(restoredIds(other)).rejects.toThrow('encrypted with another key')
  await expect(restoredIds()).rejects.toThrow('encrypted with another key')
})

test('a place that cannot be written to fails with a message from Litestream', async () => {
  rmSync(place, { recursive: true })
  writeFileSync(place, 'a file')
  let time = 0
  const copy = new LitestreamCopy({
    file,
    folder: join(folder, 'beside'),
    settings: { place, s3: null, recipient: null },
    now: () => time,
    onFault: () => {},
    nudge,
    intervals: INTERVALS,
    pollIntervalMs: 10,
  })
  copies.push(copy)
  copy.start()
  expect(copy.state()).toEqual({ kind: 'starting' })
  time = 31_000
  await vi.waitFor(
    () =>
      expect(copy.state()).toMatchObject({
        kind: 'failing',
        words: expect.stringContaining('not a directory'),
      }),
    { timeout: 60_000 },
  )
})

test('a program that cannot be started fails with its message, and no file contains the keys of a bucket', async () => {
  let time = 0
  const s3: S3Access = {
    accessKeyId: 'AKIA-OF-THE-SHOP',
    secretAccessKey: 'the secret of the bucket',
    region: 'ca-central-1',
    addressOf: (bucket) => `https://${bucket}.s3.ca-central-1.amazonaws.com`,
  }
  const copy = new LitestreamCopy({
    file,
    folder: join(folder, 'beside'),
    settings: { place: 's3://my-bucket/shop', s3, recipient: null },
    now: () => time,
    onFault: () => {},
    nudge,
    program: join(folder, 'nothing'),
    pollIntervalMs: 10,
  })
  copies.push(copy)
  copy.start()
  time = 31_000
  await vi.waitFor(
    () => expect(copy.state()).toMatchObject({ words: expect.stringContaining('not found') }),
    {
      timeout: 60_000,
    },
  )
  const written = readFileSync(join(folder, 'beside/litestream.json'), 'utf8')
  expect(written).not.toMatch(/AKIA|secret of/)
})

test('a bucket is named as Litestream expects it, at Amazon and at another host', () => {
  const bucketOf = (settings: Record<string, string>) => {
    const keys = { BACKUP_S3_ACCESS_KEY_ID: 'id', BACKUP_S3_SECRET_ACCESS_KEY: 'key', ...settings }
    const chosen = chooseBackups({ BACKUP_TO: 's3://my-bucket/shop', ...keys }, {})
    if ('fault' in chosen || chosen.place === null) throw new Error('No place')
    const options = { file: '/data/shop.db', folder: '/data/continuous', port: 1 }
    const { config, secrets } = litestreamSetup({ ...chosen, place: chosen.place }, options)
    expect(secrets).toEqual({ LITESTREAM_ACCESS_KEY_ID: 'id', LITESTREAM_SECRET_ACCESS_KEY: 'key' })
    return (JSON.parse(config) as { dbs: { replicas: unknown[] }[] }).dbs[0]?.replicas[0]
  }
  expect(bucketOf({ BACKUP_S3_REGION: 'ca-central-1' })).toMatchObject({
    type: 's3',
    bucket: 'my-bucket',
    path: 'shop/continuous',
    endpoint: 'https://s3.ca-central-1.amazonaws.com',
    'force-path-style': false,
  })
  expect(bucketOf({ BACKUP_S3_ENDPOINT: 'https://minio.example:9000' })).toMatchObject({
    region: 'us-east-1',
    endpoint: 'https://minio.example:9000',
    'force-path-style': true,
  })
})

test('reads without an error count, and a copy that has not begun has no position', () => {
  const text = `# HELP litestream_sync_count Number of sync operations performed
litestream_sync_count{db="/data/shop.db"} 12
litestream_sync_error_count{db="/data/shop.db"} 2
litestream_shadow_wal_index{db="/data/shop.db"} 3
litestream_shadow_wal_size{db="/data/shop.db"} 1.2965672e+07
`
  expect(readMetrics(text, 5)).toEqual({
    at: 5,
    reads: 10,
    read: { index: 3, offset: 12_965_672 },
    stored: null,
  })
})

test('a place whose disk is not mounted is not written to, and copying begins once it is back', async () => {
  const disk = join(folder, 'disk')
  renameSync(place, disk)
  const faults: string[] = []
  const copy = start(null, faults)
  await vi.waitFor(() =>
    expect(faults[0]).toBe(
      `${place} does not exist. Is its disk mounted? For a new place, make the folder first.`,
    ),
  )
  expect(existsSync(place)).toBe(false)
  renameSync(disk, place)
  await untilStored(copy)
  await copy.stop()
  renameSync(place, disk)
  mkdirSync(place)
  start(null, faults)
  await vi.waitFor(() =>
    expect(faults.at(-1)).toContain(`${place} is empty, though backups were stored there.`),
  )
  expect(readdirSync(place)).toEqual([])
})
