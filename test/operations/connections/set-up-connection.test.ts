import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '#config'
import { openShop, type OpenShop } from '#open-shop'
import { cents } from '#domain/money.ts'
import { toOrderId } from '#domain/ids.ts'
import { listConnections } from '#operations/connections/list-connections.ts'
import { readStart } from '#operations/start/read-start.ts'
import { startSmtpFake, type SmtpFake } from '#test/fakes/smtp-fake.ts'
import { StripeServer } from '#test/fakes/stripe-server.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { one, orderFor, place } from '#test/support/buyer.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { hoodie } from '#test/support/test-shop.ts'
import { ADA, signInAda, type Ask } from '#test/support/staff-browser.ts'

const ROOT = join(import.meta.dirname, '../../..')
const ROTATE = join(ROOT, 'scripts/rotate-connections-key.ts')
const SECRET = 'sk_live_abcdefgh4242'
const WEBHOOK = 'whsec_ijklmnop1717'
const STRIPE = {
  supplier: 'stripe',
  values: {
    STRIPE_PUBLISHABLE_KEY: 'pk_live_public',
    STRIPE_SECRET_KEY: SECRET,
    STRIPE_WEBHOOK_SECRET: WEBHOOK,
  },
  password: ADA.password,
}

describeOnEachDatabase('Suppliers that owners set up', (_open, { location }) => {
  let folder: string
  let stripe: StripeServer
  let smtp: SmtpFake
  let first: OpenShop
  let served: ServedShop
  let ask: Ask
  const opened: OpenShop[] = []
  let failures: string[]

  async function start(settings: Record<string, string> = {}): Promise<OpenShop> {
    const at = location()
    const config = readConfig({
      DATA_DIR: folder,
      STRIPE_API_BASE: stripe.base,
      ...(at.engine === 'postgres' && { DATABASE_URL: at.url }),
      ...settings,
    })
    const log = { info() {}, error: (_: string, error: unknown) => void failures.push(String(error)) }
    const shop = await openShop(config, ROOT, log)
    opened.push(shop)
    return shop
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'redemption-set-up-'))
    stripe = new StripeServer()
    await stripe.open()
    smtp = await startSmtpFake({ login: { user: 'shop', password: 'a long password' } })
    failures = []
    first = await start()
    served = await serveShop(first.shop)
    ask = await signInAda(first.shop, served)
  })
  afterEach(async () => {
    await served.close()
    for (const shop of opened.splice(0)) await shop.close()
    await Promise.all([stripe.close(), smtp.stop()])
    rmSync(folder, { recursive: true })
  })

  const put = async (need: string, body: object) => {
    const answer = await ask('PUT', `/api/staff/connections/${need}`, body)
    return { status: answer.status, text: await answer.text() }
  }
  /** On PostgreSQL two shops of one process are told apart from no others. */
  async function tellOthers() {
    const { db } = first.shop.database
    if (location().engine === 'postgres')
      await sql`select pg_notify('redemption_changes', 'another settings')`.execute(db)
  }
  const everything = async () =>
    JSON.stringify([
      await first.shop.database.db.selectFrom('settings').selectAll().execute(),
      await first.shop.database.db.selectFrom('audit_events').selectAll().execute(),
    ])

  test('are tested, encrypted, and used by every process at once, and after a restart', async () => {
    const second = await start()
    expect(first.shop.gateway.isTest).toBe(true)
    const { status, text } = await put('payments', STRIPE)
    expect([status, text]).toEqual([200, expect.stringContaining('Stripe accepts the secret key')])
    expect(first.shop.gateway.name).toBe('stripe')
    await tellOthers()
    await vi.waitFor(() => expect(second.shop.gateway.name).toBe('stripe'), { timeout: 5_000 })
    expect((await start()).shop.gateway.name).toBe('stripe')
    expect((await readStart(first.shop)).payments).toBe(true)
    const stored = await everything()
    expect(stored).toContain('takes-money')
    expect(stored).toContain('connection-set-up')
    const page = await (await ask('GET', '/admin/connections')).text()
    expect(page).toContain('…4242')
    for (const secret of [SECRET, WEBHOOK, SECRET.slice(8)])
      expect(stored + text + page).not.toContain(secret)
    expect(statSync(join(folder, 'connections.key')).mode & 0o777).toBe(0o600)

    const again = { ...STRIPE, values: { STRIPE_PUBLISHABLE_KEY: 'pk_live_public' } }
    expect((await put('payments', again)).status).toBe(200)
    const removed = await ask('POST', '/api/staff/connections/payments/remove', { password: ADA.password })
    expect(removed.status).toBe(204)
    expect(first.shop.gateway.isTest).toBe(true)
    await tellOthers()
    await vi.waitFor(() => expect(second.shop.gateway.isTest).toBe(true), { timeout: 5_000 })
  })

  test('are refused without the password, with wrong values, or when the supplier refuses them', async () => {
    expect((await put('payments', { ...STRIPE, password: 'not it' })).text).toContain('wrong-password')
    const mixed = { ...STRIPE.values, STRIPE_SECRET_KEY: 'sk_test_abcdefgh4242' }
    expect((await put('payments', { ...STRIPE, values: mixed })).text).toContain(
      'Publishable key must be of the same mode, test or live, as Secret key.',
    )
    const badly = { ...STRIPE.values, STRIPE_WEBHOOK_SECRET: 'nonsense' }
    expect(await put('payments', { ...STRIPE, values: badly })).toMatchObject({
      status: 422,
      text: expect.stringContaining('/STRIPE_WEBHOOK_SECRET'),
    })
    stripe.cut(2)
    expect(await put('payments', STRIPE)).toMatchObject({
      status: 409,
      text: expect.stringMatching(/The test failed, and nothing was saved/),
    })
    expect((await put('location', STRIPE)).status).toBe(404)
    expect(await everything()).not.toContain('connection:')
    expect(first.shop.gateway.isTest).toBe(true)
  })

  test('are keys of the same account while a payment there can still be paid', async () => {
    await put('payments', STRIPE)
    const { shop } = first
    const product = await shop.catalog.add(hoodie())
    await place(shop, orderFor([product], [one(product)]))
    expect((await put('payments', STRIPE)).status).toBe(200)
    const payment = shop.database.db.updateTable('payments').set({ intent_id: 'pi_of_another_account' })
    await payment.execute()
    expect(await put('payments', STRIPE)).toMatchObject({
      status: 409,
      text: expect.stringMatching(/payments-open.*waiting for its payment.*another account/),
    })
    await shop.database.db.updateTable('payments').set({ state: 'canceled' }).execute()
    expect((await put('payments', STRIPE)).status).toBe(200)
  })

  test('give way to variables, which the screen names', async () => {
    await put('payments', STRIPE)
    await served.close()
    const other = { STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_SECRET_KEY: 'sk_test_1' }
    const { shop } = await start({ ...other, STRIPE_WEBHOOK_SECRET: 'whsec_1' })
    expect(shop.gateway.cardEntry.settings).toEqual({ publishableKey: 'pk_test_1' })
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
    const page = (await (await ask('GET', '/admin/connections')).text()).replaceAll('<!-- -->', '')
    expect(page).toMatch(/Set on the server by [A-Z_, ]*STRIPE_SECRET_KEY/)
    expect(page).not.toContain('4242')
    expect(await put('payments', STRIPE)).toMatchObject({
      status: 409,
      text: expect.stringContaining('set-by-variable'),
    })
  })

  test('fail like one that is down while their key is wrong or they were changed, and the shop opens', async () => {
    await put('payments', STRIPE)
    const key = readFileSync(join(folder, 'connections.key'))
    const unusable = async (settings = {}) => {
      const { shop } = await start(settings)
      expect(shop.gateway).toMatchObject({ name: 'stripe', isTest: false })
      const created = async () =>
        shop.gateway.createIntent({ orderId: toOrderId('o1'), amount: cents(9_00), idempotencyKey: 'k' })
      await expect(created()).rejects.toMatchObject({
        temporary: true,
        message: expect.stringContaining('cannot be decrypted'),
      })
      expect(failures.splice(0)).toContainEqual(expect.stringContaining('put connections.key back'))
      await vi.waitFor(async () => {
        const listed = (await listConnections(shop)).find(({ need }) => need === 'payments')
        expect(listed?.state?.failure).toContain('enter the keys again')
      })
      await opened.pop()!.close()
    }
    writeFileSync(join(folder, 'connections.key'), `${Buffer.alloc(32, 'x').toString('base64')}\n`)
    await unusable()
    rmSync(join(folder, 'connections.key'))
    await unusable()
    writeFileSync(join(folder, 'connections.key'), key)
    await unusable({ CONNECTIONS_KEY: Buffer.alloc(32, 'y').toString('base64') })
    const { db } = first.shop.database
    const row = db.selectFrom('settings').selectAll().where('name', '=', 'connection:payments')
    const { value } = await row.executeTakeFirstOrThrow()
    const changed = value.replace(
      /"sealed":"(.)/,
      (_, sign: string) => `"sealed":"${sign === 'A' ? 'B' : 'A'}`,
    )
    await db
      .updateTable('settings')
      .set({ value: changed })
      .where('name', '=', 'connection:payments')
      .execute()
    await unusable()
    await db.updateTable('settings').set({ value }).where('name', '=', 'connection:payments').execute()
    const { shop } = await start()
    await expect(shop.gateway.findIntent('pi_none')).resolves.toBe(null)
  })

  test('are encrypted with another key by a command, and used on', async () => {
    await put('payments', STRIPE)
    const former = readFileSync(join(folder, 'connections.key'), 'utf8')
    const at = location()
    const { stdout } = await promisify(execFile)(process.execPath, [ROTATE], {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: folder,
        ...(at.engine === 'postgres' && { DATABASE_URL: at.url }),
      },
    })
    expect(stdout).toContain('A connection is encrypted with the new key.')
    const now = readFileSync(join(folder, 'connections.key'), 'utf8')
    expect(now).not.toContain(former.trim())
    expect(now.trim().split('\n')).toHaveLength(1)
    expect((await start()).shop.gateway.cardEntry.settings).toEqual({ publishableKey: 'pk_live_public' })
    expect(failures).toEqual([])
  })

  test('of email send from then on; a stored password goes to no other server than before', async () => {
    const values = {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(smtp.port),
      SMTP_USER: 'shop',
      SMTP_PASSWORD: 'a long password',
    }
    const mail = { supplier: 'smtp', password: ADA.password }
    expect(await put('mail', { ...mail, values: { ...values, SMTP_PASSWORD: 'wrong' } })).toMatchObject({
      status: 409,
    })
    expect((await put('mail', { ...mail, values })).status).toBe(200)
    expect(smtp.mails.map(({ to }) => to)).toEqual([ADA.email])
    const kept = { ...values, SMTP_PASSWORD: '' }
    expect((await put('mail', { ...mail, values: kept })).status).toBe(200)
    const elsewhere = { ...kept, SMTP_HOST: 'localhost' }
    expect(await put('mail', { ...mail, values: elsewhere })).toMatchObject({
      status: 422,
      text: expect.stringContaining('/SMTP_PASSWORD'),
    })
    expect(smtp.mails).toHaveLength(2)
    expect(first.shop.connections.map(({ need, supplier }) => [need, supplier])).toEqual([['mail', 'SMTP']])
  })
})
