import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertContactMessage } from '#db/inbox/contact-messages.ts'
import { noteSubscription } from '#db/newsletter/newsletter-subscribers.ts'
import { cents } from '#domain/money.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { saveSizeChart } from '#operations/catalogue/save-size-chart.ts'
import { settlePayment } from '#operations/checkout/settle-payment.ts'
import { endpoints, pages, staffPages } from '#web/routes.ts'
import { one, orderFor, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { ADA, codeOf, staffBrowser } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const PAID = 'R-PA1D-0001'
const ASIDE = 'R-AS1D-0001'

/**
 * Who may use each address. An address that is missing here fails the tests: declare its audience, then add it. Staff
 * addresses are all requested below without a session, with a forged and an ended one, and as staff.
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
  'GET /admin/erasure',
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
  'POST /api/staff/erasures',
  'POST /api/staff/erasures/preview',
  'POST /api/staff/messages/:id/mark',
  'POST /api/staff/pictures',
  'POST /api/staff/products',
  'POST /api/staff/products/:id/restore',
  'POST /api/staff/subscribers/:id/unsubscribe',
  'PUT /api/staff/products/:id',
  'PUT /api/staff/size-charts/:category',
  'GET /admin/size-charts',
]

/** A body that satisfies every staff address that takes JSON. */
const ANYTHING = {
  id: 'none',
  email: 'bo@x.example',
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
  units: [],
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

test('every address is declared as public or for staff', () => {
  expect(addressesFor('public')).toEqual(FOR_EVERYBODY.toSorted())
  expect(addressesFor('staff')).toEqual(FOR_STAFF.toSorted())
})

test('staff addresses have a staff prefix, so that none is declared public by mistake', () => {
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
  const { own, get, send, post, signedIn } = staffBrowser(() => served.url)

  beforeEach(async () => {
    shop = await openTestShop(open())
    served = await serveShop(shop)
    await shop.identity.addMember(ADA)
  })
  afterEach(() => served.close())

  /** Requests a staff address in a way that succeeds for staff. */
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

  /** The records that addresses with an id refer to. */
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

  /** One paid order, and one that was set aside. */
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
    '%s refuses a visitor, a forged and an ended session, and accepts staff',
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
    '%s refuses a write from another origin, or from none, despite a valid session',
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
    'POST /api/staff/%s accepts requests from our pages only',
    async (name) => {
      for (const headers of [{}, { origin: 'https://evil.example' }] as Record<string, string>[]) {
        const answer = await post(`/api/staff/${name}`, { ...ADA, token: 'x' }, headers)
        expect(await codeOf(answer)).toEqual([403, '/problems/cross-site'])
      }
    },
  )
})
