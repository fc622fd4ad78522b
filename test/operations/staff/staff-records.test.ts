import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { ADA, cookieOf, staffBrowser } from '#test/support/staff-browser.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { insertAuditEvent } from '#db/staff/audit-events.ts'
import type { AuditAction } from '#domain/audit/audit.ts'
import { toStaffId } from '#domain/ids.ts'

const DAY_MS = 24 * 3_600_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

describeOnEachDatabase('staff events', (open) => {
  let shop: TestShop
  let served: ServedShop
  let lines: string[]
  const { own, get, post, signIn, signedIn } = staffBrowser(() => served.url)
  const from = { 'x-forwarded-for': '203.0.113.77', 'user-agent': FIREFOX }
  const events = () => open().db.selectFrom('audit_events').selectAll().orderBy('id').execute()
  const kinds = async () => (await events()).map(({ action }) => action)

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    // The accounts of staff go by the system's clock, their mails by the shop's.
    shop = await openTestShop(open(), { start: Date.now() })
    lines = []
    shop.log.info = (message, details) => void lines.push(`${message} ${JSON.stringify(details)}`)
    served = await serveShop(shop)
    await shop.identity.addMember(ADA)
  })
  afterEach(async () => {
    await served.close()
    vi.useRealTimers()
  })

  test('a sign-in is recorded with browser and shortened network, and logged without either', async () => {
    await signIn({ ...ADA, password: 'wears blue' }, from)
    await signIn({ email: 'typed@elsewhere.example', password: 'wears blue' }, from)
    expect(await events()).toMatchObject([
      {
        action: 'sign-in-refused',
        subject_name: ADA.email,
        changes: '[{"field":"Reason","before":null,"after":"wrong-password"}]',
        network: '203.0.113.0/24',
      },
      { action: 'sign-in-refused', actor_id: null, actor_name: '', subject_name: 'an unknown address' },
    ])
    expect(JSON.stringify(await events())).not.toMatch(/typed@|wears blue/)
    await signIn(ADA, from)
    expect((await events()).slice(2)).toMatchObject([
      {
        action: 'signed-in',
        actor_name: ADA.email,
        network: '203.0.113.0/24',
        user_agent: FIREFOX,
        at: Date.now(),
      },
    ])
    const line = lines.at(-1) ?? ''
    expect(line).toMatch(/^A member of staff signed in \{"member":"[\w-]+"\}$/)
    expect(line).not.toMatch(/ada@|203\.0|Firefox/)
  })

  test('an export of customers’ data is recorded before it is sent; a HEAD request is not an export', async () => {
    const cookie = await signedIn()
    for (const file of ['orders', 'messages', 'subscribers', 'gift-cards', 'deliveries']) {
      const answer = await fetch(`${served.url}/api/staff/${file}.csv`, { headers: { ...from, cookie } })
      expect({ status: answer.status, contentType: answer.headers.get('content-type') }).toEqual({
        status: 200,
        contentType: 'text/csv; charset=utf-8',
      })
      await answer.text()
      await fetch(`${served.url}/api/staff/${file}.csv`, { method: 'HEAD', headers: { cookie } })
    }
    expect(await kinds()).toEqual([
      'signed-in',
      'exported-orders',
      'exported-messages',
      'exported-subscribers',
      'exported-gift-cards',
      'exported-deliveries',
    ])
    expect(lines.filter((line) => line.startsWith('Data was exported {"kind":"exported-'))).toHaveLength(5)
    expect((await get('/api/staff/orders.csv')).status).toBe(401)
    expect(await kinds()).toHaveLength(6)
  })

  test('an export that cannot be recorded is refused', async () => {
    const cookie = await signedIn()
    await open().db.schema.alterTable('audit_events').renameTo('audit_events_away').execute()
    const answer = await get('/api/staff/orders.csv', cookie)
    await open().db.schema.alterTable('audit_events_away').renameTo('audit_events').execute()
    expect(answer.status).toBe(500)
    expect(shop.failures.splice(0)).toHaveLength(1)
  })

  test('a member sees the latest ones on the account page', async () => {
    const cookie = cookieOf(await signIn(ADA, from))
    await (await get('/api/staff/orders.csv', cookie)).text()
    const page = await (await get('/admin/account', cookie)).text()
    for (const words of ['Recent sign-ins and exports', 'Signed in', 'Exported orders', 'Firefox on Linux']) {
      expect(page).toContain(words)
    }
    expect(page).toContain('203.0.113.0/24')
  })

  test('a member is mailed about a changed password, whichever way it was changed', async () => {
    const cookie = await signedIn()
    await post(
      '/api/staff/change-password',
      { current: ADA.password, next: 'still red' },
      { ...own(), ...from, cookie },
    )
    const [member] = await shop.identity.listMembers()
    const token = (await shop.identity.createResetToken(toStaffId(member?.id ?? '')))?.token
    await post('/api/staff/reset-password', { token, password: 'redder yet' }, { ...own(), ...from })
    await shop.identity.addMember({ ...ADA, password: 'reddest of all' })
    vi.setSystemTime(Date.now() + 1_000)
    shop.pass(DAY_MS)
    await deliverOutbox(shop)
    await deliverOutbox(shop)
    expect(shop.mails.map(({ to }) => to.address)).toEqual([ADA.email, ADA.email, ADA.email])
    const texts = shop.mails.map(({ text }) => text)
    const changed = texts.find((text) => text.includes('changed on the account page'))
    expect(changed).toContain('Browser: Firefox on Linux')
    expect(changed).toContain('Network: 203.0.113.0/24')
    for (const how of ['with the link from a reset email', "on the shop's server"]) {
      expect(texts.filter((text) => text.includes(how))).toHaveLength(1)
    }
    for (const text of texts) expect(text).not.toMatch(/still red|redder yet|reddest/)
  })

  test('a new address is mailed once to the old and once to the new one', async () => {
    await shop.identity.changeEmail(ADA.email, 'lovelace@redemption.example')
    expect(await kinds()).toEqual(['email-changed'])
    shop.pass(DAY_MS)
    await deliverOutbox(shop)
    await deliverOutbox(shop)
    expect(shop.mails.map(({ to }) => to.address).toSorted()).toEqual([
      ADA.email,
      'lovelace@redemption.example',
    ])
    expect(new Set(shop.mails.map(({ id }) => id)).size).toBe(2)
    for (const { subject, text } of shop.mails) {
      expect(subject).toBe('Your email address for the Redemption staff area was changed')
      expect(text).toContain('Old address: ada@redemption.example')
      expect(text).toContain('New address: lovelace@redemption.example')
    }
  })

  test('a reset mail that was requested before a change of address goes to the new one', async () => {
    await post('/api/staff/request-reset', { email: ADA.email }, { ...own(), ...from })
    await shop.identity.changeEmail(ADA.email, 'lovelace@redemption.example')
    shop.pass(DAY_MS)
    await deliverOutbox(shop)
    const resets = shop.mails.filter(({ subject }) => subject.startsWith('Set a new password'))
    expect(resets.map(({ to }) => to.address)).toEqual(['lovelace@redemption.example'])
  })

  test('a weak password is refused at its field, without a mail', async () => {
    const cookie = await signedIn()
    const answer = await post(
      '/api/staff/change-password',
      { current: ADA.password, next: 'password1' },
      { ...own(), cookie },
    )
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      errors: [{ path: '/next', message: 'This is one of the most common passwords. Choose another.' }],
    })
    expect(await kinds()).toEqual(['signed-in'])
  })

  test('a flood of refused sign-ins is recorded up to a limit', async () => {
    const visit = { address: '203.0.113.7', network: 'at home', device: null, userAgent: '', replaces: null }
    for (let i = 0; i < 60; i += 1)
      await shop.identity.signIn({ email: `a${i}@x.example`, password: 'x' }, visit)
    expect(await kinds()).toHaveLength(50)
  })

  test('sign-ins are deleted after a year, everything else that staff did after seven', async () => {
    const daysAgo = async (days: number, action: AuditAction) => {
      const actor = { id: null, email: '', address: '', userAgent: '' }
      await insertAuditEvent(open().db, { at: shop.now() - days * DAY_MS, action, actor })
    }
    for (const days of [7 * 365 + 1, 366, 364]) {
      await daysAgo(days, 'signed-in')
      await daysAgo(days, 'product-changed')
    }
    await applyRetention(shop)
    expect(await kinds()).toEqual(['product-changed', 'signed-in', 'product-changed'])
  })
})
