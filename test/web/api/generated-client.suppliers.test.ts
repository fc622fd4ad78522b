import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { one, orderFor, place, deliverWebhooks, PAYS } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { addKey } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

// A client that others generate, and another checker of requests and answers: installed for this test only
// (docs/decisions/2026-11-27-a-client-of-others.md).
const PACKAGES = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  'typescript@5.9.3',
  '@stoplight/prism-cli@5.16.0',
]

/** What an engineer of another company writes. */
const CLIENT = `
import createClient from 'openapi-fetch'
import type { paths } from './shop-api.d.ts'

const [baseUrl = '', key = ''] = process.argv.slice(2)
const shop = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + key } })
function done<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

const numbers: string[] = []
let cursor: string | null = null
do {
  const query: { state: 'to-fulfil'; limit: number; cursor?: string } = { state: 'to-fulfil', limit: 1 }
  if (cursor !== null) query.cursor = cursor
  const page = done(await shop.GET('/api/staff/orders', { params: { query } }))
  numbers.push(...page.orders.map(({ number }) => number))
  cursor = page.next
} while (cursor !== null)

const [product] = done(await shop.GET('/api/staff/stock', { params: { query: {} } })).stock
if (!product) throw new Error('There is no product')
const count = { version: product.version, size: null, before: product.stock, stock: 41 }
const once = { path: { id: product.productId }, header: { 'Idempotency-Key': 'count-1' } }
const counted = done(await shop.PUT('/api/staff/products/{id}/stock', { params: once, body: count }))
const again = done(await shop.PUT('/api/staff/products/{id}/stock', { params: once, body: count }))

const [number = ''] = numbers
const path = { number }
const { version } = done(await shop.GET('/api/staff/orders/{number}', { params: { path } }))
const tracking = { carrier: 'Canada Post', trackingNumber: 'CP 1', trackingLink: '' }
const body = { version, ...tracking }
const sent = done(await shop.POST('/api/staff/orders/{number}/fulfil', { params: { path }, body }))
const { error } = await shop.POST('/api/staff/orders/{number}/fulfil', { params: { path }, body })
const known = { counted: counted.stock, again: again.version === counted.version, fulfilment: sent.fulfilment }
console.log(JSON.stringify({ ...known, numbers, refused: error?.type }))
`

const folder = mkdtempSync(join(tmpdir(), 'redemption-client-'))

beforeAll(() => {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES])
  writeFileSync(join(folder, 'client.ts'), CLIENT)
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(program: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' })
  expect(status, `${program}: ${stdout}${stderr}`).toBe(0)
  return stdout
}

/** The same without stopping this process, which serves the shop. */
async function start(program: string, words: readonly string[]): Promise<string> {
  const child = spawn(program, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => void (said += String(data)))
  const status = await new Promise((resolve) => child.on('close', resolve))
  expect(status, `${program}: ${said}`).toBe(0)
  return said
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describeOnEachDatabase('A client that others generate', (open) => {
  let shop: TestShop
  let served: ServedShop
  let prism: ChildProcess | undefined
  let said = ''

  beforeEach(async () => {
    shop = await openTestShop(open())
    served = await serveShop(shop)
  })
  afterEach(async () => {
    prism?.kill()
    await served.close()
  })

  async function orderedAndPaid(): Promise<string> {
    const [product] = (await shop.catalog.list({ limit: 1, offset: 0 })).products
    if (!product) throw new Error('There is no product')
    const placed = await place(shop, orderFor([product], [one(product, 'M')]))
    await shop.gateway.confirm(placed.clientSecret, PAYS)
    await deliverWebhooks(shop)
    return placed.orderNumber
  }

  test('lists orders, changes stock and fulfils an order with a key, and another checker agrees', async () => {
    await shop.catalog.add(hoodie({ stock: 60 }))
    const first = await orderedAndPaid()
    shop.pass(1_000)
    const second = await orderedAndPaid()
    const key = await addKey(shop, served, [
      'orders.read',
      'orders.fulfil',
      'products.read',
      'products.write',
    ])
    const port = await freePort()
    writeFileSync(join(folder, 'shop-api.json'), await (await fetch(`${served.url}/api/openapi.json`)).text())
    run('npx', ['openapi-typescript', 'shop-api.json', '-o', 'shop-api.d.ts'])
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck']
    const modules = ['--module', 'nodenext', '--target', 'esnext', '--allowImportingTsExtensions']
    run('npx', ['tsc', '--noEmit', ...strict, ...modules, 'client.ts'])

    const words = ['proxy', 'shop-api.json', served.url, '--errors', '-h', '127.0.0.1', '-p', String(port)]
    // Not by npx, which would be stopped alone.
    const program = join(folder, 'node_modules/.bin/prism')
    prism = spawn(program, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [prism.stdout, prism.stderr]) {
      stream?.on('data', (data) => void (said += String(data)))
    }
    await vi.waitFor(() => expect(said).toContain('listening'), { timeout: 120_000 })

    const answered = await start(process.execPath, ['client.ts', `http://127.0.0.1:${port}`, key])
    expect(JSON.parse(answered.split('\n')[0] ?? '')).toEqual({
      numbers: [second, first],
      counted: 41,
      again: true,
      fulfilment: 'fulfilled',
      refused: '/problems/changed-meanwhile',
    })
    expect(said).not.toMatch(/violation/i)
  })
})
