import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildShop, ROOT } from '#bench/harness/running-shop.ts'
import { startSteadyLoad } from '#bench/harness/load/steady-load.ts'
import { addProducts, openShopDatabase } from '#bench/harness/stocked-database.ts'
import { isHealthy, startShop, type RunningShop } from '#e2e/support/running-shop.ts'
import { callShop, type ShopLine } from '#scripts/deploy/call-shop.ts'
import { examineShop } from '#scripts/deploy/examine-shop.ts'
import { controlPath } from '#web/http/takeover/control-socket.ts'

/** Sockets with a path open late, as on a busy machine: a shop that says it is open must hear deploys by then. */
const BUSY = `--import=data:text/javascript,${encodeURIComponent(`import { Server } from 'node:net'
const { listen } = Server.prototype
Server.prototype.listen = function (...at) {
  if (typeof at[0] === 'string') setTimeout(() => listen.apply(this, at), 200)
  else listen.apply(this, at)
  return this
}`)}`

let folder: string
let shop: RunningShop
let product: { id: string; price: number; size: string }
let port: number
const pids: number[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-over-'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const database = await openShopDatabase(dataDir)
  const [added] = await addProducts(database, { count: 3, stock: 600_000, pictures: [] })
  await database.close()
  if (!added) throw new Error('Nothing is for sale')
  product = { id: added.id, price: added.price, size: 'M' }
  buildShop()
  shop = await startShop(dataDir, { DEMO: 'off', DATABASE_URL: '', NODE_OPTIONS: BUSY })
  port = Number(new URL(shop.url).port)
})

afterEach(async () => {
  for (const pid of pids.splice(0)) process.kill(pid, 'SIGTERM')
  await vi.waitFor(async () => expect(await isHealthy(shop.url)).toBe(false), { timeout: 60_000 })
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

const noNews = () => {}

async function call(): Promise<ShopLine> {
  const line = await callShop(controlPath(join(folder, 'data'), port))
  if (line === null) throw new Error('The shop does not hear deploys')
  return line
}

/** Prepares and switches to the same version, in a new process. Returns the line to the process before. */
async function roll(): Promise<ShopLine> {
  const line = await call()
  const prepared = await line.ask({ kind: 'prepare', folder: ROOT }, noNews)
  if (prepared.kind !== 'prepared') throw new Error(JSON.stringify(prepared))
  expect(await examineShop(prepared.port)).toBeNull()
  expect(await line.ask({ kind: 'switch' }, noNews)).toEqual({ kind: 'serving', pid: prepared.pid })
  pids.push(prepared.pid)
  return line
}

test('a shop whose port is taken says so, and the other one keeps running', async () => {
  const other = join(folder, 'other')
  mkdirSync(other, { mode: 0o700 })
  const taken = startShop(other, { DEMO: 'off', DATABASE_URL: '', PORT: String(port) })
  await expect(taken).rejects.toThrow(`PORT ${port} is taken by another program.`)
  expect(await isHealthy(shop.url)).toBe(true)
  await shop.stop()
})

test('versions take over one after the other, and no request or purchase is lost', async () => {
  const load = startSteadyLoad({ port, requestsPerSecond: 50, product })
  const first = await roll()
  const second = await roll()
  pids.shift() // it ends by itself
  const { failed, requests, purchases } = await load.stop()
  await Promise.all([first.ended, second.ended])
  expect(failed).toEqual([])
  expect(requests).toBeGreaterThan(50)
  expect(purchases).toBeGreaterThan(0)
})

test('a version that does not start changes nothing: the running one reports why and keeps running', async () => {
  const broken = join(folder, 'broken')
  mkdirSync(broken)
  writeFileSync(join(broken, 'package.json'), JSON.stringify({ scripts: { start: 'exit 3' } }))
  const line = await call()
  const answer = await line.ask({ kind: 'prepare', folder: broken }, noNews)
  expect(answer).toEqual({ kind: 'failed', why: 'It ended with 3.' })
  expect(await isHealthy(shop.url)).toBe(true)
  line.hangUp()
  await shop.stop()
})

test('a deploy that is interrupted before the switch stops the version that it started', async () => {
  const line = await call()
  const prepared = await line.ask({ kind: 'prepare', folder: ROOT }, noNews)
  if (prepared.kind !== 'prepared') throw new Error(JSON.stringify(prepared))
  const other = await call()
  expect(await other.ask({ kind: 'prepare', folder: ROOT }, noNews)).toEqual({
    kind: 'failed',
    why: 'Another deploy is under way.',
  })
  other.hangUp()
  line.hangUp()
  await vi.waitFor(() => expect(isAlive(prepared.pid)).toBe(false), { timeout: 60_000 })
  expect(await isHealthy(shop.url)).toBe(true)
  await shop.stop()
})

test('where the versions cannot share the tables, the running one stops first and visitors have to wait', async () => {
  const line = await call()
  const news: string[] = []
  const answer = await line.ask({ kind: 'replace', folder: ROOT }, (words) => news.push(words))
  if (answer.kind !== 'serving') throw new Error(JSON.stringify(answer))
  pids.push(answer.pid)
  expect(news).toEqual(['The running version stops; new visitors wait'])
  expect((await fetch(`${shop.url}/shop`)).status).toBe(200)
  await line.ended
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
