import { beforeEach, expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import { SPOKEN_LANGUAGES } from '#domain/settings/languages.ts'
import { MAX_TRIES, SESSION_MS, SIGN_IN_MS } from '#operations/accounts/sign-in.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { deleteProduct } from '#operations/catalog/delete-product.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { correctEmail } from '#operations/orders/correct-email.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { askForReminder } from '#operations/reminders/reminders.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { serveBeforeEach } from '#test/support/before-each.ts'
import { PAYS } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { ADA as STAFF } from '#test/support/staff-browser.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

const DAY_MS = 86_400_000
const ADA: string = CUSTOMER.email

describeOnEachDatabase('The place of a customer', (open) => {
  let shop: TestShop
  let served: ServedShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }))
  /** A browser: what it sends, and the cookies that it keeps. */
  let cookies: Map<string, string>

  serveBeforeEach(open, (opened) => ({ shop, served, product } = opened), hoodie({ stock: 20 }))
  beforeEach(() => void (cookies = new Map()))

  function keep(answer: Response): Response {
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const sent = () => ({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') })
  const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    keep(
      await fetch(served.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...sent(), ...headers },
        body: new URLSearchParams(form),
        redirect: 'manual',
      }),
    )
  const read = async (path = '/account') =>
    keep(await fetch(served.url + path, { headers: sent() }))
      .text()
      .then((html) => html.replaceAll('&#x27;', "'"))
  const ask = (email = ADA, headers = {}) => post('/account/ask', { email }, headers)
  async function mailed() {
    while ((await deliverOutbox(shop)) > 0);
    return shop.mails.flatMap(({ kind, to, text }) =>
      kind === 'sign-in'
        ? [
            {
              to: to.address,
              digits: /\b\d{6}\b/.exec(text)?.[0] ?? '',
              path: /\/account\/link\?token=\S+/.exec(text)?.[0] ?? '',
            },
          ]
        : [],
    )
  }
  const token = (path: string) => new URLSearchParams(path.split('?')[1]).get('token') ?? ''
  async function signIn(email = ADA) {
    await ask(email)
    const { digits } = (await mailed()).at(-1)!
    return post('/account/digits', { digits })
  }
  const wrong = (digits: string) => String((Number(digits) + 1) % 1_000_000).padStart(6, '0')

  test('opens by six digits, once, in the browser that asked', async () => {
    expect((await ask(` ${ADA.toUpperCase()} `)).headers.get('location')).toBe('/account?asked=sent')
    expect(await read('/account?asked=sent')).toContain(`We sent six digits to ${ADA}.`)
    const [{ digits, to } = { digits: '', to: '' }] = await mailed()
    expect(to).toBe(ADA)
    const own = cookies
    cookies = new Map()
    expect((await post('/account/digits', { digits })).headers.get('location')).toBe('/account?asked=void')
    cookies = own
    const spaced = `${digits.slice(0, 3)} ${digits.slice(3)}`
    const entered = await post('/account/digits', { digits: spaced })
    expect(entered.headers.get('location')).toBe('/account')
    const [session, hint] = entered.headers.getSetCookie()
    expect(session).toMatch(/^customer=\w{64}; HttpOnly; Max-Age=2592000; Path=\/; SameSite=Lax$/)
    expect(hint).toBe('signed-in=yes; Max-Age=2592000; Path=/; SameSite=Lax')
    expect(await read()).toContain(`Signed in as ${ADA}`)
    expect((await post('/account/digits', { digits })).headers.get('location')).toBe('/account?asked=void')
  })

  test('names what an order in French was sold as, on its French page', async () => {
    await shop.identity.addMember(STAFF)
    await saveAsStaff(shop, SPOKEN_LANGUAGES, { fr: true })
    await expect.poll(() => shop.languages.has('fr')).toBe(true)
    await desk.paid(PAYS)
    const said = JSON.stringify({ products: { [product.id]: 'Chandail Emblème' }, names: {} })
    await shop.database.db.updateTable('orders').set({ language: 'fr', said }).execute()
    await signIn()
    expect(await read('/fr/account')).toContain('Chandail Emblème')
    const own = await read()
    expect(own).toContain(product.name)
    expect(own).not.toContain('Chandail')
  })

  test('voids digits after five wrong ones, and takes no more guesses of an address than fifteen; its link still works', async () => {
    await ask()
    const [{ digits, path } = { digits: '', path: '' }] = await mailed()
    for (let tries = 1; tries < MAX_TRIES; tries += 1) {
      const answer = await post('/account/digits', { digits: wrong(digits) })
      expect(answer.headers.get('location')).toBe('/account?asked=wrong')
    }
    expect(await read('/account?asked=wrong')).toContain('These are not the digits')
    const last = await post('/account/digits', { digits: wrong(digits) })
    expect(last.headers.get('location')).toBe('/account?asked=void')
    expect((await post('/account/digits', { digits })).headers.get('location')).toBe('/account?asked=void')
    expect(await read('/account?asked=void')).toContain('Open the link in the email instead')
    for (let again = 0; again < 2; again += 1) {
      cookies = new Map()
      await ask()
      const { digits: next } = (await mailed()).at(-1)!
      for (let tries = 0; tries < MAX_TRIES; tries += 1)
        await post('/account/digits', { digits: wrong(next) })
    }
    cookies = new Map()
    await ask()
    const { digits: right } = (await mailed()).at(-1)!
    const guessedOut = await post('/account/digits', { digits: right })
    expect(guessedOut.headers.get('location')).toBe('/account?asked=void')
    expect(cookies.has('customer')).toBe(false)
    await post('/account/open', { token: token(path), email: ADA })
    expect(cookies.has('customer')).toBe(true)
  })

  test('opens by the link after a click; another browser is asked for the address as well', async () => {
    await ask()
    const [{ path } = { path: '' }] = await mailed()
    expect(await read(path)).toContain(`See the orders of ${ADA} in this browser.`)
    const own = cookies
    cookies = new Map()
    expect(await read(path)).toContain('You asked for this link in another browser.')
    expect(await read(path)).not.toContain(ADA)
    await post('/account/open', { token: token(path) })
    const mistaken = await post('/account/open', { token: token(path), email: 'bob@shopper.example' })
    expect(await read(mistaken.headers.get('location')!)).toContain('The email did not go to this address.')
    expect(cookies.has('customer')).toBe(false)
    cookies = own
    await post('/account/open', { token: token(path) })
    expect(await read()).toContain(`Signed in as ${ADA}`)
    expect((await fetch(served.url + path)).status).toBe(410)
    expect((await fetch(`${served.url}${path.slice(0, -3)}AAA`)).status).toBe(404)
  })

  test('ends digits and link after a quarter of an hour, and a session after thirty days', async () => {
    await ask()
    const [{ digits, path } = { digits: '', path: '' }] = await mailed()
    shop.pass(SIGN_IN_MS + 1)
    await post('/account/digits', { digits })
    await post('/account/open', { token: token(path) })
    expect(cookies.has('customer')).toBe(false)
    await signIn()
    shop.pass(SESSION_MS)
    expect(await read()).not.toContain('Signed in as')
    await applyRetention(shop)
    const { db } = open()
    expect(await db.selectFrom('customer_sessions').selectAll().execute()).toEqual([])
    shop.pass(SIGN_IN_MS)
    await applyRetention(shop)
    expect(await db.selectFrom('sign_ins').selectAll().execute()).toEqual([])
  })

  test('signs out here, or everywhere', async () => {
    const browsers: Map<string, string>[] = []
    for (let count = 0; count < 3; count += 1) {
      cookies = new Map()
      await signIn()
      browsers.push(cookies)
    }
    const isIn = async (at: number) => {
      cookies = new Map(browsers[at])
      return (await read()).includes('Signed in as')
    }
    cookies = new Map(browsers[0])
    await post('/account/sign-out', { where: 'here' })
    expect(cookies.has('signed-in')).toBe(false)
    expect([await isIn(0), await isIn(1), await isIn(2)]).toEqual([false, true, true])
    cookies = new Map(browsers[1])
    await post('/account/sign-out', { where: 'everywhere' })
    expect([await isIn(1), await isIn(2)]).toEqual([false, false])
  })

  test('answers alike for an address with orders and one without, does the same, and mails both', async () => {
    await desk.paid(PAYS)
    const answers = []
    for (const email of [ADA, 'nobody@shopper.example']) {
      cookies = new Map()
      const answer = await ask(email)
      answers.push([answer.status, answer.headers.get('location'), [...answer.headers.keys()].toSorted()])
    }
    expect(answers[0]).toEqual(answers[1])
    expect((await mailed()).map(({ to }) => to).toSorted()).toEqual([ADA, 'nobody@shopper.example'])
    await signIn('nobody@shopper.example')
    expect(await read()).toContain('There are no orders under this address yet.')
  })

  test('mails an address three times for one browser and twelve times in all, and refuses a network after five', async () => {
    const from = (network: string) => ({ 'x-forwarded-for': `203.0.${network}.7` })
    for (let asked = 0; asked < 5; asked += 1) expect((await ask(ADA, from('113'))).status).toBe(303)
    expect((await ask(ADA, from('113'))).status).toBe(429)
    expect(await mailed()).toHaveLength(3)
    // What was not mailed has no digits to guess.
    const { digits } = (await mailed()).at(-1)!
    expect((await post('/account/digits', { digits })).headers.get('location')).toBe('/account?asked=void')
    for (let asked = 0; asked < 15; asked += 1) {
      cookies = new Map()
      await ask(ADA, from(`${114 + asked}`))
    }
    expect(await mailed()).toHaveLength(12)
  })

  test('refuses what is no address, a program that fills in every field, and a form of another site', async () => {
    const mistyped = await ask('ada@')
    expect(await read(mistyped.headers.get('location')!)).toContain('Enter an email address')
    await post('/account/ask', { email: ADA, leaveEmpty: 'x' })
    expect((await ask(ADA, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await mailed()).toEqual([])
  })

  test('shows the orders of exactly this address with their parcels, and none that was never paid', async () => {
    const mine = await desk.paid(PAYS)
    const spelt = { ...CUSTOMER, email: 'Ada@Shopper.example' }
    const shouted = await desk.paid(PAYS, { customer: spelt })
    const others = ['ada+drop@shopper.example', 'ädä@shopper.example', 'lada@shopper.example']
    const theirs = []
    for (const email of others)
      theirs.push((await desk.paid(PAYS, { customer: { ...CUSTOMER, email } })).number)
    const unpaid = (await desk.placed()).orderNumber
    expect(await fulfilOrder(shop, { ...mine, ...TRACKING })).toMatchObject({ kind: 'fulfilled' })
    await signIn()
    const html = await read()
    expect(html).toContain(`href="/order/${mine.number}?key=`)
    expect(html).toContain(`href="/order/${shouted.number}?key=`)
    expect(html).toContain('Track your parcel')
    expect(html).toContain(`href="/order/${mine.number}/documents/invoice.pdf?key=`)
    expect(html).toContain(`aria-label="Invoice (PDF), order ${mine.number}"`)
    for (const number of [...theirs, unpaid]) expect(html).not.toContain(number)
  })

  test('keeps saved pieces of every browser, and tells which size was taken of the kind of a product', async () => {
    const tee = await shop.catalog.add(hoodie({ name: 'Emblem Tee', category: 'Shirts' }))
    const other = await shop.catalog.add(hoodie({ name: 'Other Hoodie' }))
    const publishedFrom = shop.now() + 3_600_000
    const coming = await shop.catalog.add(hoodie({ name: 'Coming Hoodie', publishedFrom }))
    const pieces = async (change: object) => {
      const answer = await fetch(`${served.url}/api/account/pieces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...sent() },
        body: JSON.stringify({ add: [], remove: [], ...change }),
      })
      return answer.ok ? ((await answer.json()) as object) : answer.status
    }
    await desk.paid(PAYS)
    expect(await pieces({ product: other.id })).toBe(401)
    await signIn()
    // What is still to come is answered like what is not there.
    expect(await pieces({ add: [product.id, tee.id, 'nothing', coming.id], product: other.id })).toEqual({
      saved: [product.id, tee.id],
      took: { size: 'M', category: 'Hoodies' },
    })
    cookies = new Map()
    await signIn()
    expect(await pieces({ remove: [product.id], product: tee.id })).toEqual({ saved: [tee.id], took: null })
    expect(await pieces({ add: Array.from({ length: 49 }, (_, at) => `p${at}`) })).toBe(422)
    cookies = new Map()
    await signIn('bob@shopper.example')
    expect(await pieces({ product: other.id })).toEqual({ saved: [], took: null })
    // A product that somebody saved can still be deleted for good.
    expect(await shop.catalog.archive(tee.id)).toBeTruthy()
    expect(await deleteProduct(shop, tee.id)).toBe(true)
  })

  test('offers the addresses of their own orders for the next one, and nothing to anybody else', async () => {
    const offered = async (headers = {}) => {
      const answer = await fetch(`${served.url}/api/account/addresses`, {
        headers: { ...sent(), ...headers },
      })
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      return ((await answer.json()) as { addresses: unknown[] }).addresses
    }
    const { email: _, ...first } = CUSTOMER
    const numbers = [(await desk.paid(PAYS)).number]
    expect(await offered()).toEqual([])
    await signIn()
    expect(await offered()).toEqual([first])
    const places = ['12 Broadway Avenue, Apt', '1 Elm St', '2 Elm St', '3 Elm St']
    for (const address of places) {
      shop.pass(1_000)
      numbers.push((await desk.paid(PAYS, { customer: { ...CUSTOMER, address } })).number)
    }
    await desk.paid(PAYS, { customer: { ...CUSTOMER, email: 'bob@shopper.example', address: '9 Oak St' } })
    await desk.placed({ customer: { ...CUSTOMER, address: '8 Oak St' } })
    expect(await offered()).toEqual(
      ['3 Elm St', '2 Elm St', '1 Elm St'].map((address) => ({ ...first, address })),
    )
    const other = await fetch(`${served.url}/api/account/addresses`, {
      headers: { ...sent(), 'sec-fetch-site': 'cross-site' },
    })
    expect(other.status).toBe(403)
    for (const number of numbers) await fulfilOrder(shop, { ...(await desk.seen(number)), ...TRACKING })
    shop.pass(DAY_MS)
    await expireOrders(shop)
    expect(await eraseCustomer(shop, { email: ADA, by: 'owner@shop.example' })).toMatchObject({
      kind: 'erased',
    })
    cookies = new Map()
    await signIn()
    expect(await offered()).toEqual([])
  })

  test('gives a customer their data, and deletes it when nothing is in hand or may be of somebody else', async () => {
    const { number } = await desk.paid(PAYS)
    const stranger = await desk.paid(PAYS, { customer: { ...CUSTOMER, email: 'bob@shopper.example' } })
    await post('/account/erase', { sure: 'yes' })
    expect((await fetch(`${served.url}/account/data.json`, { redirect: 'manual' })).status).toBe(303)
    await signIn()
    const data = await read('/account/data.json')
    expect(JSON.parse(data)).toMatchObject({
      email: ADA,
      orders: [{ number, customer: CUSTOMER, lines: [{ size: 'M', quantity: 2, unitPriceCents: 118_00 }] }],
    })
    expect(data).not.toContain('bob@')
    expect(await read('/account?asked=erase')).toContain('the law makes us keep what was bought')
    const erase = async () => (await post('/account/erase', { sure: 'yes' })).headers.get('location')
    expect(await erase()).toBe('/account?asked=in-hand')
    await fulfilOrder(shop, { ...(await desk.seen(number)), ...TRACKING })
    await fulfilOrder(shop, { ...(await desk.seen(stranger.number)), ...TRACKING })
    expect(await erase()).toBe('/account?asked=erased')
    expect(cookies.has('customer')).toBe(false)
    expect((await desk.found(number)).customer.email).toBe('')
    expect((await desk.found(stranger.number)).customer.email).toBe('bob@shopper.example')
    // An address that once stood on the order of somebody else deletes nothing of it.
    const corrected = { ...(await desk.seen(stranger.number)), email: 'bob.b@shopper.example' }
    expect(await correctEmail(shop, { ...corrected, resend: false })).toMatchObject({
      kind: 'email-corrected',
    })
    await signIn('bob@shopper.example')
    expect(await read()).toContain('There are no orders under this address yet.')
    expect(await erase()).toBe('/account?asked=in-hand')
    expect((await desk.found(stranger.number)).customer.email).toBe('bob.b@shopper.example')
  })

  test('joins the newsletter by an email to confirm, leaves it at once, and ends reminders', async () => {
    await signIn()
    const choose = async (choice: string) =>
      (await post('/account/mails', { choice })).headers.get('location')
    expect(await choose('join')).toBe('/account?asked=joined')
    expect(await read()).toContain('You do not get our newsletter.')
    const { db } = open()
    await db.updateTable('newsletter_subscribers').set({ state: 'confirmed', confirmed_at: 1 }).execute()
    expect(await read()).toContain('You get our newsletter.')
    await choose('leave')
    expect(await read()).toContain('You do not get our newsletter.')
    const topic = { kind: 'size', productId: product.id, size: 'M' } as const
    await askForReminder(shop, topic, ADA)
    expect(await read()).toContain('You asked for 1 reminder.')
    await choose('no-reminders')
    expect(await read()).not.toContain('You asked for')
  })

  test('is deleted with the other data of the customer, in every browser', async () => {
    await signIn()
    expect(await eraseCustomer(shop, { email: ADA, by: 'owner@shop.example' })).toMatchObject({
      kind: 'erased',
    })
    expect(await read()).not.toContain('Signed in as')
    const { db } = open()
    expect(await db.selectFrom('sign_ins').selectAll().execute()).toEqual([])
    while ((await deliverOutbox(shop)) > 0);
    const task = await db
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'forget-mails')
      .executeTakeFirstOrThrow()
    expect(task.payload).toMatch(/sign-in-[\w-]{36}/)
  })
})
