import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readablePage } from '#test/support/readable-page.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { ADA, codeOf, cookieOf, staffBrowser } from '#test/support/staff-browser.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { toStaffId } from '#domain/ids.ts'

const HOUR_MS = 3_600_000

describeOnEachDatabase('Signing in and out as staff', (open) => {
  let shop: TestShop
  let served: ServedShop
  let memberId: string
  const { own, get, post, signIn, signedIn } = staffBrowser(() => served.url)

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    shop = await openTestShop(open())
    served = await serveShop(shop)
    const added = await shop.identity.addMember(ADA)
    memberId = 'member' in added ? added.member.id : ''
  })
  afterEach(async () => {
    await served.close()
    vi.useRealTimers()
  })

  test('each kind of invalid sign-in has a separate code', async () => {
    await shop.identity.addMember({ email: 'bob@redemption.example', password: 'works here' })
    await shop.identity.disableMember('bob@redemption.example')
    const code = async (credentials: object) => codeOf(await signIn(credentials))
    expect(await code({ ...ADA, email: 'ada' })).toEqual([422, '/problems/invalid-email'])
    expect(await code({ ...ADA, email: 'nobody@redemption.example' })).toEqual([
      401,
      '/problems/user-not-found',
    ])
    expect(await code({ ...ADA, email: 'bob@redemption.example' })).toEqual([403, '/problems/user-disabled'])
    expect(await code({ ...ADA, password: 'wears blue' })).toEqual([401, '/problems/wrong-password'])
    for (const wrong of [
      {},
      { email: 1 },
      { ...ADA, password: '' },
      { ...ADA, password: 'x'.repeat(9_999) },
    ]) {
      expect(await code(wrong)).toEqual([422, '/problems/invalid-request'])
    }
  })

  test('the session cookie is not readable by scripts and not sent from other sites', async () => {
    const answer = await signIn()
    expect(answer.headers.getSetCookie()).toHaveLength(2)
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^staff=[\w.%+/=-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(answer.headers.getSetCookie()[1]).toMatch(
      /^staff-device=[\w-]{32}\.[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(await answer.json()).toEqual({ email: ADA.email })
  })

  test('over https the cookie is Secure and bound to this host', async () => {
    shop.settings.publicUrl = 'https://shop.example'
    const [cookie = ''] = (await signIn()).headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-staff=.*; Secure$/)
    expect((await get('/api/staff/session', cookie.split(';')[0])).status).toBe(200)
    expect((await get('/api/staff/session', cookie.split(';')[0]?.replace('__Host-', ''))).status).toBe(401)
  })

  test('a session planted before the sign-in is worthless afterwards', async () => {
    const planted = await signedIn()
    const after = cookieOf(await signIn(ADA, { cookie: planted }))
    expect(after).not.toBe(planted)
    expect((await get('/api/staff/session', planted)).status).toBe(401)
    expect((await get('/api/staff/session', after)).status).toBe(200)

    const invented = `staff=${'A'.repeat(32)}.${'B'.repeat(44)}`
    expect(cookieOf(await signIn(ADA, { cookie: invented }))).not.toContain('AAAA')
    expect((await get('/api/staff/session', invented)).status).toBe(401)
  })

  test('signing out ends the session on the server and deletes the cookie', async () => {
    const cookie = await signedIn()
    const answer = await post('/api/staff/sign-out', {}, { ...own(), cookie })
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^staff=; Max-Age=0;/)
    expect((await get('/api/staff/session', cookie)).status).toBe(401)
  })

  test('a session in use is extended, and so is its cookie', async () => {
    const cookie = await signedIn()
    expect((await get('/api/staff/session', cookie)).headers.getSetCookie()).toEqual([])
    vi.setSystemTime(Date.now() + 2 * HOUR_MS)
    expect((await get('/admin/dashboard', cookie)).headers.getSetCookie()[0]).toMatch(
      new RegExp(`^${RegExp.escape(cookie)}; Max-Age=604800;`),
    )
  })

  test('signed-in staff are redirected from the login to the dashboard, others from the dashboard to the login', async () => {
    expect((await get('/admin')).status).toBe(200)
    expect((await get('/admin/dashboard')).headers.get('location')).toBe('/admin')
    const cookie = await signedIn()
    expect((await get('/admin', cookie)).headers.get('location')).toBe('/admin/dashboard')
    const dashboard = await get('/admin/dashboard', cookie)
    expect(await dashboard.text()).toContain(ADA.email)
  })

  test('staff pages are neither cached nor indexed', async () => {
    const cookie = await signedIn()
    for (const path of ['/admin', '/admin/dashboard', '/admin/account', '/admin/reset?token=x']) {
      const page = await get(path, path === '/admin' ? undefined : cookie)
      expect(page.headers.get('cache-control'), path).toBe('no-store')
      expect(page.headers.get('x-robots-tag')).toContain('noindex')
      expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
      expect(page.headers.get('etag')).toBeNull()
      expect(await page.text()).toContain('<meta name="robots" content="noindex">')
    }
    expect(await (await get('/admin/dashboard')).text()).toBe('')
  })

  test('attempts are limited for one address, and for one account from many addresses', async () => {
    const from = (address: string, password: string) =>
      signIn({ ...ADA, password }, { 'x-forwarded-for': address })
    const many: number[] = []
    for (let i = 0; i < 8; i++) many.push((await from(`198.51.100.${i}`, 'wears blue')).status)
    expect(many).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const refused = await from('198.51.100.99', ADA.password)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await refused.json()).toMatchObject({
      type: '/problems/too-many-requests',
      title: 'Too many attempts for this account. Wait 60 seconds, then try again.',
    })

    const one: number[] = []
    for (let i = 0; i < 21; i++) {
      const answer = await signIn(
        { email: `nobody${i}@redemption.example`, password: 'x' },
        { 'x-forwarded-for': '203.0.113.50' },
      )
      one.push(answer.status)
    }
    expect(one.filter((status) => status === 429)).toHaveLength(1)
    const told = await signIn({ ...ADA, password: 'x' }, { 'x-forwarded-for': '203.0.113.50' })
    expect(told.headers.get('retry-after')).toBe('6')
    expect(await told.json()).toMatchObject({ title: 'Too many attempts. Wait 6 seconds, then try again.' })
  })

  test('only browsers that are still known are limited apart from their network, each member’s together', async () => {
    const bob = { email: 'bob@redemption.example', password: 'works here' }
    await shop.identity.addMember(bob)
    const at = '203.0.113.50'
    const device = (answer: Response) => answer.headers.getSetCookie()[1]?.split(';')[0] ?? ''
    const early = device(await signIn())
    const known = device(await signIn(ADA, { cookie: early }))
    const other = device(await signIn())
    const bobs = device(await signIn(bob))
    const allowed = async (cookie: string) => {
      for (let i = 0; ; i += 1) {
        const guess = { email: `nobody${i}@redemption.example`, password: 'x' }
        if ((await signIn(guess, { 'x-forwarded-for': at, cookie })).status === 429) return i
      }
    }
    expect(await allowed('')).toBe(20)
    // Its token was replaced when it signed in again: it counts with everyone on its network.
    expect(await allowed(early)).toBe(0)
    expect(await allowed(known)).toBe(20)
    // Signing in on more browsers gives no more attempts.
    expect(await allowed(other)).toBe(0)
    expect(await allowed(bobs)).toBe(20)
    vi.setSystemTime(Date.now() + 181 * 24 * HOUR_MS)
    expect(await allowed('')).toBe(20)
    expect(await allowed(bobs)).toBe(0)
  })

  test('localhost has no limit, but each account still has', async () => {
    const answers: number[] = []
    for (let i = 0; i < 25; i++) {
      answers.push((await signIn({ email: `nobody${i}@redemption.example`, password: 'x' })).status)
    }
    expect(new Set(answers)).toEqual(new Set([401]))
    for (let i = 0; i < 6; i++) await signIn({ ...ADA, password: 'wears blue' })
    expect((await signIn()).status).toBe(429)
  })

  describe('while strangers guess the password twice a second', () => {
    const deviceOf = (answer: Response) => answer.headers.getSetCookie()[1]?.split(';')[0] ?? ''
    const at = (address: string, cookie = '') => ({ 'x-forwarded-for': address, ...(cookie && { cookie }) })
    const wrong = { ...ADA, password: 'wears blue' }

    /** Also from the owner's network, as a guest of the shop could. */
    async function strangersGuess(): Promise<void> {
      for (let i = 0; i < 30; i += 1) await signIn(wrong, at(i % 2 ? '203.0.113.9' : `198.51.100.${i}`))
    }

    test('the owner can sign in on the usual browser, from any network', async () => {
      const device = deviceOf(await signIn())
      await strangersGuess()
      expect((await signIn(ADA, at('192.0.2.1'))).status).toBe(429)
      const again = await signIn(ADA, at('203.0.113.9', device))
      expect(again.status).toBe(200)
      expect(deviceOf(again)).not.toBe(device)
    })

    test('the owner can sign in on a new browser after a reset by mail', async () => {
      await strangersGuess()
      const token = (await shop.identity.createResetToken(toStaffId(memberId)))?.token
      const fresh = { ...ADA, password: 'still red' }
      const reset = await post(
        '/api/staff/reset-password',
        { token, password: fresh.password },
        { ...own(), ...at('192.0.2.1') },
      )
      await strangersGuess()
      expect((await signIn(fresh, at('192.0.2.1'))).status).toBe(429)
      expect((await signIn(fresh, at('203.0.113.9', deviceOf(reset)))).status).toBe(200)
    })

    test('a forged, used or foreign device cookie gives no extra attempt', async () => {
      const bob = { email: 'bob@redemption.example', password: 'works here' }
      await shop.identity.addMember(bob)
      const bobs = deviceOf(await signIn(bob))
      const used = deviceOf(await signIn())
      const current = deviceOf(await signIn(ADA, { cookie: used }))
      await strangersGuess()
      const [token = '', signature = ''] = current.split('.')
      const forged = [
        `${token}.`,
        token,
        `${token}x.${signature}`,
        `staff-device=${'A'.repeat(32)}.${signature}`,
      ]
      for (const cookie of [bobs, used, ...forged]) {
        expect((await signIn(ADA, at('192.0.2.1', cookie))).status, cookie).toBe(429)
      }
      expect((await signIn(ADA, at('192.0.2.1', current))).status).toBe(200)
    })

    test('guesses with the cookie of a known browser end after ten', async () => {
      const device = deviceOf(await signIn())
      await strangersGuess()
      const statuses: number[] = []
      for (let i = 0; i < 14; i += 1) statuses.push((await signIn(wrong, at('192.0.2.1', device))).status)
      expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)])
    })

    test('after too many reset requests the answer points to the mails already sent', async () => {
      for (let i = 0; i < 3; i += 1) await post('/api/staff/request-reset', { email: ADA.email })
      const refused = await post('/api/staff/request-reset', { email: ADA.email })
      expect(await refused.json()).toMatchObject({
        type: '/problems/too-many-requests',
        title: expect.stringMatching(
          /^Links have already been emailed to this address: use the newest one, or wait \d+ minutes and/,
        ),
      })
    })
  })

  test('over https the device cookie is Secure and bound to this host too', async () => {
    shop.settings.publicUrl = 'https://shop.example'
    expect((await signIn()).headers.getSetCookie()[1]).toMatch(/^__Host-staff-device=.*; Secure$/)
  })

  test('a removed account is signed out immediately', async () => {
    const cookie = await signedIn()
    await shop.identity.disableMember(ADA.email)
    expect((await get('/admin/dashboard', cookie)).headers.get('location')).toBe('/admin')
    expect((await get('/api/staff/session', cookie)).status).toBe(401)
  })

  test('at an unknown address below /admin staff get a page of the staff area, others one of the shop', async () => {
    const unknown = ['/admin/nowhere', '/admin/settings/no/such', '/admin/%00']
    const cookie = await signedIn()
    for (const path of unknown) {
      const ours = await readablePage(served.url + path, { cookie })
      expect(ours.status, path).toBe(404)
      expect(ours.text, path).toContain(
        'There is no page at this address in the staff area. Back to the staff area',
      )
      expect(ours.text, path).toContain(ADA.email)
      const strangers = await readablePage(served.url + path)
      expect(strangers, path).toEqual(await readablePage(`${served.url}/nowhere`))
    }
    expect((await get('/admin/nowhere', cookie)).headers.get('cache-control')).toBe('no-store')
    expect((await readablePage(`${served.url}/nowhere`, { cookie })).text).not.toContain(ADA.email)
  })

  test('staff can end their other sessions, one or all, but not those of another member', async () => {
    const bob = { email: 'bob@redemption.example', password: 'works here' }
    await shop.identity.addMember(bob)
    const bobs = cookieOf(await signIn(bob))
    const [here, one] = [await signedIn(), await signedIn()]
    vi.setSystemTime(Date.now() + 1_000)
    const two = await signedIn()
    const isOpen = async (cookie: string) => (await get('/api/staff/session', cookie)).status === 200
    const [newest] = await shop.identity.listSessions(toStaffId(memberId))
    await post('/api/staff/end-session', { id: newest?.id }, { ...own(), cookie: bobs })
    expect(await isOpen(two)).toBe(true)
    await post('/api/staff/end-session', { id: newest?.id }, { ...own(), cookie: here })
    expect((await Promise.all([here, one, two].map(isOpen))).filter(Boolean)).toHaveLength(2)
    await post('/api/staff/end-other-sessions', {}, { ...own(), cookie: here })
    expect(await Promise.all([here, one, two, bobs].map(isOpen))).toEqual([true, false, false, true])
  })
})
