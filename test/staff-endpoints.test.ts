import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { insertContactMessage } from '#db/contact-messages.ts'
import { noteSubscription } from '#db/newsletter-subscribers.ts'
import { cents } from '#domain/money.ts'
import { deliverOutbox } from '#operations/deliver-outbox.ts'
import { saveSizeChart } from '#operations/save-size-chart.ts'
import { settlePayment } from '#operations/settle-payment.ts'
import { endpoints, pages, staffPages } from '#web/routes.ts'
import { one, orderFor, place } from './buyer.ts'
import { describeOnEachDatabase } from './each-database.ts'
import { serveShop, type ServedShop } from './serve-shop.ts'
import { hoodie, openTestShop, type TestShop } from './test-shop.ts'

const ADA = { email: 'ada@redemption.example', password: 'wears red' }
const HOUR_MS = 3_600_000
const PAID = 'R-PA1D-0001'
const ASIDE = 'R-AS1D-0001'

/**
 * Who may come to each address. An address that is missing here fails the tests: say who it is for, then add it. Those
 * for staff are all walked below as nobody, with a forged and an ended session, and as staff.
 */
const FOR_EVERYBODY = [
  'GET /',
  'GET /about',
  'GET /admin',
  'GET /admin/reset',
  'GET /api/location',
  'GET /api/products',
  'GET /api/openapi.json',
  'GET /api/rates',
  'GET /api/search',
  'GET /cart',
  'GET /checkout',
  'GET /contact',
  'GET /delivery-returns',
  'GET /order/:number',
  'GET /newsletter/confirm',
  'GET /newsletter/not-subscribed',
  'GET /newsletter/subscribed',
  'GET /newsletter/unsubscribe',
  'GET /feed.xml',
  'GET /llms.txt',
  'GET /pictures/:file',
  'GET /privacy-policy',
  'GET /product/:id',
  'GET /robots.txt',
  'GET /shop',
  'GET /sitemap.xml',
  'GET /thank-you',
  'POST /api/cart/price',
  'POST /api/contact',
  'POST /api/newsletter/subscribe',
  'POST /api/checkout/settle',
  'POST /api/staff/request-reset',
  'POST /api/staff/reset-password',
  'POST /api/staff/sign-in',
  'POST /api/staff/sign-out',
  'POST /create-payment-intent',
  'POST /currency',
  'POST /newsletter/confirm',
  'POST /newsletter/unsubscribe',
  'POST /test-gateway/authenticate',
  'POST /test-gateway/confirm',
  'POST /webhooks/payments',
]
const FOR_STAFF = [
  'GET /admin/orders',
  'GET /admin/orders/:number',
  'GET /admin/orders/:number/packing-slip',
  'GET /admin/overview',
  'GET /api/staff/orders.csv',
  'GET /api/staff/orders/:number',
  'POST /api/staff/orders/:number/cancel',
  'POST /api/staff/orders/:number/fulfil',
  'POST /api/staff/orders/:number/note',
  'POST /api/staff/orders/:number/refund',
  'POST /api/staff/orders/:number/resend-mail',
  'POST /api/staff/orders/:number/resolve',
  'GET /admin/account',
  'DELETE /api/staff/products/:id',
  'DELETE /api/staff/messages/:id',
  'DELETE /api/staff/subscribers/:id',
  'GET /admin/dashboard',
  'GET /admin/messages',
  'GET /admin/messages/:id',
  'GET /admin/subscribers',
  'GET /api/staff/changes',
  'GET /api/staff/messages.csv',
  'GET /api/staff/products',
  'GET /api/staff/products/:id',
  'GET /api/staff/session',
  'GET /api/staff/subscribers.csv',
  'POST /api/staff/change-password',
  'POST /api/staff/end-other-sessions',
  'POST /api/staff/end-session',
  'POST /api/staff/messages/:id/mark',
  'POST /api/staff/pictures',
  'POST /api/staff/products',
  'POST /api/staff/products/:id/restore',
  'POST /api/staff/subscribers/:id/unsubscribe',
  'PUT /api/staff/products/:id',
  'PUT /api/staff/size-charts/:category',
  'GET /admin/size-charts',
]

/** What any of the staff addresses that take JSON wants to be told. */
const ANYTHING = {
  id: 'none',
  current: ADA.password,
  next: 'still red',
  name: 'Tee',
  price: 58,
  category: 'T-Shirts',
  version: 1,
  answered: true,
  seen: { stock: 10, sizes: [] },
  restock: true,
  refundId: 'a-refund-1',
  amount: '10.00',
  pieces: [],
  noteId: 'a-note-1',
  text: 'Called the shopper',
  outcome: 'stands',
  mailId: 1,
  measurements: [],
  rows: [],
}

