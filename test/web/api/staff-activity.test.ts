import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertContactMessage } from '#db/inbox/contact-messages.ts'
import { recordSubscription } from '#db/newsletter/newsletter-subscribers.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { TAX } from '#domain/settings/tax.ts'
import { toMessageId, toProductId, toSubscriberId } from '#domain/ids.ts'
import type { Product } from '#domain/catalog/product.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { customerOrders } from '#test/support/order-desk.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { ADA, signInAda, type Ask } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const SHOPPER = { ...CUSTOMER, name: 'Zebulon Quux', email: 'zeb@quux.example' }

describeOnEachDatabase('the activity of staff', (open) => {
  let shop: TestShop
  let served: ServedShop
  let product: Product
  let ask: Ask

  beforeEach(async () => {
    shop = await openTestShop(open(), { start: Date.now() + 60_000 })
    product = await shop.catalog.add(hoodie({ stock: 50 }), toProductId('hoodie'))
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
  })
  afterEach(() => served.close())

  const { paid } = customerOrders(() => ({ shop, product }))
  const entries = () => open().db.selectFrom('audit_events').selectAll().orderBy('id').execute()
  const act = async (method: string, path: string, body: object = {}) => {
    const answer = await ask(method, `/api/staff/${path}`, body)
    expect(answer.status, `${method} ${path}: ${await answer.clone().text()}`).toBeLessThan(300)
  }
  const csv = async (query = '') =>
    (await (await ask('GET', `/api/staff/activity.csv${query}`)).text()).replace('\uFEFF', '').split('\r\n')

  async function changeProduct(changes: object): Promise<void> {
    const { name, price, category, description, stock, sizes, pictures } = product
    const fields = { name, price: price / 100, category, description, stock, sizes, pictures, ...changes }
    const seen = { stock, sizes }
    await act('PUT', 'products/hoodie', { ...fields, seen, version: product.version })
  }

  test('shows a change with who made it, when, and the values before and after', async () => {
    await changeProduct({ name: 'Better Hoodie' })
    const [, entry] = await entries()
    expect(entry).toMatchObject({
      action: 'product-changed',
      actor_name: ADA.email,
      subject_kind: 'product',
      subject_id: 'hoodie',
      subject_name: 'Better Hoodie',
    })
    expect(JSON.parse(entry?.changes ?? '')).toEqual([
      { field: 'Name', before: product.name, after: 'Better Hoodie' },
    ])
    // The export is an entry itself, before its first line.
    const [, exported, line] = await csv()
    expect(exported).toContain('Exported the staff activity')
    expect(line).toContain(`${ADA.email},Changed product Better Hoodie,product-changed,product,hoodie`)
    expect(line).toContain(`Name: ${product.name} → Better Hoodie`)
  })

  test('shows money, times and choices in words, and exports them exactly', async () => {
    const number = await paid(SHOPPER)
    const found = open().db.selectFrom('orders').select('version').where('number', '=', number)
    const { version } = await found.executeTakeFirstOrThrow()
    const untracked = { carrier: '', trackingNumber: '', trackingLink: '' }
    await act('POST', `orders/${number}/fulfil`, { version, ...untracked })
    const at = Date.parse('2026-12-24T18:30:00Z')
    await changeProduct({ compareAt: '150', publishedFrom: at, gender: 'unisex', origin: 'CA' })
    const shipping = { ...SHIPPING.fallback, defaultWeight: 1_200 }
    await act('PUT', 'shipping', { version: 0, value: shipping })
    await act('PUT', 'settings/tax', { version: 0, value: { ...TAX.fallback, flatMilliPercent: 5_000 } })
    const rows = [{ size: 'S', lengths: [540] }]
    await act('PUT', 'size-charts/Hoodies', { version: 0, measurements: ['Chest'], rows })
    await act('PUT', 'size-charts/Hoodies', {
      version: 1,
      measurements: ['Chest'],
      rows: [{ size: 'S', lengths: [550] }],
    })
    const html = (await (await ask('GET', '/admin/activity')).text()).replaceAll('<!-- -->', '')
    const shown = (field: string) =>
      new RegExp(`>${field}:</span> <del>([^<]*)</del> <span[^>]*>→</span> <ins>([^<]*)</ins>`)
        .exec(html)
        ?.slice(1)
    expect(shown('Compare-at price')).toEqual(['–', 'C$150.00'])
    expect(shown('Published from')).toEqual(['–', expect.stringMatching(/24.*12:30/)])
    expect(shown('Gender')).toEqual(['–', 'Unisex'])
    expect(shown('Country of origin')).toEqual(['–', 'Canada'])
    expect(shown('Default weight')).toEqual(['500 g', '1200 g'])
    expect(shown('One rate')).toEqual(['2%', '5%'])
    expect(shown('Sizes, S, Chest \\(mm\\)')).toEqual(['540', '550'])
    expect(shown('State')).toEqual(['Paid', 'Fulfilled'])
    expect(shown('Fulfilment')).toEqual(['Not fulfilled', 'Fulfilled'])
    const table = /<table[\s\S]*<\/table>/.exec(html)?.[0] ?? ''
    expect(table).not.toMatch(/[{}[\]]|&quot;|\d{10}/)
    const text = (await csv()).join('\n')
    expect(text).toContain(`Published from: – → ${at}`)
    expect(text).toContain('Compare-at price: – → 15000')
  })

  test('shows an entry of an earlier version in words too', async () => {
    const earlier = (subject_kind: 'product' | 'setting', changes: object[]) => ({
      at: shop.now(),
      action: subject_kind === 'product' ? ('product-changed' as const) : ('setting-changed' as const),
      actor_id: null,
      actor_name: '',
      subject_kind,
      subject_id: 'hoodie',
      subject_name: 'Hoodie',
      changes: JSON.stringify(changes),
      network: '',
      user_agent: '',
    })
    const rows = [
      earlier('product', [
        { field: 'Compare-at price', before: null, after: 60_00 },
        { field: 'Images', before: 'a1b2 (Front)', after: 'c3d4 (Front)' },
      ]),
      earlier('setting', [
        { field: 'Table of rates', before: null, after: '[{"country":"CA","region":"Ontario","milliPerc…' },
      ]),
    ]
    await open().db.insertInto('audit_events').values(rows).execute()
    const html = (await (await ask('GET', '/admin/activity')).text()).replaceAll('<!-- -->', '')
    expect(html).toContain('<ins>C$60.00</ins>')
    expect(html).toContain('<del>Front</del>')
    expect(html).toContain('<ins>Front, other files</ins>')
    expect(html).toContain('<ins>country CA, region Ontario, milliPerc…</ins>')
  })

  test('can be searched by subject, action, person and day, and an invalid filter finds nothing', async () => {
    const number = await paid(SHOPPER)
    await act('POST', `orders/${number}/note`, { noteId: 'a-note-1', text: 'Called' })
    await changeProduct({ name: 'Better Hoodie' })
    const whats = async (query: string) => (await csv(query)).slice(1, -1).map((line) => line.split(',')[3])
    expect(await whats(`?q=${number.toLowerCase()}`)).toEqual(['order-noted'])
    expect(await whats('?q=better')).toEqual(['product-changed'])
    expect(await whats('?what=order-noted')).toEqual(['order-noted'])
    expect(await whats('?what=product')).toEqual(['product-changed'])
    expect(await whats('?q=nothing-like-it')).toEqual([])
    expect(await whats('?person=nobody')).toEqual([])
    expect(await whats('?to=2001-01-01')).toEqual([])
    expect(await whats(`?q=${ADA.email}`)).toEqual(['signed-in'])
  })

  test('has no entry for a request that changes nothing', async () => {
    const number = await paid(SHOPPER)
    const note = { noteId: 'a-note-1', text: 'Called' }
    await act('POST', `orders/${number}/note`, note)
    await act('POST', `orders/${number}/note`, note)
    expect((await entries()).map(({ action }) => action)).toEqual(['signed-in', 'order-noted'])
  })

  test('never has a customer’s data, so that erasing the customer need not change it', async () => {
    const number = await paid(SHOPPER)
    const version = async () => {
      const order = open().db.selectFrom('orders').select('version').where('number', '=', number)
      return (await order.executeTakeFirstOrThrow()).version
    }
    const { email: _email, ...recipient } = { ...SHOPPER, address: '77 Xylophone Road' }
    const on = async (action: string, body: object) =>
      act('POST', `orders/${number}/${action}`, { version: await version(), ...body })
    await on('note', { noteId: 'a-note-1', text: 'Zebulon Quux called' })
    await on('address', { recipient, difference: 0 })
    await on('email', { email: 'quux@shopper.example', resend: true })
    await on('fulfil', { carrier: 'Quux Post', trackingNumber: 'QUUX 1', trackingLink: '' })
    await on('refund', { refundId: 'a-refund-1', amount: '10.00', reason: 'Quux is unhappy', units: [] })
    const { db } = open()
    const message = { ...SHOPPER, subject: 'other' as const, message: 'Xylophone?' }
    const { name, email, subject, message: text } = message
    await insertContactMessage(db, toMessageId('m1'), { name, email, subject, message: text }, shop.now())
    await recordSubscription(db, { email, newId: toSubscriberId('s1'), now: shop.now() })
    await act('POST', 'messages/m1/mark', { version: 1, answered: true })
    await act('POST', 'subscribers/s1/unsubscribe')
    const before = await entries()
    expect(before.map(({ action }) => action)).toEqual([
      'signed-in',
      'order-noted',
      'order-address-changed',
      'order-email-corrected',
      'order-fulfilled',
      'order-refunded',
      'message-answered',
      'subscriber-unsubscribed',
    ])
    expect(JSON.stringify(before)).not.toMatch(/zebulon|quux|xylophone|306 ?555/i)
    expect(JSON.parse(before[5]?.changes ?? '')).toContainEqual({
      field: 'Refunded',
      before: 'C$0.00',
      after: 'C$10.00',
    })
    while ((await deliverOutbox(shop)) > 0);
    await act('POST', 'erasures', { email })
    const after = await entries()
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.slice(before.length)).toMatchObject([{ action: 'customer-erased', subject_id: '' }])
    expect(JSON.stringify(after)).not.toMatch(/zebulon|quux|xylophone/i)
  })

  test('is shown on a page of sentences, for owners only', async () => {
    await changeProduct({ name: 'Better Hoodie' })
    const page = await (await ask('GET', '/admin/activity?what=product')).text()
    expect(page).toContain('Changed product Better Hoodie')
    expect(page).toMatch(/<del>[^<]*<\/del>/)
    await shop.identity.addMember({ ...ADA, role: 'manager' })
    expect((await ask('GET', '/api/staff/activity.csv')).status).toBe(401)
  })
})
