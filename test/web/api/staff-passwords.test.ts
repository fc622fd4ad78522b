import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

  test('the own address changes with the password: sessions stay, and both addresses get an email', async () => {
    const cookie = await signedIn()
    const change = (email: string, password = ADA.password) =>
      post('/api/staff/change-address', { email, password }, { ...own(), cookie })
    await shop.identity.addMember({ email: 'bob@redemption.example', password: 'works here' })
    expect(await codeOf(await change('lovelace@redemption.example', 'not it'))).toEqual([
      401,
      '/problems/wrong-password',
    ])
    expect(await codeOf(await change('bob@redemption.example'))).toEqual([409, '/problems/taken'])
    expect((await change('no address')).status).toBe(422)
    expect((await change('Lovelace@Redemption.example')).status).toBe(204)
    expect((await get('/api/staff/session', cookie)).status).toBe(200)
    shop.pass(30 * 24 * HOUR_MS) // accounts have the clock of the machine
    while ((await deliverOutbox(shop)) > 0);
    expect(shop.mails.map(({ to }) => to.address).toSorted()).toEqual([
      ADA.email,
      'lovelace@redemption.example',
    ])
    const event = await shop.database.db
      .selectFrom('audit_events')
      .selectAll()
      .where('action', '=', 'email-changed')
      .executeTakeFirstOrThrow()
    expect(event.actor_id).toBe(event.subject_id)
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
