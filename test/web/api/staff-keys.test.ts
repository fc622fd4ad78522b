import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toStaffId } from '#domain/ids.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { ADA, codeOf, staffBrowser } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const DAY_MS = 24 * 3_600_000
const WANTED = { name: 'Warehouse', permissions: ['products.read', 'products.write'], days: 30 }

describeOnEachDatabase('Keys for programs', (open) => {
  let shop: TestShop
  let served: ServedShop
  let ada: string
  let cookie: string
  const { own, get, post, signedIn } = staffBrowser(() => served.url)

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    shop = await openTestShop(open(), { start: Date.now() })
    served = await serveShop(shop)
    await shop.identity.addMember({ ...ADA, email: 'eve@redemption.example' })
    const added = await shop.identity.addMember(ADA)
    ada = 'member' in added ? added.member.id : ''
    cookie = await signedIn()
  })
  afterEach(async () => {
    await served.close()
    vi.useRealTimers()
  })

  const make = (wanted: object = {}) =>
    post('/api/staff/keys', { ...WANTED, password: ADA.password, ...wanted }, { ...own(), cookie })
  async function made(wanted: object = {}): Promise<{ secret: string; key: { id: string } }> {
    const answer = await make(wanted)
    expect(answer.status).toBe(201)
    return (await answer.json()) as { secret: string; key: { id: string } }
  }
  const ask = (secret: string, path = '/api/staff/products', init: RequestInit = {}) =>
    fetch(served.url + path, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${secret}` },
    })
  const send = (secret: string, method: string, path: string, body: object) =>
    ask(secret, path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  const change = (kind: 'disable' | 'enable' | { role: 'packer' }) =>
    shop.identity.people.change(
      toStaffId(ada),
      typeof kind === 'string' ? { kind } : { kind: 'role', ...kind },
      { version: null, isConfirmed: true, by: null },
    )

  test('a key is shown once, kept as a hash, and told to its maker', async () => {
    const { secret } = await made()
    expect((await ask(secret)).status).toBe(200)
    expect(JSON.stringify(await open().db.selectFrom('staff_keys').selectAll().execute())).not.toContain(
      secret,
    )
    const page = await (await get('/admin/keys', cookie)).text()
    expect(page).toContain(`Warehouse (…${secret.slice(-4)})`)
    expect(page).not.toContain(secret)
    await deliverOutbox(shop)
    const mail = shop.mails.find(({ subject }) => subject.startsWith('A key for programs'))
    expect(mail?.to.address).toBe(ADA.email)
    expect(JSON.stringify(shop.mails)).not.toContain(secret)
  })

  test('the password is asked for again, and only one’s own permissions are given', async () => {
    expect(await codeOf(await make({ password: 'wears blue' }))).toEqual([401, '/problems/wrong-password'])
    for (const permissions of [['staff.manage'], ['account.use'], ['keys.use'], ['everything'], []]) {
      expect((await make({ permissions })).status, String(permissions)).toBe(422)
    }
    await open()
      .db.updateTable('staff_members')
      .set({ role: 'manager' })
      .where('email', '=', ADA.email)
      .execute()
    const refused = await make({ permissions: ['products.read', 'settings.write'] })
    expect(await refused.json()).toMatchObject({ status: 422, errors: [{ path: '/permissions' }] })
    await made({ permissions: ['products.read'] })
  })

  test.each([
    [
      'it is revoked',
      async (id: string) => void (await post(`/api/staff/keys/${id}/revoke`, {}, { ...own(), cookie })),
    ],
    ['it has expired', async () => void vi.setSystemTime(Date.now() + 30 * DAY_MS)],
    ['its maker is disabled', async () => void (await change('disable'))],
    [
      'its maker was disabled and is enabled again',
      async () => {
        await change('disable')
        await change('enable')
      },
    ],
    ['its maker’s account is renewed on the server', async () => void (await shop.identity.addMember(ADA))],
  ])('a key is off at once when %s', async (_when, end) => {
    const { secret, key } = await made()
    expect((await ask(secret)).status).toBe(200)
    await end(key.id)
    const refused = await ask(secret)
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(await codeOf(refused)).toEqual([401, '/problems/wrong-key'])
  })

  test('a key allows nothing that its maker’s role no longer allows', async () => {
    const { secret } = await made({ permissions: ['products.read', 'orders.read'] })
    await change({ role: 'packer' })
    const refused = await ask(secret)
    expect(await refused.json()).toMatchObject({
      type: '/problems/not-permitted',
      title: 'This key, or the role of its maker, does not allow this.',
    })
    expect((await ask(secret, '/api/staff/orders/R-AAAA-AAAA')).status).toBe(404)
  })

  test('members revoke their own keys, owners anyone’s', async () => {
    const { secret, key } = await made()
    await shop.identity.addMember({
      email: 'bob@redemption.example',
      password: 'works here',
      role: 'manager',
    })
    const bob = await shop.identity.signIn(
      { email: 'bob@redemption.example', password: 'works here' },
      { address: '', network: '', device: null, userAgent: '', replaces: null },
    )
    const bobs = bob.kind === 'signed-in' ? `staff=${bob.key}` : ''
    const revoke = (as: string) => post(`/api/staff/keys/${key.id}/revoke`, {}, { ...own(), cookie: as })
    expect((await revoke(bobs)).status).toBe(404)
    expect(await (await get('/admin/keys', bobs)).text()).not.toContain('Warehouse')
    expect((await ask(secret)).status).toBe(200)
    cookie = await signedIn()
    expect((await revoke(cookie)).status).toBe(204)
  })

  test('the audit trail names the key beside its maker', async () => {
    const { secret } = await made()
    const product = await shop.catalog.add(hoodie())
    const stock = { version: product.version, size: null, before: 10, stock: '7' }
    expect((await send(secret, 'PUT', `/api/staff/products/${product.id}/stock`, stock)).status).toBe(200)
    const entries = await open().db.selectFrom('audit_events').selectAll().orderBy('id', 'desc').execute()
    expect(entries[0]).toMatchObject({
      action: 'product-changed',
      actor_name: ADA.email,
      key_name: 'Warehouse',
    })
    expect(entries.find(({ action }) => action === 'key-made')).toMatchObject({ key_name: '' })
    expect(await (await get('/admin/activity', cookie)).text()).toContain(
      `${ADA.email} with the key Warehouse`,
    )
  })

  test('a wrong key is refused even beside a right session, and no key opens a page', async () => {
    const forged = `redemption_${'A'.repeat(43)}`
    for (const secret of ['', 'x', forged, `${forged}A`]) {
      const answer = await ask(secret, '/api/staff/products', { headers: { cookie } })
      expect(answer.status, secret).toBe(401)
    }
    const { secret } = await made()
    expect((await ask(secret, '/admin/dashboard', { redirect: 'manual' })).headers.get('location')).toBe(
      '/admin',
    )
  })

  test('all requests with one key are limited together, and told when to go on', async () => {
    const { secret } = await made()
    for (let i = 0; i < 120; i += 1) expect((await ask(secret)).status).toBe(200)
    const refused = await ask(secret)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await codeOf(refused)).toEqual([429, '/problems/too-many-requests'])
    expect((await ask((await made()).secret)).status).toBe(200)
  })

  test('when a key was last used is shown, to the minute', async () => {
    const { secret } = await made()
    const lastUsed = async () => (await shop.identity.keys.list(null))[0]?.lastUsedAt
    expect(await lastUsed()).toBeNull()
    await ask(secret)
    const first = Date.now()
    vi.setSystemTime(first + 59_000)
    await ask(secret)
    expect(await lastUsed()).toBe(first)
    vi.setSystemTime(first + 60_000)
    await ask(secret)
    expect(await lastUsed()).toBe(first + 60_000)
  })
})
