import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { changeGuests } from '#operations/drops/early-access.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { drop } from '#test/support/drop.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const HOUR = 3_600_000
const PASSWORD = 'red before noon'
const ADA = 'ada@shopper.example'
const NOT_YET = { status: 409, statuses: ['not-yet'] }

describeOnEachDatabase('Early access to a drop', (open) => {
  let shop: TestShop
  let served: ServedShop
  let product: Product
  let winter: Drop

  beforeEach(async () => {
    shop = await openTestShop(open())
    served = await serveShop(shop)
    shop.settings.publicUrl = served.url
    product = await shop.catalog.add(hoodie({ name: 'Comet Jacket', stock: 5 }))
    await shop.identity.addMember({ email: 'bo@redemption.example', password: 'wears red' })
    const now = shop.now()
    winter = drop({
      products: [product.id],
      publicFrom: now - HOUR,
      soldFrom: now + 2 * HOUR,
      early: { from: now, password: PASSWORD },
    })
    await save()
  })
  afterEach(() => served.close())

  async function save(changes: Partial<Drop> = {}): Promise<void> {
    winter = { ...winter, ...changes }
    await saveAsStaff(shop, DROPS, { drops: [winter] })
  }
  let network = 0
  /** Asks by the form; returns where it leads, and the cookie that the browser has then. */
  async function ask(by: string, more: { from?: string; leaveEmpty?: string } = {}) {
    const { from = `203.0.${(network += 1)}.7`, ...fields } = more
    return post('/api/drops/early', new URLSearchParams({ drop: 'winter', by, ...fields }), from)
  }
  async function post(path: string, body?: URLSearchParams, from = '203.0.113.1') {
    const init = { method: 'POST', redirect: 'manual', headers: { 'x-forwarded-for': from } } as const
    const answer = await fetch(served.url + path, body ? { ...init, body } : init)
    const [set = ''] = answer.headers.getSetCookie()
    return { to: answer.headers.get('location'), cookie: set.split(';')[0] ?? '' }
  }
  async function order(cookie: string, more: object = {}) {
    const amount = priceCart([{ price: product.price, quantity: 1 }], {
      destination: null,
      tariff: TARIFF,
    }).total
    const answer = await fetch(`${served.url}/create-payment-intent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({
        checkoutId: crypto.randomUUID(),
        amount,
        currency: 'cad',
        items: [{ productId: product.id, size: 'M', quantity: 1 }],
        customer: CUSTOMER,
        ...more,
      }),
    })
    const { lines = [] } = (await answer.json()) as { lines?: { status: string }[] }
    return { status: answer.status, statuses: lines.map(({ status }) => status) }
  }
  async function priced(cookie: string): Promise<string | undefined> {
    const answer = await fetch(`${served.url}/api/cart/price`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ items: [{ productId: product.id, size: 'M', quantity: 1 }] }),
    })
    return ((await answer.json()) as { lines: { status: string }[] }).lines[0]?.status
  }
  const isEarly = async (cookie: string) =>
    (await (await fetch(`${served.url}/api/drops/winter/turn`, { headers: { cookie } })).json()) as object
  const mailed = async () => {
    await deliverOutbox(shop)
    return shop.mails.map(({ text }) => /early-access\?token=\S+/.exec(text)?.[0] ?? '')
  }
  const press = (link: string) => post(`/${link.replace('?', '/open?')}`)
  const list = (add: string) => changeGuests(shop, winter, { add })

  test('sells before the sale to whoever has the password, and to nobody else, and to everyone from then on', async () => {
    expect(await order('')).toEqual(NOT_YET)
    const { to, cookie } = await ask(PASSWORD)
    expect(to).toBe('/drop/winter?asked=early#early')
    expect(await priced(cookie)).toBe('ok')
    expect(await isEarly(cookie)).toMatchObject({ isEarly: true, endsAt: null })
    expect(await order(cookie)).toMatchObject({ status: 200 })
    expect(await priced('')).toBe('not-yet')
    expect(await isEarly('')).toMatchObject({ isEarly: false })
    shop.pass(2 * HOUR)
    expect(await priced('')).toBe('ok')
    expect(await isEarly(cookie)).toMatchObject({ isEarly: false })
  })

  test('answers a wrong password, any address and a bot the same, and opens nothing', async () => {
    await list(ADA)
    const asked = await Promise.all([
      ask('red before moon'),
      ask(''),
      ask(ADA),
      ask('never@shopper.example'),
      ask(PASSWORD, { leaveEmpty: 'x' }),
    ])
    for (const one of asked) expect(one).toEqual({ to: '/drop/winter?asked=guest#early', cookie: '' })
  })

  test('has as many guests as are pasted', async () => {
    const many = Array.from({ length: 7_000 }, (_, at) => `g${at}@shopper.example`)
    expect(await list(many.join('\n'))).toMatchObject({ guests: 7_000 })
  })

  test('tries no more than twenty passwords for a network, after which the right one opens nothing', async () => {
    const from = '198.51.100.7'
    for (let guess = 0; guess < 20; guess += 1) await ask(`guess number ${guess}`, { from })
    expect((await ask(PASSWORD, { from })).cookie).toBe('')
    expect((await ask(PASSWORD)).cookie).not.toBe('')
  })

  test('mails a listed address, however it is typed, a link that opens once; no other address gets one', async () => {
    expect(
      await list('Ada <Ada@Shopper.example>; bo@shopper.example\nada+x@shopper.example, nobody@'),
    ).toEqual({
      guests: 2,
      unread: ['nobody@'],
    })
    await ask('never@shopper.example')
    await ask(' ada+drop@shopper.example')
    const [link = '', ...others] = await mailed()
    expect(others).toEqual([])
    expect(shop.mails[0]?.to.address).toBe(ADA)
    expect((await fetch(`${served.url}/${link}`)).status).toBe(200)
    const [first, second] = await Promise.all([press(link), press(link)])
    expect([first.cookie, second.cookie].filter(Boolean)).toHaveLength(1)
    expect(await order(first.cookie || second.cookie)).toMatchObject({ status: 200 })
    expect((await fetch(`${served.url}/${link}`)).status).toBe(410)
    await ask(ADA)
    const [, again = ''] = await mailed()
    expect(again).not.toBe(link)
    expect((await press(again)).cookie).not.toBe('')
  })

  test('takes no forged cookie, none of another drop, and none of a password or an address that staff removed', async () => {
    await list(ADA)
    await ask(ADA)
    const [link = ''] = await mailed()
    const guest = (await press(link)).cookie
    const { cookie } = await ask(PASSWORD)
    const [name = '', value = ''] = cookie.split('=')
    const [, key = ''] = value.split('.')
    for (const forged of [`password.${'x'.repeat(22)}`, `password2.${key}`, key, 'x'])
      expect(await order(`${name}=${forged}`)).toEqual(NOT_YET)
    await save({ id: 'w2' })
    expect(await order(`early-w2=${value}`)).toEqual(NOT_YET)
    expect(await order(guest.replace('early-w=', 'early-w2='))).toEqual(NOT_YET)
    await save({ id: 'w', early: { from: shop.now(), password: 'another one' } })
    expect(await order(cookie)).toEqual(NOT_YET)
    expect(await priced(guest)).toBe('ok')
    await changeGuests(shop, winter, 'remove-all')
    expect(await priced(guest)).toBe('not-yet')
  })

  test('opens nothing before its time, and sells nothing that is not public yet', async () => {
    const { cookie } = await ask(PASSWORD)
    const now = shop.now()
    await save({ publicFrom: now + HOUR, early: { from: now + HOUR, password: PASSWORD } })
    expect(await order(cookie)).toMatchObject({ status: 409, statuses: ['gone'] })
    expect(await ask(PASSWORD)).toEqual({ to: '/drop/winter', cookie: '' })
    const page = await (await fetch(`${served.url}/drop/winter`)).text()
    expect(page).not.toContain('Comet')
    expect(page).not.toContain(PASSWORD)
    shop.pass(HOUR)
    expect(await order(cookie)).toMatchObject({ status: 200 })
  })

  test('asks for the product again in the transaction: one that was made a draft meanwhile is not sold', async () => {
    const { cookie } = await ask(PASSWORD)
    shop.placements.enter = async (placement) => {
      await open().db.updateTable('products').set({ draft: 1 }).execute()
      return placement.place()
    }
    expect(await order(cookie)).toMatchObject({ status: 409 })
    expect(await open().db.selectFrom('orders').select('id').execute()).toEqual([])
  })

  test('counts the limit per person and the minutes to pay for early buyers too', async () => {
    await save({ perPerson: 1, payMinutes: 5 })
    const { cookie } = await ask(PASSWORD)
    expect(await order(cookie)).toMatchObject({ status: 200 })
    expect(await order(cookie)).toMatchObject({ status: 422 })
    const { pay_by: payBy } = await open().db.selectFrom('orders').select('pay_by').executeTakeFirstOrThrow()
    expect(payBy).toBe(shop.now() + 5 * 60_000)
  })

  test('forgets an address on request, and all of them thirty days after the sale', async () => {
    await list(`${ADA} bo@shopper.example`)
    await ask(ADA)
    await mailed()
    expect(await eraseCustomer(shop, { email: ADA, by: 'bo' })).toMatchObject({ kind: 'erased' })
    const rows = () => open().db.selectFrom('drop_guests').select('email').execute()
    expect(await rows()).toEqual([{ email: 'bo@shopper.example' }])
    shop.pass(30 * 24 * HOUR)
    await applyRetention(shop)
    expect(await rows()).toHaveLength(1)
    shop.pass(2 * HOUR)
    await applyRetention(shop)
    expect(await rows()).toEqual([])
  })
})
