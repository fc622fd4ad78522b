import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type ClientHttp2Session } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { CARD, CUSTOMER } from '#scripts/robots/robot-buyer.ts'
import { startSteadyLoad } from '#bench/harness/load/steady-load.ts'
import { buildShop } from '#bench/harness/running-shop.ts'
import { addProducts, openShopDatabase } from '#bench/harness/stocked-database.ts'
import { addDrop } from '#bench/harness/stocked-drop.ts'
import { openDatabase } from '#db/engine/open-database.ts'
import type { Product } from '#domain/catalog/product.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { cents } from '#domain/money.ts'
import { freePort, startShop, type RunningShop } from '#e2e/support/running-shop.ts'
import { notifySystemd } from '#web/http/takeover/notify-systemd.ts'
import { selfSignedCertificate } from '#test/fakes/self-signed-certificate.ts'

/** Debian's nginx and Caddy, with the files of deploy/ unchanged except for ports and certificate. */
const DEPLOY = join(import.meta.dirname, '../../deploy')
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8')

/** A drop whose waiting room is open. */
const DROP = {
  units: 6,
  soldFrom: Date.now() + 20 * 60_000,
  room: { opensMinutes: 30, turnMinutes: 10, turns: 10, perMinute: 60 },
}
const ROOM = '/api/drops/bench/room'

const { cert, key } = selfSignedCertificate()
let folder: string
let shop: RunningShop
let product: Product
let web: ChildProcess | null = null

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-web-'))
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const database = await openShopDatabase(dataDir)
  const [added] = await addProducts(database, { count: 1, stock: 100, pictures: [] })
  await addDrop(database, DROP)
  await database.close()
  if (!added) throw new Error('Nothing is for sale')
  product = added
  buildShop()
  shop = await startShop(dataDir, { TRUSTED_PROXIES: '1', DEMO: 'off', DATABASE_URL: '' })
}, 180_000)

afterAll(async () => {
  await shop.stop()
  rmSync(folder, { recursive: true, force: true })
})

afterEach(async () => {
  if (web === null) return
  const ended = new Promise((resolve) => web?.once('exit', resolve))
  web.kill('SIGTERM')
  await ended
  web = null
})

const shopPort = () => new URL(shop.url).port

async function startNginx(change = (site: string) => site): Promise<string> {
  const port = await freePort()
  const site = change(read('nginx.conf'))
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${shopPort()}`)
    .replaceAll(/ *listen \[::\].*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace(/\/etc\/letsencrypt\S+fullchain.pem/, join(folder, 'cert.pem'))
    .replace(/\/etc\/letsencrypt\S+privkey.pem/, join(folder, 'key.pem'))
    .replaceAll('/var/log/nginx', folder)
    .replace('/var/lib/nginx', folder)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  const logs = 'access_log off; error_log stderr;'
  // Its folders are of this account, which its workers of another could not read.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const main = `${user}\npid ${join(folder, 'nginx.pid')};\nevents {}\nhttp {\n${logs}\n${temporary}\n${site}\n}\n`
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, main)
  execFileSync('/usr/sbin/nginx', ['-t', '-q', '-c', file], { stdio: 'pipe' })
  web = spawn('/usr/sbin/nginx', ['-c', file, '-g', 'daemon off;'], { stdio: 'ignore' })
  return `https://localhost:${port}`
}

async function startCaddy(): Promise<string> {
  const port = await freePort()
  const site = read('Caddyfile')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${shopPort()}`)
    .replace(
      'shop.example {',
      `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`,
    )
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  web = spawn('/usr/bin/caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' })
  return `https://localhost:${port}`
}

/** A browser's connection: HTTP/2 over TLS. */
class Visitor {
  readonly #session: ClientHttp2Session

  constructor(url: string) {
    this.#session = connect(url, { ca: cert })
    this.#session.on('error', () => {})
  }

