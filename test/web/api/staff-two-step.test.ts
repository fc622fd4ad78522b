import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { ADA, codeOf, cookieOf, staffBrowser } from '#test/support/staff-browser.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { totp } from '#test/support/totp.ts'

describeOnEachDatabase('two-step verification', (open) => {
  let shop: TestShop
  let served: ServedShop
  const { own, get, post, signIn, signedIn } = staffBrowser(() => served.url)

  beforeEach(async () => {
    shop = await openTestShop(open(), { start: Date.now() })
    served = await serveShop(shop)
    await shop.identity.addMember(ADA)
  })
  afterEach(async () => {
    await served.close()
    vi.useRealTimers()
  })

  const as = (cookie: string) => ({ ...own(), cookie })
  const { password } = ADA
  const actions = async () =>
    (await open().db.selectFrom('audit_events').select('action').orderBy('id').execute()).map(
      ({ action }) => action,
    )
  /** All cookies that an answer sets, as a browser sends them. */
  const cookiesOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')

  /** Turns it on: the secret, the recovery codes, and the new session. */
  async function turnedOn() {
    const before = await signedIn()
    const begun = await post('/api/staff/two-step/begin', { password }, as(before))
    expect(begun.status).toBe(200)
    const { secret, address } = (await begun.json()) as { secret: string; address: string }
    expect(address).toContain('otpauth://totp/')
    const on = await post('/api/staff/two-step/confirm', { code: totp(secret) }, as(before))
    expect(on.status).toBe(200)
    const { codes } = (await on.json()) as { codes: string[] }
    return { secret, codes, before, session: cookieOf(on) }
  }

  /** The cookie of a sign-in whose password was right. */
  async function waiting(): Promise<string> {
    const answer = await signIn(ADA)
    expect(answer.status).toBe(202)
    expect(await answer.json()).toEqual({ needsCode: true, hasApp: true, hasPasskey: false })
    const cookies = cookiesOf(answer)
    expect(cookies).toMatch(/^staff-step=[^;]+$/)
    expect((await get('/api/staff/session', cookies)).status).toBe(401)
    return cookies
  }
  const finish = (cookie: string, code: string) => post('/api/staff/second-step', { code }, as(cookie))

  test('it is on only when a code of the app has confirmed it; this session continues, the others end', async () => {
    const elsewhere = await signedIn()
    const cookie = await signedIn()
    await post('/api/staff/two-step/begin', { password }, as(cookie))
    expect((await signIn(ADA)).status).toBe(200)
    expect(await codeOf(await post('/api/staff/two-step/confirm', { code: '000000' }, as(cookie)))).toEqual([
      401,
      '/problems/wrong-code',
    ])
    const { session, codes } = await turnedOn()
    expect((await get('/api/staff/session', session)).status).toBe(200)
    expect((await get('/api/staff/session', elsewhere)).status).toBe(401)
    expect(codes).toHaveLength(10)
    expect(await (await get('/admin/account', session)).text()).toContain('10 recovery codes are left.')
  })

  test('the password alone signs nobody in; with a code of the app it does, once', async () => {
    const { secret } = await turnedOn()
    const step = await waiting()
    expect(await codeOf(await finish(step, '000000'))).toEqual([401, '/problems/wrong-code'])
    const done = await finish(step, totp(secret))
    expect(done.status).toBe(200)
    expect((await get('/api/staff/session', cookieOf(done))).status).toBe(200)
    expect(await codeOf(await finish(step, totp(secret)))).toEqual([401, '/problems/expired'])
    expect(await codeOf(await finish('staff-step=made-up', totp(secret)))).toEqual([401, '/problems/expired'])
    expect(await actions()).toEqual(expect.arrayContaining(['two-step-on', 'sign-in-refused', 'signed-in']))
  })

  test('a code of the app works once, so that somebody who saw it typed cannot sign in with it too', async () => {
    const { secret } = await turnedOn()
    const code = totp(secret)
    expect((await finish(await waiting(), code)).status).toBe(200)
    const again = await finish(await waiting(), code)
    expect(await again.json()).toMatchObject({
      type: '/problems/used-code',
      title: 'This code was used before. Wait for the next one in your app.',
    })
    const next = totp(secret, Date.now() + 30_000)
    const [step, other] = [await waiting(), await waiting()]
    const both = await Promise.all([
      finish(step, next),
      finish(other, `${next.slice(0, 3)} ${next.slice(3)}`),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('a recovery code works once, however it is typed, and is stored as a hash', async () => {
    const { codes } = await turnedOn()
    const [first = '', second = ''] = codes
    const stored = JSON.stringify([
      await open().db.selectFrom('staff_recovery_codes').selectAll().execute(),
      await open().db.selectFrom('staff_two_factors').selectAll().execute(),
      await open().db.selectFrom('audit_events').selectAll().execute(),
    ])
    for (const code of codes) expect(stored).not.toContain(code)
    expect((await finish(await waiting(), first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect(await codeOf(await finish(await waiting(), first))).toEqual([401, '/problems/wrong-code'])
    const [step, other] = [await waiting(), await waiting()]
    const both = await Promise.all([finish(step, second), finish(other, second)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('five wrong codes end the sign-in; after ten the right one waits a minute, is told so, and then signs in', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { secret } = await turnedOn()
    for (let sign = 0; sign < 2; sign += 1) {
      const step = await waiting()
      for (let i = 0; i < 5; i += 1) expect((await finish(step, '000000')).status).toBe(401)
    }
    const step = await waiting()
    const early = await finish(step, totp(secret))
    expect(early.headers.get('retry-after')).toBe('60')
    expect(await early.json()).toMatchObject({
      type: '/problems/too-many-requests',
      title: 'Too many attempts for this account. Wait 60 seconds, then try again.',
    })
    vi.setSystemTime(Date.now() + 60_000)
    expect((await finish(step, totp(secret))).status).toBe(200)
  })

  test('the sixth code of one sign-in is not checked: the password comes first again', async () => {
    const { secret } = await turnedOn()
    const step = await waiting()
    for (let i = 0; i < 5; i += 1) await finish(step, '000000')
    expect(await codeOf(await finish(step, totp(secret)))).toEqual([401, '/problems/expired'])
    expect((await finish(await waiting(), totp(secret))).status).toBe(200)
  })

  test('a new password voids a sign-in that waits for a code, and does not turn two-step verification off', async () => {
    const { secret } = await turnedOn()
    const step = await waiting()
    await shop.identity.addMember(ADA)
    expect(await codeOf(await finish(step, totp(secret)))).toEqual([401, '/problems/expired'])
    await waiting()
  })

  test('turning it off and making new recovery codes need the password, and are mailed', async () => {
    const { session, codes } = await turnedOn()
    for (const path of ['begin', 'recovery-codes', 'end']) {
      const answer = await post(`/api/staff/two-step/${path}`, { password: 'wears blue' }, as(session))
      expect(await codeOf(answer), path).toEqual([401, '/problems/wrong-password'])
    }
    const renewed = await post('/api/staff/two-step/recovery-codes', { password }, as(session))
    const { codes: next } = (await renewed.json()) as { codes: string[] }
    expect(next).not.toEqual(codes)
    expect((await finish(await waiting(), codes[0] ?? '')).status).toBe(401)
    expect((await post('/api/staff/two-step/end', { password }, as(session))).status).toBe(204)
    expect((await signIn(ADA)).status).toBe(200)
    shop.pass(24 * 3_600_000)
    while ((await deliverOutbox(shop)) > 0);
    expect(shop.mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Two-step verification was turned off for the Redemption staff area',
      'Two-step verification was turned on for the Redemption staff area',
      'You have new recovery codes for the Redemption staff area',
    ])
    for (const { text } of shop.mails)
      for (const code of [...codes, ...next]) expect(text).not.toContain(code)
  })

  test('the operator can reset it for a member who has lost phone and codes', async () => {
    await turnedOn()
    expect(await shop.identity.twoStep.reset('nobody@x.example')).toBeNull()
    expect(await shop.identity.twoStep.reset(ADA.email)).toMatchObject({ email: ADA.email })
    expect((await signIn(ADA)).status).toBe(200)
    expect(await actions()).toContain('second-factor-reset')
  })
})