const table = [
  ...[...pages, ...staffPages].map(({ path, access }) => ({ method: 'GET', path, access })),
  ...endpoints.map(({ method, path, access }) => ({ method, path, access })),
]
const addressesFor = (access: string) =>
  table
    .filter((route) => route.access === access)
    .map(({ method, path }) => `${method} ${path}`)
    .toSorted()

test('every address is declared, for everybody or for staff', () => {
  expect(addressesFor('public')).toEqual(FOR_EVERYBODY.toSorted())
  expect(addressesFor('staff')).toEqual(FOR_STAFF.toSorted())
})

test('staff addresses look like staff addresses, so that none is declared public by mistake', () => {
  const open = ['/admin', '/admin/reset', '/api/staff/sign-in', '/api/staff/sign-out']
  const alsoOpen = ['/api/staff/request-reset', '/api/staff/reset-password']
  for (const { path, access } of table) {
    if (/^\/(admin|api\/staff)(\/|$)/.test(path) && ![...open, ...alsoOpen].includes(path)) {
      expect(access, path).toBe('staff')
    }
  }
})

describeOnEachDatabase('The staff area', (open) => {
  let shop: TestShop
  let served: ServedShop
  let memberId: string

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

  const own = () => ({ origin: served.url })

  function get(path: string, cookie?: string): Promise<Response> {
    return fetch(served.url + path, { redirect: 'manual', headers: cookie ? { cookie } : {} })
  }

  const post = (path: string, body: object, headers?: Record<string, string>) =>
    send('POST', path, body, headers)

  function send(
    method: string,
    path: string,
    body: object,
    headers: Record<string, string> = own(),
  ): Promise<Response> {
    return fetch(served.url + path, {
      method,
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  const signIn = (credentials: object = ADA, headers: Record<string, string> = {}) =>
    post('/api/staff/sign-in', credentials, { ...own(), ...headers })

  const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

  async function signedIn(password = ADA.password): Promise<string> {
    const answer = await signIn({ ...ADA, password })
    expect(answer.status).toBe(200)
    return cookieOf(answer)
  }

  async function codeOf(answer: Response): Promise<[number, string]> {
    const { type } = (await answer.json()) as { type: string }
    return [answer.status, type]
  }

  async function mailedToken(): Promise<string> {
    shop.pass(1_000)
    await deliverOutbox(shop)
    const token = /\/admin\/reset\?token=(\w+)/.exec(shop.mails.at(-1)?.text ?? '')?.[1]
    if (token === undefined) throw new Error('no mail with a link')
    return token
  }

  /** Asks for a staff address in a way that would be answered to staff. */
  async function ask(address: string, cookie?: string): Promise<Response> {
    const [method = '', path] = parts(address)
    const headers = { ...own(), ...(cookie && { cookie }) }
    return method === 'GET' ? get(path, cookie) : send(method, path, ANYTHING, headers)
  }

  function parts(address: string): [method: string, path: string] {
    const [method = '', path = ''] = address.split(' ')
    return [
      method,
      path
        .replace(':id', path.endsWith('/restore') ? 'deleted' : 'hoodie')
        .replace(':category', 'Hoodies')
        .replace(':number', path.endsWith('/resolve') ? ASIDE : PAID),
    ]
  }

  /** What the addresses that name something can name. */
  async function haveProducts(): Promise<void> {
    await shop.catalog.add(hoodie(), 'hoodie')
    await shop.catalog.add(hoodie(), 'deleted')
    await shop.catalog.archive('deleted')
    await saveSizeChart(shop, { category: 'Hoodies', version: 0, draft: { measurements: [], rows: [] } })
    const stored = { key: 'a1', width: 900, height: 1200, placeholder: '' }
    shop.images = { ...shop.images, store: async () => stored }
    const { db } = shop.database
    const message = { name: 'Bo', email: 'bo@x.example', subject: 'other', message: 'Is it open?' } as const
    await insertContactMessage(db, 'hoodie', message, shop.now())
    await noteSubscription(db, shop.database.engine, {
      email: 'bo@x.example',
      newId: 'hoodie',
      now: shop.now(),
    })
    await haveOrders()
  }

  /** One that is paid, and one that was set aside. */
  async function haveOrders(): Promise<void> {
    const product = await shop.catalog.add(hoodie())
    for (const [number, amount] of [
      [PAID, null],
      [ASIDE, cents(1)],
    ] as const) {
      const placed = await place(shop, orderFor([product], [one(product)]))
      const intent = (await shop.gateway.findIntentBySecret(placed.clientSecret))!
      await settlePayment(shop, { ...intent, state: 'succeeded', amount: amount ?? intent.amount })
      await shop.database.db
        .updateTable('orders')
        .set({ number, version: ANYTHING.version })
        .where('number', '=', placed.orderNumber)
        .execute()
    }
    await deliverOutbox(shop)
  }

  const isRefusal = (answer: Response) =>
    answer.status === 401 || (answer.status === 303 && answer.headers.get('location') === '/admin')

  test.each(FOR_STAFF)(
    '%s refuses a visitor, a forged and an ended session, and answers staff',
    async (address) => {
      await haveProducts()
      const ended = await signedIn()
      const current = await signedIn()
      await post('/api/staff/sign-out', {}, { ...own(), cookie: ended })
      const forged = [
        'staff=',
        'staff=made-up',
        `${current.slice(0, -8)}AAAAAAAA`,
        current.replace(/=[A-Za-z0-9]+/, `=${'A'.repeat(32)}`),
      ]
      for (const cookie of [undefined, ended, ...forged]) {
        const answer = await ask(address, cookie)
        expect(isRefusal(answer), `${cookie}: ${answer.status}`).toBe(true)
        expect(await answer.text()).not.toContain(ADA.email)
      }
      expect((await ask(address, current)).status).toBeLessThan(300)
    },
    20_000,
  )

  test.each(FOR_STAFF.filter((address) => !address.startsWith('GET')))(
    '%s refuses a write from elsewhere, or from nowhere, though the session is good',
    async (address) => {
      const cookie = await signedIn()
      const [method, path] = parts(address)
      for (const headers of [
        {},
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: served.url, 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
      ]) {
        const answer = await send(method, path, ANYTHING, { ...headers, cookie })
        expect(await codeOf(answer)).toEqual([403, '/problems/cross-site'])
      }
      expect((await get('/api/staff/session', cookie)).status).toBe(200)
    },
  )

  test.each(['sign-in', 'sign-out', 'request-reset', 'reset-password'])(
    'POST /api/staff/%s is for our own pages only',
    async (name) => {
      for (const headers of [{}, { origin: 'https://evil.example' }] as Record<string, string>[]) {
        const answer = await post(`/api/staff/${name}`, { ...ADA, token: 'x' }, headers)
        expect(await codeOf(answer)).toEqual([403, '/problems/cross-site'])
      }
    },
  )

  test('each wrong input at the door has its own code', async () => {
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

  test('the session is a cookie that scripts cannot read and other sites cannot send along', async () => {
    const answer = await signIn()
    expect(answer.headers.getSetCookie()).toHaveLength(1)
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^staff=[\w.%+/=-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
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

  test('a session that somebody planted before the sign-in is worth nothing after it', async () => {
    const planted = await signedIn()
    const after = cookieOf(await signIn(ADA, { cookie: planted }))
    expect(after).not.toBe(planted)
    expect((await get('/api/staff/session', planted)).status).toBe(401)
    expect((await get('/api/staff/session', after)).status).toBe(200)

    const invented = `staff=${'A'.repeat(32)}.${'B'.repeat(44)}`
    expect(cookieOf(await signIn(ADA, { cookie: invented }))).not.toContain('AAAA')
    expect((await get('/api/staff/session', invented)).status).toBe(401)
  })

  test('signing out ends the session on the server and takes the cookie away', async () => {
    const cookie = await signedIn()
    const answer = await post('/api/staff/sign-out', {}, { ...own(), cookie })
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^staff=; Max-Age=0;/)
    expect((await get('/api/staff/session', cookie)).status).toBe(401)
  })

  test('a session that is used lives on, in the browser too', async () => {
    const cookie = await signedIn()
    expect((await get('/api/staff/session', cookie)).headers.getSetCookie()).toEqual([])
    vi.setSystemTime(Date.now() + 2 * HOUR_MS)
    expect((await get('/admin/dashboard', cookie)).headers.getSetCookie()[0]).toMatch(
      new RegExp(`^${RegExp.escape(cookie)}; Max-Age=604800;`),
    )
  })

  test('whoever is signed in goes from the login to the dashboard, whoever is not the other way', async () => {
    expect((await get('/admin')).status).toBe(200)
    expect((await get('/admin/dashboard')).headers.get('location')).toBe('/admin')
    const cookie = await signedIn()
    expect((await get('/admin', cookie)).headers.get('location')).toBe('/admin/dashboard')
    const dashboard = await get('/admin/dashboard', cookie)
    expect(await dashboard.text()).toContain(ADA.email)
  })

  test('staff pages are kept by nobody and listed by nobody', async () => {
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

  test('one address may not try for ever, one account not from many addresses either', async () => {
    const from = (address: string, password: string) =>
      signIn({ ...ADA, password }, { 'x-forwarded-for': address })
    const many: number[] = []
    for (let i = 0; i < 8; i++) many.push((await from(`198.51.100.${i}`, 'wears blue')).status)
    expect(many).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const refused = await from('198.51.100.99', ADA.password)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await refused.json()).toMatchObject({
      type: '/problems/too-many-requests',
      title: 'Too many tries for this account. Wait 60 seconds, then try again.',
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
  })

  test('this machine’s own address has no limit, but each account still has', async () => {
    const answers: number[] = []
    for (let i = 0; i < 25; i++) {
      answers.push((await signIn({ email: `nobody${i}@redemption.example`, password: 'x' })).status)
    }
    expect(new Set(answers)).toEqual(new Set([401]))
    for (let i = 0; i < 6; i++) await signIn({ ...ADA, password: 'wears blue' })
    expect((await signIn()).status).toBe(429)
  })

  test('a forgotten password: the mail brings a link that works once and signs every session out', async () => {
    const cookies = [await signedIn(), await signedIn()]
    const asked = await post('/api/staff/request-reset', { email: ' Ada@Redemption.Example ' })
    expect([asked.status, await asked.json()]).toEqual([202, { email: ADA.email }])
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

  test('a link that is an hour old is refused', async () => {
    await post('/api/staff/request-reset', { email: ADA.email })
    const token = await mailedToken()
    vi.setSystemTime(Date.now() + HOUR_MS + 1_000)
    expect((await get(`/admin/reset?token=${token}`)).status).toBe(410)
    expect((await post('/api/staff/reset-password', { token, password: 'still red' })).status).toBe(410)
    await signedIn()
  })

  test('a reset is promised to staff only, and a few times only', async () => {
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

  test('while the mail server is down the reset mail waits, and its link is fresh when it leaves', async () => {
    shop.mailIsDown = true
    await post('/api/staff/request-reset', { email: ADA.email })
    await deliverOutbox(shop)
    expect([shop.mails.length, shop.failures.splice(0).length]).toEqual([0, 1])
    vi.setSystemTime(Date.now() + 2 * HOUR_MS)
    shop.pass(2 * HOUR_MS)
    shop.mailIsDown = false
    const token = await mailedToken()
    expect((await post('/api/staff/reset-password', { token, password: 'still red' })).status).toBe(204)
  })

  test('an account that is removed is out at once', async () => {
    const cookie = await signedIn()
    await shop.identity.disableMember(ADA.email)
    expect((await get('/admin/dashboard', cookie)).headers.get('location')).toBe('/admin')
    expect((await get('/api/staff/session', cookie)).status).toBe(401)
  })

  test('staff change their own password; the other sessions end and this one goes on', async () => {
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

  test('staff end their other sessions, one or all, and nobody else’s', async () => {
    const bob = { email: 'bob@redemption.example', password: 'works here' }
    await shop.identity.addMember(bob)
    const bobs = cookieOf(await signIn(bob))
    const [here, one] = [await signedIn(), await signedIn()]
    vi.setSystemTime(Date.now() + 1_000)
    const two = await signedIn()
    const isOpen = async (cookie: string) => (await get('/api/staff/session', cookie)).status === 200
    const [newest] = await shop.identity.listSessions(memberId)
    await post('/api/staff/end-session', { id: newest?.id }, { ...own(), cookie: bobs })
    expect(await isOpen(two)).toBe(true)
    await post('/api/staff/end-session', { id: newest?.id }, { ...own(), cookie: here })
    expect((await Promise.all([here, one, two].map(isOpen))).filter(Boolean)).toHaveLength(2)
    await post('/api/staff/end-other-sessions', {}, { ...own(), cookie: here })
    expect(await Promise.all([here, one, two, bobs].map(isOpen))).toEqual([true, false, false, true])
  })
})
