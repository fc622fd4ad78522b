import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { toDisputeId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { handleDisputeEvent } from '#operations/refunds/handle-dispute-event.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import type { OrderView } from '#web/views/orders/order-view.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { serveBeforeEach, signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { correctEmail } from '#operations/orders/correct-email.ts'
import { ADA_AS_OWNER, customerOrders } from '#test/support/order-desk.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import type { Ask } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

const TRACKING = { carrier: 'Canada Post', trackingNumber: 'CP 1', trackingLink: 'https://track.example/1' }
const DAY_MS = 24 * 3_600_000

describeOnEachDatabase('The staff’s orders over HTTP', (open, { startWith }) => {
  let shop: TestShop
  let product: Product
  let ask: Ask

  signInBeforeEach(
    { open, startWith },
    (opened) => ({ shop, product, ask } = opened),
    hoodie({ stock: null }),
  )

  const page = async (path: string) => (await ask('GET', path)).text()
  const view = async (number: string) =>
    (await (await ask('GET', `/api/staff/orders/${number}`)).json()) as OrderView
  const act = (number: string, action: string, body: object) =>
    ask('POST', `/api/staff/orders/${number}/${action}`, body)

  const { placed, paid } = customerOrders(() => ({ shop, product }))

  test('an order goes from paid to fulfilled to partly refunded, and its page shows each state', async () => {
    const number = await paid()
    const before = await view(number)
    expect(before.may).toEqual({
      fulfil: true,
      'fulfil-unpaid': false,
      hold: true,
      release: false,
      balance: false,
      tracking: false,
      'undo-fulfilment': false,
      'pick-up': false,
      'undo-pickup': false,
      address: true,
      email: true,
      items: true,
      cancel: true,
      refund: true,
      restock: false,
      resolve: false,
      note: true,
      tag: true,
    })
    const fulfilled = await act(number, 'fulfil', { version: before.version, ...TRACKING })
    expect(await fulfilled.json()).toMatchObject({
      state: 'fulfilled',
      fulfilment: 'fulfilled',
      shipments: [{ number: 1, ...TRACKING, items: [{ quantity: 2 }, { quantity: 1 }] }],
      isMoving: true,
    })
    const refund = { refundId: randomUUID(), amount: '50', reason: 'Torn seam', units: [] }
    const { version } = await view(number)
    expect((await act(number, 'refund', { version, ...refund })).status).toBe(200)
    while ((await deliverOutbox(shop)) > 0);
    const after = await view(number)
    const { state, isMoving, payment } = after
    expect({ state, isMoving, left: payment.left?.typed, payment: payment.state }).toEqual({
      state: 'refunded-in-part',
      isMoving: false,
      left: '336.08',
      payment: 'Partially refunded: C$50.00 of C$386.08',
    })
    const words = after.history.map((event) => event.words)
    expect(words).toContain('Requested a refund: C$50.00 (Torn seam)')
    expect(words).toContain('Fulfilled the order with Canada Post, tracking number CP 1')
    expect(await page(`/admin/orders/${number}`)).toContain('Partially refunded')
  })

  test('the second of two edits is refused, and gets the current order', async () => {
    const number = await paid()
    const { version } = await view(number)
    await act(number, 'cancel', { version, restock: true, reason: '' })
    const late = await act(number, 'fulfil', { version, ...TRACKING })
    expect({ status: late.status, body: await late.json() }).toMatchObject({
      status: 409,
      body: { type: '/problems/changed-meanwhile', current: { state: 'cancelled' } },
    })
    const current = (await view(number)).version
    const impossible = await act(number, 'fulfil', { version: current, ...TRACKING })
    expect({ status: impossible.status, body: await impossible.json() }).toMatchObject({
      status: 409,
      body: { type: '/problems/not-possible', title: expect.stringContaining('“Cancelled”') as string },
    })
  })

  test('an order with a full refund in progress is not sent, and staff see why', async () => {
    const number = await paid()
    const { version, payment } = await view(number)
    const refund = { refundId: randomUUID(), amount: payment.left?.typed, reason: '', units: [] }
    await act(number, 'refund', { version, ...refund })
    const fulfilled = await act(number, 'fulfil', { version: version + 1, ...TRACKING })
    expect({ status: fulfilled.status, body: await fulfilled.json() }).toMatchObject({
      status: 409,
      body: {
        title: 'A refund of this order is still pending. Wait until the payment provider has responded.',
        current: { state: 'paid', may: { fulfil: false } },
      },
    })
    expect(await page(`/admin/orders/${number}/packing-slip`)).toContain('not waiting to be sent')
  })

  test('a refund of chosen items and shipping is priced by the shop, with the tax, and offered once', async () => {
    const number = await paid()
    const { version, refundable } = await view(number)
    expect(refundable).toEqual({
      lines: [
        { position: 0, prices: [0, 120_36, 240_72], sent: 0 },
        { position: 1, prices: [0, 120_36], sent: 0 },
      ],
      shipping: 25_00,
      left: 386_08,
    })
    const refund = { version, refundId: randomUUID(), reason: '', units: [] }
    const refused = await act(number, 'refund', { ...refund, items: [], shipping: false })
    expect(await refused.json()).toMatchObject({
      errors: [{ path: '/items', message: 'Choose what to refund, or enter another amount.' }],
    })
    const chosen = { items: [{ position: 0, quantity: 1 }], shipping: true }
    expect((await act(number, 'refund', { ...refund, ...chosen })).status).toBe(200)
    while ((await deliverOutbox(shop)) > 0);
    const after = await view(number)
    expect(after.payment.state).toBe('Partially refunded: C$145.36 of C$386.08')
    expect(after.history.map(({ words }) => words)).toContain(
      `Requested a refund: C$145.36, for 1 x ${product.name}, M; shipping`,
    )
    expect(after.refundable).toEqual({
      lines: [
        { position: 0, prices: [0, 120_36], sent: 0 },
        { position: 1, prices: [0, 120_36], sent: 0 },
      ],
      shipping: 0,
      left: 240_72,
    })
    const again = { ...refund, version: after.version, refundId: randomUUID() }
    const twice = { ...again, items: [{ position: 0, quantity: 2 }] }
    expect(await (await act(number, 'refund', twice)).json()).toMatchObject({
      errors: [{ path: '/items', message: 'Some of these items have already been refunded.' }],
    })
  })

  test('the tracking of a sent order is corrected, and the fulfilment is undone with a reason', async () => {
    const number = await paid()
    await act(number, 'fulfil', { version: (await view(number)).version, ...TRACKING })
    const { version } = await view(number)
    const corrected = { version, shipment: 1, ...TRACKING, trackingNumber: 'CP 2', tellCustomer: true }
    expect(await (await act(number, 'tracking', corrected)).json()).toMatchObject({
      shipments: [{ trackingNumber: 'CP 2' }],
    })
    const again = await act(number, 'tracking', { ...corrected, version: version + 1 })
    expect({ status: again.status, body: await again.json() }).toMatchObject({
      status: 409,
      body: { title: 'This tracking is already saved.' },
    })
    const none = { carrier: '', trackingNumber: '', trackingLink: '' }
    const empty = await act(number, 'tracking', { ...corrected, ...none, version: version + 1 })
    expect(await empty.json()).toMatchObject({ errors: [{ path: '/trackingNumber' }] })
    const nothing = await act(number, 'undo-fulfilment', { version: version + 1, shipment: 1, reason: ' ' })
    expect(await nothing.json()).toMatchObject({ errors: [{ path: '/reason', message: 'Enter a reason.' }] })
    const undone = await act(number, 'undo-fulfilment', {
      version: version + 1,
      shipment: 1,
      reason: 'Wrong order',
    })
    expect(await undone.json()).toMatchObject({ state: 'paid', shipments: [], may: { fulfil: true } })
  })

  test('part of an order is sent, and the rest when it is in stock; both pages show each parcel', async () => {
    const number = await paid()
    const { version } = await view(number)
    const part = { version, ...TRACKING, items: [{ position: 0, quantity: 1 }] }
    const none = await act(number, 'fulfil', { ...part, items: [] })
    expect({ status: none.status, body: await none.json() }).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/items', message: 'Choose at least one item.' }] },
    })
    const tooMany = await act(number, 'fulfil', { ...part, items: [{ position: 0, quantity: 3 }] })
    expect({ status: tooMany.status, body: await tooMany.json() }).toMatchObject({
      status: 409,
      body: { type: '/problems/not-open', errors: [{ path: '/items' }], current: { state: 'paid' } },
    })
    const answers = await Promise.all([act(number, 'fulfil', part), act(number, 'fulfil', part)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const after = await view(number)
    expect(after).toMatchObject({
      state: 'paid',
      fulfilment: 'partially-fulfilled',
      lines: [
        { quantity: 2, shipped: 1, open: 1 },
        { quantity: 1, shipped: 0, open: 1 },
      ],
      shipments: [{ number: 1, ...TRACKING, items: [{ position: 0, quantity: 1 }] }],
      may: { fulfil: true, tracking: true, 'undo-fulfilment': true, cancel: false, address: false },
    })
    expect(await page('/admin/orders?state=to-fulfil')).toContain('Partially fulfilled')
    const own = await page(after.shopperPath)
    expect(own).toContain('Partly on its way')
    expect(own).toContain('Still to come')
    expect(own).toContain('https://track.example/1')
    const slip = await page(`/admin/orders/${number}/packing-slip`)
    expect(slip).toContain('1 item of this order was sent in an earlier parcel')
    const cancelled = await act(number, 'cancel', { version: version + 1, restock: true, reason: '' })
    expect(await cancelled.json()).toMatchObject({ type: '/problems/partly-sent', status: 409 })
    const rest = { version: version + 1, ...TRACKING, trackingNumber: 'CP 2', trackingLink: '' }
    expect(await (await act(number, 'fulfil', rest)).json()).toMatchObject({
      state: 'fulfilled',
      shipments: [{ number: 1 }, { number: 2, trackingNumber: 'CP 2', items: [{}, {}] }],
    })
    const whole = await page(after.shopperPath)
    expect(whole).toContain('On its way')
    expect(whole).toContain('id="parcel-2"')
    expect(whole).not.toContain('Still to come')
    const gone = await act(number, 'undo-fulfilment', { version: version + 2, shipment: 3, reason: 'Lost' })
    expect({ status: gone.status, body: await gone.json() }).toMatchObject({
      status: 409,
      body: { type: '/problems/unknown-shipment' },
    })
  })

  test('there is no packing slip of an order that was not paid', async () => {
    const { orderNumber } = await placed()
    const slip = await ask('GET', `/admin/orders/${orderNumber}/packing-slip`)
    expect({ status: slip.status, html: await slip.text() }).toMatchObject({
      status: 409,
      html: expect.stringContaining('is not paid') as string,
    })
    expect(await page(`/admin/orders/${orderNumber}`)).not.toContain('Packing slip')
    expect(await page(`/admin/orders/${await paid()}`)).toContain('Packing slip')
  })

  test('while an earlier refund is unconfirmed another needs a ticked box, whose field is named in the error', async () => {
    const number = await paid()
    const { version } = await view(number)
    const refund = (more: object) => ({
      refundId: randomUUID(),
      amount: '10',
      reason: '',
      units: [],
      ...more,
    })
    await act(number, 'refund', refund({ version }))
    while ((await deliverOutbox(shop)) > 0);
    await shop.database.db.updateTable('refunds').set({ state: 'unconfirmed' }).execute()
    const { version: now } = await view(number)
    for (const [action, body] of [
      ['refund', refund({ version: now })],
      ['cancel', { version: now, restock: true, reason: '' }],
    ] as const) {
      const refused = await act(number, action, body)
      expect({ status: refused.status, body: await refused.json() }).toMatchObject({
        status: 409,
        body: {
          type: '/problems/refund-unconfirmed',
          errors: [
            {
              path: '/checkedGateway',
              message: expect.stringContaining(
                'The payment provider never confirmed an earlier refund',
              ) as string,
            },
          ],
        },
      })
    }
    expect((await act(number, 'refund', refund({ version: now, checkedGateway: true }))).status).toBe(200)
  })

  test('a stored note is not replaced by another text, and staff see an error', async () => {
    const number = await paid()
    const note = { noteId: randomUUID(), text: 'Called, no answer' }
    expect((await act(number, 'note', note)).status).toBe(200)
    expect((await act(number, 'note', note)).status).toBe(200)
    const refused = await act(number, 'note', { ...note, text: 'Called, she agrees' })
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ type: '/problems/note-id-taken' })
    expect(JSON.stringify(await view(number))).toContain('Called, no answer')
  })

  test('invalid fields are named, including a refund of more than was paid', async () => {
    const number = await paid()
    const { version } = await view(number)
    const refund = { version, refundId: randomUUID(), amount: '1000', reason: '', units: [] }
    expect(await (await act(number, 'refund', refund)).json()).toMatchObject({
      errors: [{ path: '/amount', message: 'At most C$386.08 is left to refund.' }],
    })
    const link = { version, ...TRACKING, trackingLink: 'javascript:alert(1)' }
    expect((await act(number, 'fulfil', link)).status).toBe(422)
    expect((await act('R-0000-0000', 'note', { noteId: randomUUID(), text: 'x' })).status).toBe(404)
    expect((await act('nothing', 'note', { noteId: randomUUID(), text: 'x' })).status).toBe(404)
    expect((await ask('GET', '/admin/orders/R-0000-0000')).status).toBe(404)
  })

  test('the list can be searched by number, name and email, and filtered by state and by the shop’s days', async () => {
    const first = await paid({ name: 'Zoë O’Connor-Łęcki Ångström', email: "zoe.o'connor@shopper.example" })
    shop.pass(DAY_MS)
    const second = (await placed()).orderNumber
    const shown = async (query: string) => {
      const html = await page(`/admin/orders${query}`)
      return [first, second].filter((number) => html.includes(`href="/admin/orders/${number}`))
    }
    expect(await shown('')).toEqual([first, second])
    expect(await shown(`?q=${first.toLowerCase()}`)).toEqual([first])
    expect(await shown('?q=%C3%A5NGSTR')).toEqual([first])
    for (const query of ['angstrom', "o'connor", 'O’Connor-Łęcki', 'oconnor', 'lecki', 'zoe o', "zoe.o'c"]) {
      expect(await shown(`?q=${encodeURIComponent(query)}`), query).toEqual([first])
    }
    expect(await shown('?q=ADA@shopper')).toEqual([second])
    expect(await shown('?q=%25%25%25')).toEqual([])
    expect(await shown('?q="a" OR *')).toEqual([])
    expect(await shown('?q=zo')).toEqual([])
    expect(await page('/admin/orders?q=zo')).toContain('at least three characters')
    expect(await shown('?state=pending')).toEqual([second])
    expect(await shown('?from=2026-11-22')).toEqual([second])
    expect(await shown('?to=2026-11-21')).toEqual([first])
    expect(await shown('?from=2026-11-21&to=2026-11-22&state=paid&q=ngstr')).toEqual([first])
    expect(await shown('?state=odd&from=never&page=-1')).toEqual([first, second])
  })

  test('an order is found by its current text, not by earlier text', async () => {
    const request = orderFor([product], [one(product)], { customer: { ...CUSTOMER, name: 'Old Name' } })
    const { orderNumber } = await place(shop, request)
    await place(shop, { ...request, customer: { ...CUSTOMER, name: 'New Name' } })
    expect(await page('/admin/orders?q=old+name')).not.toContain(orderNumber)
    expect(await page('/admin/orders?q=new+name')).toContain(orderNumber)
  })

  test('the list has pages of 25, and a page past the end is the last one', async () => {
    for (let i = 0; i < 27; i += 1) {
      shop.pass(1_000)
      await placed()
    }
    const rows = async (query: string) =>
      new Set((await page(`/admin/orders${query}`)).match(/\/admin\/orders\/R-[^"\\]+/g)).size
    expect(await rows('')).toBe(25)
    expect(await rows('?page=2')).toBe(2)
    expect(await rows('?page=9')).toBe(2)
    expect(await page('/admin/orders?page=9')).toContain('27 orders')
  })

  test('the export has a row for each order line, with the order’s totals once, and no cell that a spreadsheet would run', async () => {
    const number = await paid({ name: '=cmd()', email: 'ada@shopper.example' })
    await placed()
    const answer = await ask('GET', '/api/staff/orders.csv?state=paid')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="orders-2026-11-21.csv"')
    const [head = '', ...rows] = (await answer.text()).trimEnd().split('\r\n')
    expect(head.split(',')).toHaveLength(50)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toContain(`${number},2026-11-21T12:00:00.000Z`)
    expect(rows[0]).toContain(",Paid,'=cmd(),")
    expect(rows[0]).toContain('Emblem Hoodie,M,2,118.00,236.00')
  })

  test('orders that need attention are counted in the header of every page', async () => {
    const { clientSecret } = await placed()
    const intent = (await shop.gateway.findIntentBySecret(clientSecret))!
    await shop.database.db
      .updateTable('test_gateway_intents')
      .set({ amount_cents: cents(1) })
      .execute()
    expect(await page('/admin/account')).not.toContain('waiting</span>')
    await shop.gateway.confirm(intent.clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect(await page('/admin/account')).toContain('waiting</span>')
  })

  test('an over-refund is shown on every start screen of staff, until it is written off', async () => {
    const number = await paid()
    const { payments } = await view(number)
    const back = { id: 're_1', key: '', intentId: payments[0]?.intentId ?? '', failure: '' }
    await handleRefundEvent(shop, { ...back, amount: cents(386_08), state: 'succeeded' })
    const places = ['/admin/dashboard', '/admin/overview']
    for (const place of places) expect(await page(place)).not.toContain(number)
    const lost = { amount: cents(386_08), currency: 'cad', reason: 'fraudulent', state: 'lost' } as const
    await handleDisputeEvent(shop, { id: toDisputeId('dp_1'), intentId: back.intentId, ...lost })
    const words = 'C$772.16 refunded, C$386.08 received, C$386.08 too much'
    expect(await page(`/admin/orders/${number}`)).toContain(words)
    for (const place of places) expect(await page(place)).toContain(number)
    const { version, payment: after, may } = await view(number)
    expect({ state: after.state, overRefund: after.overRefund }).toEqual({
      state: 'More refunded than received: C$772.16 of C$386.08',
      overRefund: { received: 'C$386.08', returned: 'C$772.16', excess: 'C$386.08' },
    })
    expect(may).toMatchObject({ refund: false, cancel: true, resolve: true })
    const stands = await act(number, 'resolve', { version, outcome: 'stands', note: '' })
    expect({ status: stands.status, body: await stands.json() }).toMatchObject({
      status: 409,
      body: { type: '/problems/over-refunded', title: expect.stringContaining('written off') as string },
    })
    const writtenOff = await act(number, 'resolve', { version, outcome: 'written-off', note: 'Insured' })
    expect({ status: writtenOff.status, words: (await view(number)).history[0]?.words }).toEqual({
      status: 200,
      words: 'Resolved it: the loss of C$386.08 is written off (Insured)',
    })
    for (const place of places) expect(await page(place)).not.toContain(number)
  })

  test('the packing slip has no prices', async () => {
    const html = await page(`/admin/orders/${await paid()}/packing-slip`)
    expect(html).toContain('Emblem Hoodie')
    expect(html).not.toMatch(/\$|118\.00|11800/)
  })

  test('the overview counts by the shop’s days, minus refunds', async () => {
    await paid()
    shop.pass(8 * DAY_MS)
    const number = await paid()
    const { version } = await view(number)
    const refund = { version, refundId: randomUUID(), amount: '86.08', reason: '', units: [] }
    await act(number, 'refund', refund)
    while ((await deliverOutbox(shop)) > 0);
    await placed()
    const html = await page('/admin/overview')
    const props = /<script type="application\/json" id="page-data"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? ''
    const { overview } = JSON.parse(props) as { overview: { figures: object[]; days: { orders: number }[] } }
    expect(overview.figures).toMatchObject([
      { label: 'Revenue', value: 'C$686.08' },
      { label: 'Orders', value: '2' },
      { label: 'Average order', value: 'C$386.08' },
      { label: 'Net sales' },
      { label: 'Discounts', value: 'C$0.00' },
      { label: 'Refunded', value: 'C$86.08' },
      { label: 'Tax' },
    ])
    expect(overview.days).toHaveLength(30)
    const figures = (await (await ask('GET', '/api/staff/figures?from=2026-11-29&to=2026-11-29')).json()) as {
      summary: object
      before: object
    }
    expect(figures).toMatchObject({
      summary: { orders: 1, revenue: 300_00, average: 386_08, returned: 86_08 },
      before: { period: { from: '2026-11-28', to: '2026-11-28' }, summary: { orders: 0, revenue: 0 } },
    })
    expect(overview).toMatchObject({ bestSellers: [{ name: 'Emblem Hoodie', units: 6 }] })
  })
})

describeOnEachDatabase('the shopper’s page of an order', (open) => {
  let shop: TestShop
  let served: ServedShop
  let product: Product

  serveBeforeEach(open, (opened) => ({ shop, served, product } = opened), hoodie())

  async function bought() {
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    return { clientSecret, ...(await returned(clientSecret)) }
  }

  async function returned(clientSecret: string): Promise<{ orderNumber: string; orderPath: string }> {
    const answer = await fetch(`${served.url}/api/checkout/settle`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientSecret }),
    })
    return (await answer.json()) as { orderNumber: string; orderPath: string }
  }

  test('gets its link to the buyer, in the response and in the mail', async () => {
    const { orderNumber, orderPath } = await bought()
    await deliverOutbox(shop)
    const mail = shop.mails.find(({ to }) => to.address === CUSTOMER.email)
    expect(mail?.text).toContain(`http://shop.example${orderPath}`)
    const answer = await fetch(served.url + orderPath)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(html).toContain(orderNumber)
    expect(html).toContain('12 Broadway Ave')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    expect(answer.headers.get('x-robots-tag')).toContain('noindex')
    expect(html).not.toContain('pi_test')
  })

  test('has another link once staff corrected the email, which the browser that paid gets', async () => {
    const { orderNumber: number, orderPath, clientSecret } = await bought()
    const email = 'ada.okafor@shopper.example'
    await correctEmail(shop, { number, version: 2, ...ADA_AS_OWNER, email, resend: false })
    expect((await fetch(served.url + orderPath)).status).toBe(404)
    const { orderPath: next } = await returned(clientSecret)
    expect((await fetch(served.url + next)).status).toBe(200)
  })

  test('shows the delivery address, and does not claim delivery', async () => {
    const { orderPath } = await bought()
    const html = await (await fetch(served.url + orderPath)).text()
    await deliverOutbox(shop)
    const mail = shop.mails.find(({ to }) => to.address === CUSTOMER.email)
    for (const said of [html, mail?.text ?? '', mail?.html ?? '']) {
      expect(said).toContain('Delivery address')
      expect(said).not.toContain('Delivered')
    }
  })

  test('is never cached: a change is visible immediately', async () => {
    const { orderNumber, orderPath } = await bought()
    const read = async () => (await fetch(served.url + orderPath)).text()
    expect(await read()).toContain('within 3 days of delivery')
    await shop.database.db
      .updateTable('orders')
      .set({ state: 'cancelled' })
      .where('number', '=', orderNumber)
      .execute()
    const cancelled = await read()
    expect(cancelled).toContain('Nothing will be sent.')
    expect(cancelled).not.toContain('of delivery')
    expect(cancelled).toContain('Any questions? Message us through the')
  })

  test('is not found without a valid key, for every visitor and method', async () => {
    const { orderNumber, orderPath } = await bought()
    const other = await bought()
    const key = orderPath.split('key=')[1] ?? ''
    for (const path of [
      `/order/${orderNumber}`,
      `/order/${orderNumber}?key=`,
      `/order/${orderNumber}?key=${key.slice(1)}`,
      `/order/${orderNumber}?key=${key}x`,
      `/order/${orderNumber}?key=${other.orderPath.split('key=')[1]}`,
      `/order/${other.orderNumber}?key=${key}`,
      `/order/R-0000-0000?key=${key}`,
      `/order/%00?key=${key}`,
    ]) {
      const answer = await fetch(served.url + path)
      expect(answer.status, path).toBe(404)
      expect(await answer.text()).not.toContain('Broadway')
    }
  })
})
