import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, plainTest as test } from '#e2e/support/journey.ts'
import { startShop, STAFF, type RunningShop } from '#e2e/support/running-shop.ts'
import { SECRET_RUNS, uniqueLineOf } from '#e2e/support/secret-settings.ts'
import { startSupplierServer, type SupplierServer } from '#test/fakes/supplier-server.ts'

const ROOT = join(import.meta.dirname, '../..')
const VITE = 'node_modules/vite/bin/vite.js'
const PAGES = ['/', '/shop', '/product/wears-red-hoodie', '/cart', '/checkout', '/contact', '/privacy-policy']
const DOCUMENTS = [
  '/api/openapi.json',
  '/api/rates?from=CAD&to=EUR',
  '/api/location',
  '/feed.xml',
  '/nowhere',
]
const STAFF_PAGES = ['connections', 'dashboard', 'orders', 'overview', 'messages', 'subscribers', 'account']
const NEEDS = ['mail', 'payments', 'rates', 'location', 'catalogue', 'pictures', 'identity']

/** A supplier that fails, and echoes everything it receives. */
function startIndiscreetSupplier(): Promise<SupplierServer> {
  let count = 0
  return startSupplierServer(({ method, url, headers, body }, response) => {
    const all = `${method} ${url} ${JSON.stringify(headers)} ${body.toString()}`
    const words = { message: all, reason: all, type: all, code: all }
    count += 1
    response.writeHead([401, 500, 422][count % 3] ?? 500, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...words, result: 'error', 'error-type': all, error: words }))
  })
}

for (const { what, isOpen, suppliers } of SECRET_RUNS) {
  test(`@desktop no secret is in pages, the API, errors, the log or the database: ${what}`, async () => {
    test.setTimeout(180_000)
    const supplier = await startIndiscreetSupplier()
    const folder = mkdtempSync(join(tmpdir(), 'redemption-secrets-'))
    const secrets: Record<string, string> = Object.assign({}, ...suppliers.map((one) => one.secrets))
    const others = Object.assign({}, ...suppliers.map((one) => one.others?.(supplier.url)))
    const environment: Record<string, string> = { DEMO: isOpen ? 'on' : 'off', ...others, ...secrets }
    const password = secrets['ADMIN_PASSWORD'] ?? STAFF.password
    try {
      const shop = await startShop(join(folder, 'data'), environment)
      const said = await saidBy(shop, isOpen ? password : null)
      if (isOpen) await expect.poll(() => supplier.requests.length).toBeGreaterThan(3)
      await shop.stop()
      said.set('the log', shop.log())
      said.set('the database', readAll(join(folder, 'data'), /^shop\.db/))
      said.set(
        'npm run doctor',
        await run(['scripts/doctor.ts'], { ...environment, DATA_DIR: join(folder, 'data') }),
      )

      for (const [name, secret] of Object.entries(secrets)) {
        const leaks = [...said]
          .filter(([, text]) => text.includes(uniqueLineOf(secret)))
          .map(([where]) => where)
        expect(leaks, name).toEqual([])
      }
    } finally {
      await supplier.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

test('@desktop neither a secret nor the name of its setting is in the browser build', async () => {
  test.setTimeout(180_000)
  const folder = mkdtempSync(join(tmpdir(), 'redemption-secrets-'))
  const suppliers = SECRET_RUNS.flatMap((one) => one.suppliers)
  const secrets: Record<string, string> = Object.assign({}, ...suppliers.map((one) => one.secrets))
  const others = Object.assign({}, ...suppliers.map((one) => one.others?.('http://127.0.0.1:9')))
  await run([VITE, 'build', '--outDir', join(folder, 'client'), '--emptyOutDir'], { ...others, ...secrets })
  const built = readAll(join(folder, 'client'))
  const found = Object.entries(secrets).flatMap(([name, secret]) =>
    [name, uniqueLineOf(secret)].filter((words) => built.includes(words)),
  )
  expect(found).toEqual([])
  rmSync(folder, { recursive: true, force: true })
})

test('@desktop a start that fails does not print a secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redemption-secrets-'))
  const secret = 'Wq83kdPz'
  const starts = [
    { DATABASE_URL: `postgres://shop:${secret}@127.0.0.1:9/shop` },
    { DATABASE_URL: `mysql://shop:${secret}@127.0.0.1/shop` },
    { STRIPE_SECRET_KEY: secret },
    { STRIPE_SECRET_KEY: `sk_test_${secret}` },
    { EXCHANGERATE_API_KEY: `${secret}!` },
    { IPAPI_KEY: `${secret}!` },
  ]
  for (const settings of starts) {
    const said = await run(['e2e/support/built-shop.ts'], { ...settings, DATA_DIR: join(folder, 'data') })
    expect(said).toMatch(/\.\n$/)
    expect(said).not.toContain(secret)
  }
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Every response of the shop: pages, the API, and errors. Without a password, orders and the staff area are left out.
 */
async function saidBy(shop: RunningShop, password: string | null): Promise<Map<string, string>> {
  const said = new Map<string, string>()
  const ask = async (method: string, path: string, body?: object, cookie = '') => {
    const answer = await fetch(shop.url + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: shop.url,
        'x-forwarded-for': '41.58.0.1',
        cookie,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    said.set(`${method} ${path}`, JSON.stringify([...answer.headers]) + text)
    return { answer, text }
  }
  for (const path of [...PAGES, ...DOCUMENTS]) await ask('GET', path, undefined, 'currency=EUR')
  await ask('POST', '/api/contact', {
    name: 'Ada',
    email: 'ada@example.com',
    subject: 'other',
    message: 'Is it open?',
  })
  await ask('POST', '/webhooks/payments', { id: 'evt_1' })
  await ask('POST', '/api/staff/sign-in', { email: STAFF.email, password: 'a wrong password' })
  if (password === null) return said
  const priced = await ask('POST', '/create-payment-intent', orderOf(1))
  const total = Number(/The total is (\d+) cents/.exec(priced.text)?.[1])
  expect((await ask('POST', '/create-payment-intent', orderOf(total))).answer.status).toBeGreaterThan(400)
  const signedIn = await ask('POST', '/api/staff/sign-in', { email: STAFF.email, password })
  expect(signedIn.answer.status).toBe(200)
  const cookie = signedIn.answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  for (const need of NEEDS) await ask('POST', `/api/staff/connections/${need}/try`, {}, cookie)
  for (const name of STAFF_PAGES) await ask('GET', `/admin/${name}`, undefined, cookie)
  return said
}

function orderOf(amount: number) {
  return {
    amount,
    currency: 'cad',
    items: [{ productId: 'wears-red-hoodie', size: 'M', quantity: 1 }],
    customer: {
      name: 'Ada Prairie',
      email: 'ada@example.com',
      phone: '306 555 0142',
      address: '12 Broadway Ave',
      city: 'Saskatoon',
      country: 'CA',
      region: 'Saskatchewan',
      postal: 'S7N 1B4',
    },
  }
}

/** What a program prints. Its supplier is in this process, which must not be blocked meanwhile. */
async function run(words: string[], settings: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, words, { cwd: ROOT, env: { PATH: process.env['PATH'], ...settings } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (said += text.toString()))
  }
  await once(child, 'close')
  return said
}

/** All files of a folder as one text. */
function readAll(folder: string, name = /./): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  const named = files.filter((file) => file.isFile() && name.test(file.name))
  expect(named.length).toBeGreaterThan(0)
  return named.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1')).join('\n')
}
