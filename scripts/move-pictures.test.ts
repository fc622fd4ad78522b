import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DiskImages } from '#providers/images/disk-images.ts'
import { masterFile, widthFile } from '#providers/images/picture-files.ts'
import { startS3Server, type S3Server } from '#test/fakes/s3-server.ts'

// Set by `npm test`: a program starts in half the time with its code compiled before.
const { NODE_COMPILE_CACHE } = process.env

const PICTURES = 500
const root = join(import.meta.dirname, '..')

let server: S3Server
let folder: string

beforeAll(async () => {
  server = await startS3Server()
  folder = mkdtempSync(join(tmpdir(), 'redemption-move-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The files of small pictures as the store on disk keeps them, some with a width. */
async function fill(dataDir: string): Promise<void> {
  const place = join(dataDir, 'pictures')
  const write = (file: string, bytes: Buffer) => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
  for (let number = 0; number < PICTURES; number += 1) {
    const background = { r: (number % 25) * 10, g: Math.floor(number / 25) * 12, b: 77 }
    const picture = sharp({ create: { width: 8, height: 10, channels: 3, background } })
    const bytes = await picture.jpeg().toBuffer()
    const key = createHash('sha256').update(bytes).digest('hex').slice(0, 24)
    write(masterFile(place, key, 8, 10, 'jpg'), bytes)
    if (number % 5 === 0) write(widthFile(place, key, 320, 'webp'), await picture.webp().toBuffer())
  }
}

/** Every file of the pictures in a data folder, by its path. */
function filesIn(dataDir: string): Map<string, string> {
  const place = join(dataDir, 'pictures')
  const names = readdirSync(place, { recursive: true }).map(String).sort()
  const files = names.filter((name) => statSync(join(place, name)).isFile())
  return new Map(files.map((name) => [name, readFileSync(join(place, name), 'hex')]))
}

function settings(dataDir: string): Record<string, string> {
  const { accessKeyId, secretAccessKey, region } = server.key
  return {
    DATA_DIR: dataDir,
    S3_BUCKET: server.bucket,
    S3_ENDPOINT: server.url,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

function start(words: string[], env: Record<string, string>): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, [join(root, 'scripts/move-pictures.ts'), ...words], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text))
  return { child, said: () => said }
}

async function run(words: string[], env: Record<string, string>): Promise<{ code: number; said: string }> {
  const { child, said } = start(words, env)
  const [code] = (await once(child, 'close')) as [number]
  return { code, said: said() }
}

/**
 * Kills the command with a signal that it cannot catch. The store falls silent first, long before the command could be
 * done, however fast it is.
 */
async function killAt(arrived: () => number, words: string[], env: Record<string, string>): Promise<void> {
  server.answersLeft = PICTURES / 2
  const { child } = start(words, env)
  await expect.poll(() => server.isSilent && arrived() > 0, { interval: 5, timeout: 30_000 }).toBe(true)
  child.kill('SIGKILL')
  const [, signal] = (await once(child, 'close')) as [null, string]
  expect(signal).toBe('SIGKILL')
  expect(arrived()).toBeLessThan(PICTURES)
  server.answersLeft = Infinity
}

test('500 pictures are moved to S3 and back, with both moves killed half-way, and stay the same byte for byte', async () => {
  const [from, back] = [join(folder, 'from'), join(folder, 'back')]
  await fill(from)
  mkdirSync(back)
  const inBucket = () => [...server.objects.keys()].filter((name) => name.startsWith('masters/')).length
  const away = ['--from', 'disk', '--to', 's3']
  await killAt(inBucket, away, settings(from))
  expect(await run(away, settings(from))).toMatchObject({
    code: 0,
    said: expect.stringMatching(/Done in \d+ s: 500 of 500 images are in s3\./),
  })
  expect(inBucket()).toBe(PICTURES)

  const writes = () => server.requests.filter(({ method }) => method === 'PUT').length
  const before = writes()
  expect((await run(away, settings(from))).said).toContain('0 were copied and compared now')
  expect(writes()).toBe(before)

  const onDisk = () =>
    readdirSync(back, { recursive: true }).filter((name) => String(name).endsWith('master-8x10.jpg')).length
  const home = ['--from', 's3', '--to', 'disk']
  await killAt(onDisk, home, settings(back))
  expect((await run(home, settings(back))).code).toBe(0)
  const images = new DiskImages({ folder: join(back, 'pictures'), workerFile: '' })
  await images.removeUnfinished(Date.now() + 1_000) // as the shop does
  expect(filesIn(back)).toEqual(filesIn(from))
}, 120_000)

describe('what cannot be done is reported in one sentence', () => {
  test.each([
    [[], 'Usage: npm run pictures:move -- --from STORE --to STORE [--settings FILE]'],
    [['--from', 's3', '--to', 's3'], 'Name two different stores.'],
    [['--from', 'disk', '--to', 'tape'], 'There is no store tape: use disk, s3'],
    [['--from', 'disk', '--to', 's3'], 'The settings of s3 are missing: see .env.example.'],
    [['--from', 'disk', '--to', 's3', '--settings', '/none'], 'The file /none cannot be read.'],
  ])('%j', async (words, sentence) => {
    const { code, said } = await run(words, { DATA_DIR: join(folder, 'empty') })
    expect({ code, said: said.split('\n')[0] }).toEqual({ code: 1, said: expect.stringContaining(sentence) })
  })

  test('a store that fails stops the move, which can be continued', async () => {
    await server.disturb({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' })
    const { code, said } = await run(['--from', 's3', '--to', 'disk'], settings(join(folder, 'none')))
    await server.disturb(null)
    expect({ code, said }).toEqual({
      code: 1,
      said: 'S3 answered 403: AccessDenied Run the same command again to continue.\n',
    })
  })

  test('settings of a store that the shop does not use yet can be in a separate file', async () => {
    const file = join(folder, 's3.env')
    const lines = Object.entries(settings('')).map(([name, value]) => `${name}='${value}'`)
    writeFileSync(file, lines.filter((line) => line.startsWith('S3_')).join('\n'))
    const words = ['--from', 'disk', '--to', 's3', '--settings', file]
    expect(await run(words, { DATA_DIR: join(folder, 'new') })).toMatchObject({
      code: 0,
      said: expect.stringMatching(/Done in \d+ s: 0 of 0 images are in s3\./),
    })
  })
})
