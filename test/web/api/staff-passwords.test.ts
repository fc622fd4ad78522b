import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { ADA, codeOf, cookieOf, staffBrowser } from '#test/support/staff-browser.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const HOUR_MS = 3_600_000

describeOnEachDatabase('The passwords of staff', (open) => {
  let shop: TestShop
  let served: ServedShop
  const { own, get, post, signedIn } = staffBrowser(() => served.url)

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    shop = await openTestShop(open())
    served = await serveShop(shop)
    await shop.identity.addMember(ADA)
  })
  afterEach(async () => {
    await served.close()
    vi.useRealTimers()
  })

  async function mailedToken(): Promise<string> {
    shop.pass(1_000)
    await deliverOutbox(shop)
    const token = /\/admin\/reset\?token=(\w+)/.exec(shop.mails.at(-1)?.text ?? '')?.[1]
    if (token === undefined) throw new Error('no mail with a link')
    return token
  }

  test('a forgotten password: the mail has a link that works once and ends all sessions', async () => {
    const cookies = [await signedIn(), await signedIn()]
    const asked = await post('/api/staff/request-reset', { email: ' Ada@Redemption.Example ' })
    expect({ status: asked.status, body: await asked.json() }).toEqual({
      status: 202,
      body: { email: ADA.email },
    })
    const token = await mailedToken()
    expect(shop.mails.at(-1)?.to.address).toBe(ADA.email)

    expect((await get(`/admin/reset?token=${token}`)).status).toBe(200)
    expect((await get(`/admin/reset?token=${token}`)).status).toBe(200)
    expect(await codeOf(await post('/api/staff/reset-password', { token, password: 'short' }))).toEqual([
      422,
      '/problems/invalid-request',
    ])
    expect((await post('/api/staff/reset-password', { token, password: 'still red' })).status).toBe(204)
    for (const cookie of cookies) expect((await get('/api/staff/session', cookie)).status).toBe(401)
    await signedIn('still red')

    expect((await get(`/admin/reset?token=${token}`)).status).toBe(410)
    expect(await codeOf(await post('/api/staff/reset-password', { token, password: 'once more' }))).toEqual([
      410,
      '/problems/invalid-link',
    ])
    await signedIn('still red')
  })

  describe('the own address', () => {
    const NEW = 'lovelace@redemption.example'
    let cookie: string
    const ask = (email: string, password = ADA.password) =>
      post('/api/staff/change-address', { email, password }, { ...own(), cookie })
    const confirm = (token: string) => post('/api/staff/confirm-address', { token })
    const addressOfSession = async () => (await (await get('/api/staff/session', cookie)).json()) as unknown

    beforeEach(async () => {
      cookie = await signedIn()
    })

    /** The tokens of the links mailed to the new address. */
    async function links(): Promise<string[]> {
      shop.pass(30 * 24 * HOUR_MS) // accounts have the clock of the machine
      while ((await deliverOutbox(shop)) > 0);
      return shop.mails.flatMap(
        ({ to, text }) =>
          (to.address === ADA.email ? undefined : /confirm-address\?token=([\w-]+)/.exec(text)?.[1]) ?? [],
      )
    }

    const recorded = async () =>
      (await shop.database.db.selectFrom('audit_events').selectAll().orderBy('id').execute())
        .filter(({ action }) => action.startsWith('email-change'))
        .map(({ action, actor_id, subject_id }) => [action, actor_id !== null && actor_id === subject_id])

    test('counts once the link sent to it is used, once; sessions stay, and both addresses are told', async () => {
      await shop.identity.addMember({ email: 'bob@redemption.example', password: 'works here' })
      expect(await codeOf(await ask(NEW, 'not it'))).toEqual([401, '/problems/wrong-password'])
      expect(await codeOf(await ask('bob@redemption.example'))).toEqual([409, '/problems/taken'])
      expect((await ask('no address')).status).toBe(422)
      expect((await ask('Lovelace@Redemption.example')).status).toBe(202)

      const [token = '', ...others] = await links()
      expect(others).toEqual([])
      expect(shop.mails.map(({ to }) => to.address).toSorted()).toEqual([ADA.email, NEW])
      expect(shop.mails.find(({ to }) => to.address === ADA.email)?.text).not.toContain('confirm-address')
      expect(await addressOfSession()).toEqual({ email: ADA.email })
      await signedIn()
      const stored = await shop.database.db.selectFrom('staff_verifications').selectAll().execute()
      expect(JSON.stringify(stored)).not.toContain(token)

      for (let times = 0; times < 2; times += 1) {
        const page = await get(`/admin/confirm-address?token=${token}`)
        expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(NEW)])
      }
      const answers = await Promise.all([confirm(token), confirm(token)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 410])
      expect(await addressOfSession()).toEqual({ email: NEW })
      expect((await get(`/admin/confirm-address?token=${token}`)).status).toBe(410)

      shop.mails.length = 0
      await links()
      expect(shop.mails.map(({ to }) => to.address).toSorted()).toEqual([ADA.email, NEW])
      for (const { text } of shop.mails) expect(text).toContain('confirmed with the link')
      expect(await recorded()).toEqual([
        ['email-change-asked', true],
        ['email-changed', true],
      ])
      expect(await shop.database.db.selectFrom('staff_verifications').selectAll().execute()).toEqual([])
    })

    test('stays when the link is a day old, asked for again, cancelled, or followed by a new password', async () => {
      const refused = async (token: string) => {
        expect(await codeOf(await confirm(token))).toEqual([410, '/problems/invalid-link'])
        expect(await shop.identity.listMembers()).toMatchObject([{ email: ADA.email }])
      }
      await refused('made-up')
      await ask('other@redemption.example')
      const [first = ''] = await links()
      await ask(NEW)
      const [, second = ''] = await links()
      await refused(first)

      expect((await post('/api/staff/keep-address', {}, { ...own(), cookie })).status).toBe(204)
      await refused(second)
      await links()
      expect(
        shop.mails.filter(({ text }) => text.includes('stays the same')).map(({ to }) => to.address),
      ).toEqual(expect.arrayContaining([ADA.email, NEW]))

      await ask(NEW)
      const third = (await links()).at(-1) ?? ''
      vi.setSystemTime(Date.now() + 24 * HOUR_MS + 1_000)
      await refused(third)

      cookie = await signedIn()
      await ask(NEW)
      const fourth = (await links()).at(-1) ?? ''
      await post(
        '/api/staff/change-password',
        { current: ADA.password, next: 'still red' },
        { ...own(), cookie },
      )
      await refused(fourth)
    })

    test('stays when another account has got it since, or when the account is disabled', async () => {
      await ask(NEW)
      const [token = ''] = await links()
      await shop.identity.addMember({ email: NEW, password: 'works here' })
      expect(await codeOf(await confirm(token))).toEqual([409, '/problems/taken'])

      await ask('third@redemption.example')
      const third = (await links()).at(-1) ?? ''
      await shop.identity.disableMember(ADA.email)
      expect(await codeOf(await confirm(third))).toEqual([410, '/problems/invalid-link'])
    })

    test('is not asked for twice by a mail that is sent twice', async () => {
      await ask(NEW)
      const [token = ''] = await links()
      await shop.database.db.updateTable('outbox').set({ done_at: null }).execute()
      await links()
      expect((await confirm(token)).status).toBe(204)
    })
  })

  test('a link is refused after an hour', async () => {
    await post('/api/staff/request-reset', { email: ADA.email })
    const token = await mailedToken()
    vi.setSystemTime(Date.now() + HOUR_MS + 1_000)
    expect((await get(`/admin/reset?token=${token}`)).status).toBe(410)
    expect((await post('/api/staff/reset-password', { token, password: 'still red' })).status).toBe(410)
    await signedIn()
  })

  test('a reset mail is sent to staff only, and only a few times', async () => {
    const codes: [number, string][] = []
    for (const email of ['ada', 'nobody@redemption.example']) {
      codes.push(await codeOf(await post('/api/staff/request-reset', { email })))
    }
    expect(codes).toEqual([
      [422, '/problems/invalid-email'],
      [401, '/problems/user-not-found'],
    ])
    for (let i = 0; i < 3; i++) {
      expect((await post('/api/staff/request-reset', { email: ADA.email })).status).toBe(202)
    }
    expect((await post('/api/staff/request-reset', { email: ADA.email })).status).toBe(429)
    await deliverOutbox(shop)
    expect(shop.mails).toHaveLength(3)
  })

  test('while the mail server is down the reset mail waits, and its link is new when it is sent', async () => {
    shop.mailIsDown = true
    await post('/api/staff/request-reset', { email: ADA.email })
    await deliverOutbox(shop)
    expect({ mails: shop.mails.length, failures: shop.failures.splice(0).length }).toEqual({
      mails: 0,
      failures: 1,
    })
    vi.setSystemTime(Date.now() + 2 * HOUR_MS)
    shop.pass(2 * HOUR_MS)
    shop.mailIsDown = false
    const token = await mailedToken()
    expect((await post('/api/staff/reset-password', { token, password: 'still red' })).status).toBe(204)
  })

  test('staff change their password; other sessions end and this one continues', async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()]
    const change = (body: object) => post('/api/staff/change-password', body, { ...own(), cookie: here })
    expect(await codeOf(await change({ current: 'wears blue', next: 'still red' }))).toEqual([
      401,
      '/problems/wrong-password',
    ])
    expect((await change({ current: ADA.password, next: 'short' })).status).toBe(422)
    const changed = await change({ current: ADA.password, next: 'still red' })
    expect(changed.status).toBe(204)
    expect((await get('/api/staff/session', cookieOf(changed))).status).toBe(200)
    for (const cookie of [here, elsewhere]) expect((await get('/api/staff/session', cookie)).status).toBe(401)
    await signedIn('still red')
  })
})
