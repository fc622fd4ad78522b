import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROLES, type Role } from '#domain/staff/permissions.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { BuiltInIdentity } from '#providers/identity/built-in-identity.ts'
import { staffPages } from '#test/support/every-route.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { ADA, codeOf, cookieOf, staffBrowser } from '#test/support/staff-browser.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { SoftPasskey } from './soft-passkey.ts'

const SITE = 'http://localhost:3000'
const PAT = { email: 'pat@redemption.example', password: 'wears red', role: 'packer' as const }
const NOBODY = { owner: false, manager: false, packer: false }

describeOnEachDatabase('a required second factor', (open) => {
  let shop: TestShop
  let served: ServedShop
  let ada: string
  const { own, get, send, post, signIn } = staffBrowser(() => served.url)

  beforeEach(async () => {
    shop = await openTestShop(open(), { start: Date.now() })
    shop.identity = new BuiltInIdentity(open(), { publicUrl: SITE, passwordCost: { N: 16, r: 1, p: 1 } })
    served = await serveShop(shop)
    await shop.identity.addMember(ADA)
    await shop.identity.addMember(PAT)
    ada = cookieOf(await signIn(ADA))
  })
  afterEach(() => served.close())

  const as = (cookie: string) => ({ ...own(), cookie })
  const require = (version: number, value: object, cookie = ada) =>
    send('PUT', '/api/staff/second-factor', { version, value }, as(cookie))
  const location = (answer: Response) => answer.headers.get('location')

  /** Gives the member of a session a passkey; the session continues. */
  async function addPasskey(cookie: string): Promise<string[]> {
    const asked = await post('/api/staff/passkeys/begin', { password: ADA.password }, as(cookie))
    const { options } = (await asked.json()) as { options: { challenge: string; rp: { id: string } } }
    const response = new SoftPasskey(SITE).make(options)
    const added = await post('/api/staff/passkeys', { response }, as(`${cookie}; ${cookieOf(asked)}`))
    expect(added.status).toBe(201)
    return ((await added.json()) as { codes: string[] }).codes
  }

  /** The version and the row of a member, as owners see them. */
  async function personOf(email: string) {
    return (await shop.identity.people.list()).find((one) => one.email === email)!
  }
  const reset = async (email: string, cookie = ada) => {
    const { id, version } = await personOf(email)
    return post(`/api/staff/people/${id}/reset-second-factor`, { version }, as(cookie))
  }

  test('limits members who need one and have none to setting one up, on pages and through the API', async () => {
    const before = cookieOf(await signIn(PAT))
    expect((await get('/admin/orders', before)).status).toBe(200)
    expect((await require(0, { ...NOBODY, packer: true })).status).toBe(200)

    const pat = cookieOf(await signIn(PAT))
    for (const cookie of [before, pat]) {
      expect(location(await get('/admin', cookie))).toBe('/admin/set-up')
      for (const { path, access } of staffPages) {
        if (access !== 'staff' || path === '/admin/set-up') continue
        const answer = await get(path.replace(/:\w+/, 'x'), cookie)
        expect({ status: answer.status, to: location(answer) }, path).toEqual({
          status: 303,
          to: '/admin/set-up',
        })
      }
      const refused = await get('/api/staff/packing/carrier.csv', cookie)
      expect(await codeOf(refused)).toEqual([403, '/problems/second-factor-needed'])
      const password = { current: PAT.password, next: 'still red' }
      expect((await post('/api/staff/change-password', password, as(cookie))).status).toBe(403)
    }
    const page = await (await get('/admin/set-up', pat)).text()
    expect(page).toContain('Your role needs a second factor')
    expect(page).not.toContain('href="/admin/orders')

    await addPasskey(pat)
    expect((await get('/admin/orders', pat)).status).toBe(200)
    expect((await get('/admin/orders', before)).status).toBe(303)
    expect((await get('/admin/dashboard', ada)).status).toBe(200)
  })

  test('can be set for owners only by an owner who has one', async () => {
    const refused = await require(0, { ...NOBODY, owner: true })
    expect(await codeOf(refused)).toEqual([409, '/problems/own-first'])
    const codes = await addPasskey(ada)
    expect((await require(0, { ...NOBODY, owner: true })).status).toBe(200)
    expect((await get('/admin/people', ada)).status).toBe(200)

    const waiting = await signIn(ADA)
    expect(waiting.status).toBe(202)
    const code = { code: codes[0] ?? '' }
    const recovered = await post('/api/staff/second-step', code, as(cookieOf(waiting)))
    expect((await get('/admin/people', cookieOf(recovered))).status).toBe(200)
  })

  test('is checked in the same way when an older version is restored, and every change is recorded', async () => {
    await addPasskey(ada)
    await require(0, { ...NOBODY, owner: true })
    await require(1, NOBODY)
    const { passkeys } = (await shop.identity.passkeys.list((await personOf(ADA.email)).id)).reduce(
      (all, one) => ({ passkeys: [...all.passkeys, one.id] }),
      { passkeys: [] as string[] },
    )
    await post(`/api/staff/passkeys/${passkeys[0]}/remove`, { password: ADA.password }, as(ada))
    const undo = (version: number, to: number) =>
      post('/api/staff/second-factor/undo', { version, to }, as(ada))
    expect(await codeOf(await undo(2, 1))).toEqual([409, '/problems/own-first'])
    expect((await undo(1, 0)).status).toBe(409)
    expect((await undo(2, 0)).status).toBe(200)
    const rows = await open()
      .db.selectFrom('audit_events')
      .select(['action', 'changes'])
      .where('action', '=', 'second-factor-required')
      .execute()
    expect(rows).toHaveLength(2)
    expect(rows[0]?.changes).toContain('Owners')
  })

  test('can be set by owners only', async () => {
    const pat = cookieOf(await signIn(PAT))
    expect(await codeOf(await require(0, NOBODY, pat))).toEqual([403, '/problems/not-permitted'])
  })

  test.each(ROLES)('can be set for the role %s alone', async (role: Role) => {
    await addPasskey(ada)
    await require(0, { ...NOBODY, [role]: true })
    for (const other of ROLES) {
      await shop.identity.addMember({ ...PAT, role: other })
      const home = location(await get('/admin', cookieOf(await signIn(PAT))))
      expect(home === '/admin/set-up', other).toBe(other === role)
    }
  })

  test('can be reset by an owner for another member, who is signed out and gets a mail', async () => {
    const pat = cookieOf(await signIn(PAT))
    await addPasskey(pat)
    expect((await signIn(PAT)).status).toBe(202)
    expect(await personOf(PAT.email)).toMatchObject({ hasApp: false, passkeys: 1 })
    expect(await codeOf(await reset(ADA.email, pat))).toEqual([403, '/problems/not-permitted'])
    const done = await reset(PAT.email)
    expect(await done.json()).toMatchObject({ email: PAT.email, passkeys: 0, openSessions: 0 })
    expect((await get('/api/staff/session', pat)).status).toBe(401)
    expect((await signIn(PAT)).status).toBe(200)
    for (const table of ['staff_passkeys', 'staff_recovery_codes', 'staff_two_factors'] as const) {
      expect(await open().db.selectFrom(table).selectAll().execute(), table).toEqual([])
    }
    const entry = open().db.selectFrom('audit_events').where('action', '=', 'second-factor-reset')
    expect(await entry.select(['actor_name', 'subject_name']).execute()).toEqual([
      { actor_name: ADA.email, subject_name: PAT.email },
    ])
    shop.pass(24 * 3_600_000)
    while ((await deliverOutbox(shop)) > 0);
    const mail = shop.mails.find(({ subject }) => subject.startsWith('Two-step verification was reset'))
    expect(mail?.text).toContain(`By: ${ADA.email}`)
    expect(JSON.stringify(mail?.to)).toContain(PAT.email)
  })

  test('cannot be reset for one’s own account, on an older version, or without a member', async () => {
    await addPasskey(ada)
    expect(await codeOf(await reset(ADA.email))).toEqual([409, '/problems/own-account'])
    const { id, version } = await personOf(PAT.email)
    const older = { version: version + 1 }
    const stale = await post(`/api/staff/people/${id}/reset-second-factor`, older, as(ada))
    expect(await codeOf(stale)).toEqual([409, '/problems/changed-meanwhile'])
    const none = await post('/api/staff/people/nobody/reset-second-factor', { version }, as(ada))
    expect(none.status).toBe(404)
  })

  test('stays when a new password ends the other sessions', async () => {
    const elsewhere = cookieOf(await signIn(PAT))
    const pat = cookieOf(await signIn(PAT))
    const body = { current: PAT.password, next: 'still red' }
    expect((await post('/api/staff/change-password', body, as(pat))).status).toBe(204)
    expect((await get('/api/staff/session', elsewhere)).status).toBe(401)
  })
})
