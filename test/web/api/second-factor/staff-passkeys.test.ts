import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { BuiltInIdentity } from '#providers/identity/built-in-identity.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { ADA, codeOf, cookieOf, staffBrowser } from '#test/support/staff-browser.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { SoftPasskey } from './soft-passkey.ts'

const SITE = 'http://localhost:3000'
const BOB = { email: 'bob@redemption.example', password: 'wears red' }
const cheap = { N: 16, r: 1, p: 1 }

type Asked = { challenge: string; rpId: string; rp: { id: string }; userVerification: string }

describeOnEachDatabase('passkeys', (open) => {
  let shop: TestShop
  let served: ServedShop
  const { own, get, post, signIn, signedIn } = staffBrowser(() => served.url)

  beforeEach(async () => {
    shop = await openTestShop(open(), { start: Date.now() })
    shop.identity = new BuiltInIdentity(open(), { publicUrl: SITE, passwordCost: cheap })
    served = await serveShop(shop)
    await shop.identity.addMember(ADA)
  })
  afterEach(() => served.close())

  const as = (cookie: string) => ({ ...own(), cookie })
  const { password } = ADA
  const entries = async () =>
    (await open().db.selectFrom('audit_events').select(['action', 'changes']).orderBy('id').execute()).map(
      ({ action, changes }) => [action, changes] as const,
    )

  /** Requests options, and returns them with the cookie of the browser that got them. */
  async function asked(path: string, body: object, cookie = '') {
    const answer = await post(path, body, as(cookie))
    expect(answer.status).toBe(200)
    const { options } = (await answer.json()) as { options: Asked }
    return { options, cookie: [cookie, cookieOf(answer)].filter(Boolean).join('; ') }
  }
  const askNew = (session: string) => asked('/api/staff/passkeys/begin', { password }, session)
  const askSignIn = () => asked('/api/staff/passkey-sign-in/begin', {})
  const use = (cookie: string, response: object) =>
    post('/api/staff/passkey-sign-in', { response }, as(cookie))

  /** Adds a passkey with this session. */
  async function added(session: string, name = 'Laptop') {
    const passkey = new SoftPasskey(SITE)
    const { options, cookie } = await askNew(session)
    const answer = await post('/api/staff/passkeys', { name, response: passkey.make(options) }, as(cookie))
    expect(answer.status).toBe(201)
    return { passkey, ...((await answer.json()) as { passkeys: { id: string }[]; codes: string[] | null }) }
  }

  test('a passkey signs in without password and code, and each use is recorded', async () => {
    const { passkey } = await added(await signedIn())
    const { options, cookie } = await askSignIn()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    const answer = await use(cookie, passkey.use(options))
    expect(answer.status).toBe(200)
    expect(await (await get('/api/staff/session', cookieOf(answer))).json()).toEqual({ email: ADA.email })
    expect(await entries()).toEqual(
      expect.arrayContaining([
        ['passkey-added', expect.stringContaining('Laptop')],
        ['signed-in', expect.stringContaining('Laptop')],
      ]),
    )
    expect(await (await get('/admin/account', cookieOf(answer))).text()).toContain('Laptop')
  })

  test('a passkey and its entry in the audit trail are stored together or not at all', async () => {
    const session = await signedIn()
    const passkey = new SoftPasskey(SITE)
    const { options, cookie } = await askNew(session)
    const { schema } = open().db
    await schema.alterTable('audit_events').renameTo('audit_events_away').execute()
    const failed = await post('/api/staff/passkeys', { response: passkey.make(options) }, as(cookie))
    expect(failed.status).toBeGreaterThanOrEqual(500)
    await schema.alterTable('audit_events_away').renameTo('audit_events').execute()
    shop.failures.length = 0
    expect(await open().db.selectFrom('staff_passkeys').selectAll().execute()).toEqual([])
    expect((await signIn(ADA)).status).toBe(200)
    expect((await added(session)).passkeys).toHaveLength(1)
  })

  test('adding a passkey needs the password, and the options ask for user verification', async () => {
    const session = await signedIn()
    const refused = await post('/api/staff/passkeys/begin', { password: 'wears blue' }, as(session))
    expect(await codeOf(refused)).toEqual([401, '/problems/wrong-password'])
    const { options } = await askNew(session)
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'bWFkZSB1cA' }],
    ['a user who is not verified', { isVerified: false }],
  ])('a response with %s adds nothing and signs nobody in', async (_name, twist) => {
    const session = await signedIn()
    const { options, cookie } = await askNew(session)
    const made = new SoftPasskey(SITE).make(options, twist)
    const refused = await post('/api/staff/passkeys', { response: made }, as(cookie))
    expect(await codeOf(refused)).toEqual([401, '/problems/passkey-refused'])
    expect(await open().db.selectFrom('staff_passkeys').selectAll().execute()).toEqual([])

    const { passkey } = await added(session)
    const question = await askSignIn()
    const answer = await use(question.cookie, passkey.use(question.options, twist))
    expect(await codeOf(answer)).toEqual([401, '/problems/passkey-refused'])
    expect(answer.headers.getSetCookie().join()).not.toContain('staff=')
    expect(await entries()).toContainEqual(['sign-in-refused', expect.stringContaining('passkey-refused')])
  })

  test('a challenge can be used once, in the browser that got it, and for five minutes', async () => {
    const { passkey } = await added(await signedIn())
    const { options, cookie } = await askSignIn()
    const response = passkey.use(options)
    const elsewhere = await askSignIn()
    expect(await codeOf(await use(elsewhere.cookie, response))).toEqual([401, '/problems/passkey-refused'])
    expect(await codeOf(await use('', response))).toEqual([401, '/problems/passkey-refused'])
    expect((await use(cookie, response)).status).toBe(200)
    expect(await codeOf(await use(cookie, response))).toEqual([401, '/problems/passkey-refused'])

    const late = await askSignIn()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1_000 })
    try {
      const answer = await use(late.cookie, passkey.use(late.options))
      expect(await codeOf(answer)).toEqual([401, '/problems/passkey-refused'])
    } finally {
      vi.useRealTimers()
    }
  })

  test('a challenge for adding a passkey is not accepted for signing in, nor the reverse', async () => {
    const session = await signedIn()
    const { passkey } = await added(session)
    const forNew = await askNew(session)
    const used = passkey.use({ ...forNew.options, rpId: 'localhost' })
    expect((await use(forNew.cookie, used)).status).toBe(401)
    const forSignIn = await askSignIn()
    const made = new SoftPasskey(SITE).make({ ...forSignIn.options, rp: { id: 'localhost' } })
    const answer = await post(
      '/api/staff/passkeys',
      { response: made },
      as(`${session}; ${forSignIn.cookie}`),
    )
    expect(answer.status).toBe(401)
  })

  test('an unknown passkey and the signature of another passkey sign nobody in', async () => {
    const { passkey } = await added(await signedIn())
    const stranger = new SoftPasskey(SITE)
    const first = await askSignIn()
    expect(await codeOf(await use(first.cookie, stranger.use(first.options)))).toEqual([
      401,
      '/problems/passkey-refused',
    ])
    const second = await askSignIn()
    const { id, rawId } = passkey.use(second.options)
    const forged = { ...stranger.use(second.options), id, rawId }
    expect((await use(second.cookie, forged)).status).toBe(401)
  })

  test('a passkey whose counter goes back was copied, and is refused', async () => {
    const { passkey } = await added(await signedIn())
    const first = await askSignIn()
    expect((await use(first.cookie, passkey.use(first.options, { counter: 9 }))).status).toBe(200)
    const second = await askSignIn()
    expect((await use(second.cookie, passkey.use(second.options, { counter: 9 }))).status).toBe(401)
  })

  test('a passkey belongs to the member who added it, and a disabled member is refused', async () => {
    const ada = await signedIn()
    const { passkey, passkeys } = await added(ada)
    await shop.identity.addMember(BOB)
    const bob = cookieOf(await signIn(BOB))
    const id = passkeys[0]?.id ?? ''
    for (const [path, body] of [
      [`/api/staff/passkeys/${id}/rename`, { name: 'Mine' }],
      [`/api/staff/passkeys/${id}/remove`, { password }],
    ] as const) {
      expect(await codeOf(await post(path, body, as(bob)))).toEqual([404, '/problems/unknown-passkey'])
    }
    const { options, cookie } = await askNew(ada)
    const response = new SoftPasskey(SITE).make(options)
    const challenge = cookie.split('; ')[1] ?? ''
    const stolen = await post('/api/staff/passkeys', { response }, as(`${bob}; ${challenge}`))
    expect(stolen.status).toBe(401)

    await shop.identity.disableMember(ADA.email)
    const question = await askSignIn()
    const answer = await use(question.cookie, passkey.use(question.options))
    expect(await codeOf(answer)).toEqual([403, '/problems/user-disabled'])
    expect(await open().db.selectFrom('staff_sessions').select('member_id').execute()).toHaveLength(1)
  })

  test('once a passkey was added the password alone is not enough, but a recovery code after it is', async () => {
    const session = await signedIn()
    const elsewhere = await signedIn()
    const { codes } = await added(session)
    expect(codes).toHaveLength(10)
    expect((await get('/api/staff/session', elsewhere)).status).toBe(401)
    expect((await get('/api/staff/session', session)).status).toBe(200)
    expect((await added(session, 'Phone')).codes).toBeNull()

    const waiting = await signIn(ADA)
    expect(waiting.status).toBe(202)
    expect(await waiting.json()).toEqual({ needsCode: true, hasApp: false, hasPasskey: true })
    const finish = (code: string) => post('/api/staff/second-step', { code }, as(cookieOf(waiting)))
    expect(await codeOf(await finish('000000'))).toEqual([401, '/problems/wrong-code'])
    expect((await finish(codes?.[0] ?? '')).status).toBe(200)
  })

  test('a removed passkey signs nobody in; other sessions end, and the mails name the passkey', async () => {
    const session = await signedIn()
    const { passkey, passkeys } = await added(session)
    const question = await askSignIn()
    const elsewhere = cookieOf(await use(question.cookie, passkey.use(question.options)))
    const path = `/api/staff/passkeys/${passkeys[0]?.id}`
    const renamed = await post(`${path}/rename`, { name: ' Old laptop ' }, as(session))
    expect(await renamed.json()).toMatchObject({ passkeys: [{ name: 'Old laptop' }] })
    expect((await post(`${path}/rename`, { name: ' ' }, as(session))).status).toBe(422)
    const wrong = await post(`${path}/remove`, { password: 'wears blue' }, as(session))
    expect(await codeOf(wrong)).toEqual([401, '/problems/wrong-password'])
    const removed = await post(`${path}/remove`, { password }, as(session))
    expect(await removed.json()).toEqual({ passkeys: [] })
    expect((await get('/api/staff/session', session)).status).toBe(200)
    expect((await get('/api/staff/session', elsewhere)).status).toBe(401)
    const again = await askSignIn()
    expect((await use(again.cookie, passkey.use(again.options))).status).toBe(401)
    expect((await signIn(ADA)).status).toBe(200)
    expect(await open().db.selectFrom('staff_recovery_codes').selectAll().execute()).toEqual([])
    const actions = (await entries()).map(([action]) => action)
    expect(actions).toEqual(expect.arrayContaining(['passkey-added', 'passkey-renamed', 'passkey-removed']))
    shop.pass(24 * 3_600_000)
    while ((await deliverOutbox(shop)) > 0);
    expect(shop.mails.map(({ subject }) => subject).toSorted()).toEqual([
      'A passkey was added for the Redemption staff area',
      'A passkey was removed for the Redemption staff area',
    ])
    expect(shop.mails.map(({ text }) => text).join()).toContain('Old laptop')
  })

  test('wrong responses for one account have to wait after ten from one network', async () => {
    const { passkey } = await added(await signedIn())
    const statuses: number[] = []
    for (let i = 0; i < 12; i += 1) {
      const { options, cookie } = await askSignIn()
      statuses.push((await use(cookie, passkey.use(options, { isVerified: false }))).status)
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  test('an account has at most twenty passkeys', async () => {
    const session = await signedIn()
    const { passkeys } = await added(session)
    const [row] = await open().db.selectFrom('staff_passkeys').selectAll().execute()
    expect(passkeys).toHaveLength(1)
    const more = Array.from({ length: 19 }, (_, i) => ({
      ...row!,
      id: `id-${i}`,
      credential_id: `other-${i}`,
    }))
    await open().db.insertInto('staff_passkeys').values(more).execute()
    const refused = await post('/api/staff/passkeys/begin', { password }, as(session))
    expect(await codeOf(refused)).toEqual([409, '/problems/too-many-passkeys'])
  })

  test.each(['http://shop.example', 'https://192.0.2.7'])(
    'passkeys are not available at %s',
    async (publicUrl) => {
      shop.identity = new BuiltInIdentity(open(), { publicUrl, passwordCost: cheap })
      const session = await signedIn()
      const refused = await post('/api/staff/passkeys/begin', { password }, as(session))
      expect(await codeOf(refused)).toEqual([409, '/problems/no-site'])
      expect(await codeOf(await post('/api/staff/passkey-sign-in/begin', {}))).toEqual([
        409,
        '/problems/no-site',
      ])
    },
  )
})