  async ask(path: string, { body, headers = {} }: { body?: string | Buffer; headers?: object } = {}) {
    const request = this.#session.request({
      ':path': path,
      ':method': body === undefined ? 'GET' : 'POST',
      'content-type': 'application/json',
      ...headers,
    })
    request.end(body)
    return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
      (resolve, reject) => {
        let [text, answered] = ['', {} as Record<string, unknown>]
        request.on('response', (received) => (answered = received))
        request.on('data', (bytes: Buffer) => (text += String(bytes)))
        request.on('error', reject)
        request.on('end', () => resolve({ status: Number(answered[':status']), headers: answered, text }))
      },
    )
  }

  async post(path: string, body: object) {
    const { status, text } = await this.ask(path, { body: JSON.stringify(body) })
    expect({ path, status, text }).toMatchObject({ status: 200 })
    return JSON.parse(text) as Record<string, string>
  }

  leave() {
    this.#session.close()
  }
}

async function untilReady(url: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = new Visitor(url)
      expect((await waiting.ask('/ready')).status).toBe(200)
      waiting.leave()
    },
    { timeout: 30_000, interval: 100 },
  )
}

describe.each([
  ['nginx', startNginx],
  ['Caddy', startCaddy],
])('behind %s', (_name, start) => {
  let visitor: Visitor

  beforeEach(async () => {
    const url = await start()
    await untilReady(url)
    visitor = new Visitor(url)
  })
  afterEach(() => visitor.leave())

  test('a visitor buys over HTTP/2', async () => {
    const { total: amount } = priceCart([{ price: cents(product.price), quantity: 1 }], {
      destination: null,
      tariff: TARIFF,
    })
    const items = [{ productId: product.id, size: 'M', quantity: 1 }]
    const order = { amount, currency: 'cad', items, customer: CUSTOMER }
    const { clientSecret } = await visitor.post('/create-payment-intent', order)
    await visitor.post('/test-gateway/confirm', { clientSecret, card: CARD })
    expect(await visitor.post('/api/checkout/settle', { clientSecret })).toMatchObject({ state: 'paid' })
  })

  test('pages arrive compressed by the shop, with its headers and its request id', async () => {
    const page = await visitor.ask('/shop', { headers: { 'accept-encoding': 'br' } })
    expect(page.status).toBe(200)
    expect(page.headers['content-encoding']).toBe('br')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    const { headers } = await visitor.ask('/api/products?q=none', {
      headers: { 'x-request-id': 'forged-by-visitor' },
    })
    expect(headers['x-request-id']).toMatch(/^[\w-]{20,}$/)
    expect(headers['x-request-id']).not.toBe('forged-by-visitor')
  })

  test('metrics are not shown', async () => {
    expect((await visitor.ask('/metrics')).status).toBe(404)
  })
})

test('nginx logs who asked for which page, without the keys of links in emails', async () => {
  const url = await startNginx()
  const log = () => readFileSync(join(folder, 'redemption.log'), 'utf8')
  await vi.waitFor(
    async () => {
      const visitor = new Visitor(url)
      await visitor.ask('/order/R-0000-0000?key=of-a-link', {
        headers: { referer: `${url}/pay/x?key=of-another` },
      })
      visitor.leave()
      expect(log()).toMatch(/^127\.0\.0\.1 - - \[.*\] "GET \/order\/R-0000-0000 HTTP\/2\.0" 404 /m)
    },
    { timeout: 30_000, interval: 100 },
  )
  expect(log()).not.toMatch(/of-a/)
})

test('nginx answers those who wait for a drop: of a thousand polls in two seconds the shop answers a few', async () => {
  const url = await startNginx()
  await untilReady(url)
  const visitors = Array.from({ length: 10 }, () => new Visitor(url))
  const started = performance.now()
  const answers = await Promise.all(
    visitors.flatMap((visitor) => Array.from({ length: 100 }, () => visitor.ask(ROOM))),
  )
  const seconds = (performance.now() - started) / 1_000
  for (const visitor of visitors) visitor.leave()
  for (const { status, headers } of answers)
    expect({ status, kept: headers['cache-control'] }).toEqual({ status: 200, kept: 'public, max-age=2' })
  const answeredByShop = new Set(answers.map(({ text }) => (JSON.parse(text) as { now: number }).now))
  expect(answeredByShop.size).toBeLessThanOrEqual(1 + Math.ceil(seconds / 2))
})

