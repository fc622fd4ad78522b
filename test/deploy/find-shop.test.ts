import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findShopProcesses } from '#scripts/deploy/find-shop-processes.ts'

const ROOT = join(import.meta.dirname, '../..')
// Set by `npm test`: a program starts in half the time with its code compiled before.
const { NODE_COMPILE_CACHE, PATH } = process.env

let base: string
let running: ChildProcess[]

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'redemption-base-'))
  running = []
})
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  rmSync(base, { recursive: true, force: true })
})

/** Started as systemd does: in `current`, with settings that are not in the shell of the operator. */
async function startVersion(name: string, env: Record<string, string>): Promise<number> {
  const folder = join(base, 'releases', name)
  mkdirSync(join(folder, 'scripts'), { recursive: true })
  writeFileSync(join(folder, 'scripts/start.js'), 'setInterval(() => {}, 1000); console.log(1)')
  const child = spawn(process.execPath, ['scripts/start.js'], { cwd: folder, env })
  running.push(child)
  await once(child.stdout, 'data')
  return child.pid ?? 0
}

/** In a shell that knows nothing of the shop. */
function deploy(settings: Record<string, string> = {}) {
  const args = ['scripts/deploy.ts', '--to', base, '--from', join(base, 'no-sources')]
  const env = { PATH, NODE_COMPILE_CACHE, ...settings }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

test('the shop that runs from a folder is found with its settings and data, and no other process', async () => {
  const dataDir = join(base, 'elsewhere')
  const pid = await startVersion('1-one', { DATA_DIR: dataDir, PORT: '4011', STRIPE_SECRET_KEY: 'sk=1' })
  const settings = { DATA_DIR: dataDir, PORT: '4011', STRIPE_SECRET_KEY: 'sk=1' }
  expect(findShopProcesses(base)).toEqual([{ pid, dataDir, settings }])
  const link = join(base, 'link')
  symlinkSync(base, link)
  expect(findShopProcesses(link)).toHaveLength(1)
  expect(findShopProcesses(join(base, 'releases'))).toEqual([])
})

test('a deploy that cannot reach the running shop ends with 1, and copies nothing', async () => {
  const dataDir = join(base, 'elsewhere')
  mkdirSync(dataDir)
  const pid = await startVersion('1-one', { DATA_DIR: dataDir, PORT: '4011' })
  const { status, said } = deploy({ DATA_DIR: join(base, 'data') })
  expect({ status, said }).toEqual({
    status: 1,
    said: expect.stringContaining(
      `A shop runs as process ${pid}, but its data is in ${dataDir}, not in ${base}/data.`,
    ),
  })
  expect(readdirSync(join(base, 'releases'))).toEqual(['1-one'])
  await startVersion('2-two', { DATA_DIR: dataDir, PORT: '4012' })
  expect(deploy().said).toMatch(
    /^Processes run at the ports 401[12] and 401[12]: say which, such as PORT=401[12]\.$/m,
  )
})

const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0

test.skipIf(!canMount)('a deploy onto a disk that is almost full ends with 1, and copies nothing', () => {
  const tries = `mount -t tmpfs -o size=8m tmpfs ${base} && ${process.execPath} scripts/deploy.ts --to ${base}; ls ${base}`
  const env = { PATH, NODE_COMPILE_CACHE, PORT: '0' }
  const { stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', tries], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  })
  expect({ stdout, stderr }).toEqual({
    stdout: '',
    stderr: `The disk of ${base} is almost full: a version takes 700 MB while it is built, and 8 MB are free.\nThe new version was not put in place.\n`,
  })
})

test('a deploy beside a shop with other settings ends with 1', async () => {
  const other = createServer((_request, response) => response.end('{"status":"open"}'))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  try {
    const args = ['scripts/deploy.ts', '--to', base]
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { PATH, NODE_COMPILE_CACHE, PORT: `${port}` },
    })
    running.push(child)
    let said = ''
    child.stderr.on('data', (text: Buffer) => (said += String(text)))
    const [code] = (await once(child, 'close')) as [number]
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringContaining(`A shop answers at port ${port}, but its data is not in ${base}/data.`),
    })
    expect(readdirSync(base)).toEqual([])
  } finally {
    other.close()
  }
})