test('two processes on PostgreSQL are restarted in turn behind nginx, and no request or purchase is lost', async () => {
  const url = inject('postgresUrl').replace(/postgres$/, 'two_processes')
  const admin = await openDatabase({ engine: 'postgres', url: inject('postgresUrl') })
  await sql`create database two_processes`.execute(admin.db)
  await admin.close()
  const dataDir = join(folder, 'two')
  mkdirSync(dataDir, { mode: 0o700 })
  const database = await openShopDatabase(dataDir, url)
  const [sold] = await addProducts(database, { count: 1, stock: 600_000, pictures: [] })
  await addDrop(database, DROP)
  await database.close()
  const start = (port: string) =>
    startShop(dataDir, { TRUSTED_PROXIES: '1', DEMO: 'off', DATABASE_URL: url, PORT: port })
  const ports = [String(await freePort()), String(await freePort())]
  const shops = await Promise.all(ports.map(start))
  const server = (_line: string, options: string) =>
    ports.map((port) => `server 127.0.0.1:${port}${options}`).join('\n')
  const address = await startNginx((site) =>
    site.replace(/ *server 127.0.0.1:3000(.*;)/, server).replace('listen 443 ssl http2', 'listen 443 '),
  )
  const port = Number(new URL(address).port)
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/shop`)).status).toBe(200))
  const product = { id: sold?.id ?? '', price: sold?.price ?? 0, size: 'M' }
  const load = startSteadyLoad({ port, requestsPerSecond: 50, product })
  const waiting = waitInRoom(port)
  for (const at of [0, 1, 0, 1]) {
    await shops[at]?.stop()
    shops[at] = await start(ports[at] ?? '')
  }
  const { failed, requests, purchases } = await load.stop()
  const { numbers, refused } = await waiting.stop()
  for (const shop of shops) await shop.stop()
  expect(failed).toEqual([])
  expect(requests).toBeGreaterThan(50)
  expect(purchases).toBeGreaterThan(0)
  expect(refused).toEqual([])
  expect(numbers.length).toBeGreaterThan(10)
  expect(new Set(numbers).size).toBe(numbers.length)
})

/** Visitors who enter the waiting room of the drop one after the other, each asking how far it is. */
function waitInRoom(port: number) {
  const url = `http://127.0.0.1:${port}`
  const report = { numbers: [] as number[], refused: [] as number[] }
  const over = new AbortController()
  async function enter(): Promise<void> {
    while (!over.signal.aborted) {
      const form = {
        method: 'POST',
        body: new URLSearchParams({ drop: 'bench' }),
        redirect: 'manual',
      } as const
      const joined = await fetch(`${url}/api/drops/join`, form)
      const polled = await fetch(url + ROOM)
      await polled.text()
      for (const { status } of [joined, polled]) if (status >= 400) report.refused.push(status)
      const [, number] = /place-[^=]+=(\d+)/.exec(joined.headers.get('set-cookie') ?? '') ?? []
      if (number !== undefined) report.numbers.push(Number(number))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const entered = enter()
  return {
    async stop() {
      over.abort()
      await entered
      return report
    },
  }
}

describe('systemd', () => {
  test('learns when the shop can sell, and which process it is', async () => {
    const address = join(folder, 'notify')
    // Node has no Unix datagram sockets.
    const listening = `import socket
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.bind("${address}"); print("bound", flush=True)
said = b""
while b"BARRIER" not in said: said += s.recv(4096)
print(said.decode(), flush=True)`
    const listener = spawn('python3', ['-c', listening], { stdio: ['ignore', 'pipe', 'inherit'] })
    let received = ''
    listener.stdout.on('data', (text: Buffer) => (received += String(text)))
    await vi.waitFor(() => expect(received).toContain('bound'), { timeout: 30_000 })
    expect(await notifySystemd({ ...process.env, NOTIFY_SOCKET: address }, process.pid)).toBeNull()
    await vi.waitFor(() => expect(received).toContain(`MAINPID=${process.pid}`), { timeout: 30_000 })
    expect(received).toContain('READY=1')
  })

  test('accepts the unit file without warnings, and rates it as safe', () => {
    const file = join(folder, 'redemption.service')
    writeFileSync(
      file,
      read('redemption.service').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`),
    )
    writeFileSync(join(folder, 'redemption.socket'), read('redemption.socket'))
    execFileSync('systemd-analyze', ['verify', file, join(folder, 'redemption.socket')], { stdio: 'pipe' })
    // Fails when the exposure is above 2.0 of 10.
    execFileSync('systemd-analyze', ['security', '--offline=yes', '--threshold=20', file], { stdio: 'pipe' })
  })
})
