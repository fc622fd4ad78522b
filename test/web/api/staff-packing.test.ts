import { expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { customerOrders } from '#test/support/order-desk.ts'
import { ADA, type Ask } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'
import type { BenchOrder } from '#web/views/packing/bench-order.ts'

describeOnEachDatabase('Packing over HTTP', (open, { startWith }) => {
  let shop: TestShop
  let product: Product
  let ask: Ask

  signInBeforeEach(
    { open, startWith },
    (opened) => ({ shop, product, ask } = opened),
    hoodie({ stock: null }),
  )

  const page = async (path: string) =>
    (await (await ask('GET', path)).text()).replaceAll('<!-- -->', '').replaceAll('&amp;', '&')
  const post = (action: string, body: object) => ask('POST', `/api/staff/packing/${action}`, body)

  const { placed, paid: paidNow } = customerOrders(() => ({ shop, product }))
  async function paid(customer: object = {}): Promise<string> {
    const number = await paidNow(customer)
    shop.pass(1_000)
    return number
  }

  test('the batch screen has the chosen orders, and its links lead to exactly these', async () => {
    const [first, second] = [await paid(), await paid()]
    const { orderNumber: unpaid } = await placed()
    const numbers = [second, unpaid, first]
    const made = await ask('POST', '/api/staff/batches', { batchId: 'batch-0001', name: 'Drop 12', numbers })
    expect(await made.json()).toEqual({ orders: 2, leftOut: [{ number: unpaid, reason: 'Not paid' }] })
    const screen = await page('/admin/orders/batches/batch-0001')
    expect(screen).toContain('Drop 12')
    expect(screen).toContain('To pack: 2 orders, 6 items.')
    expect(screen).toContain('/admin/orders/batch/print?batch=batch-0001&print=1')
    expect(await page('/admin/orders/batch/print?batch=batch-0001')).toContain('2 orders, 6 items.')
    const file = await (await ask('GET', '/api/staff/packing/carrier.csv?batch=batch-0001')).text()
    expect([first, second, unpaid].map((number) => file.includes(number))).toEqual([true, true, false])
    expect(await page('/admin/orders/batches')).toContain('Drop 12')
    const unknown = await ask('GET', '/admin/orders/batches/none')
    expect(unknown.status).toBe(404)
    expect(await unknown.text()).toContain('There is no such batch')
  })

  test('the printout has one pick list, and a packing slip for each order with its barcode, and a customs declaration abroad', async () => {
    const home = await paid()
    const abroad = await paid({ country: 'US', region: 'Oregon', postal: '97201', city: 'Portland' })
    const print = await page(`/admin/orders/batch/print?order=${home}&order=${abroad}`)
    expect(print).toContain('2 orders, 6 items.')
    expect(print.match(/>Packing slip</g)).toHaveLength(2)
    expect(print).toContain(`aria-label="Barcode of order ${home}"`)
    expect(print.match(/Customs declaration/g)).toHaveLength(1)
    expect(print).toContain('C$354.00') // three hoodies, without tax and shipping
    const slips = await page(`/admin/orders/batch/print?order=${home}&parts=slips`)
    expect(slips).not.toContain('Pick list</h1>')
    const list = await page(`/admin/orders/batch/print?order=${home}&parts=pick-list`)
    expect(list).not.toContain('>Packing slip<')
  })

  test('the carrier file has the columns of the setting, defuses formulas, and is recorded', async () => {
    const number = await paid({ name: '=cmd|A1' })
    shop.settings = {
      ...shop.settings,
      carrierColumns: {
        ...shop.settings.carrierColumns,
        generic: [
          { heading: 'Ref', cell: { field: 'order' } },
          { heading: 'Name', cell: { field: 'name' } },
          { heading: 'Weight', cell: { text: '0.5' } },
        ],
      },
    }
    const file = await ask('GET', `/api/staff/packing/carrier.csv?order=${number}&format=generic`)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="generic-2026-11-21.csv"')
    expect(await file.text()).toBe(`Ref,Name,Weight\r\n${number},'=cmd|A1,0.5\r\n`)
    const post = await ask('GET', `/api/staff/packing/carrier.csv?order=${number}&format=canada-post`)
    expect(await post.text()).toContain('Customer reference,Recipient name,Address line 1')
    const events = await shop.database.db.selectFrom('audit_events').select('action').execute()
    expect(events.filter(({ action }) => action === 'exported-carrier-file')).toHaveLength(2)
  })

  test('the carrier file has phone numbers as carriers read them, and unchanged when they are in another notation', async () => {
    const written = ['+1 (306) 555-0100', '306 555 0100', '+44 20 7946 0000 ext. 7']
    const numbers = await Promise.all(written.map((phone) => paid({ phone })))
    const generic = [{ heading: 'Phone', cell: { field: 'phone' } }] as const
    const carrierColumns = { ...shop.settings.carrierColumns, generic }
    shop.settings = { ...shop.settings, carrierColumns }
    const query = numbers.map((number) => `order=${number}`).join('&')
    const file = await ask('GET', `/api/staff/packing/carrier.csv?${query}&format=generic`)
    const [, ...phones] = (await file.text()).trim().split('\r\n')
    expect(phones.toSorted()).toEqual(["'+44 20 7946 0000 ext. 7", '+13065550100', '306 555 0100'])
  })

  test('tracking numbers are previewed row by row, then all orders are fulfilled, or none', async () => {
    const [first, second] = [await paid(), await paid()]
    const { orderNumber: unpaid } = await placed()
    const text = `Order;Tracking number\n${first};CP1\n${unpaid};CP2\n${first};CP3`
    const preview = await post('tracking', { text })
    expect(await preview.json()).toMatchObject({
      rows: [
        { line: 2, number: first, customer: CUSTOMER.name, trackingNumber: 'CP1', problem: null },
        { line: 3, problem: 'Not paid' },
        { line: 4, problem: 'This order is in an earlier row too' },
      ],
    })
    const parcels = [
      { number: first, carrier: 'Canada Post', trackingNumber: 'CP1' },
      { number: unpaid, carrier: '', trackingNumber: 'CP2' },
    ]
    const refused = await post('fulfil', { parcels })
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 409,
      body: {
        title: 'Some of these orders cannot be marked as fulfilled, so none was.',
        errors: [{ path: '/parcels/1', message: `${unpaid}: Not paid.` }],
      },
    })
    const both = { parcels: [parcels[0], { number: second }] }
    expect(await (await post('fulfil', both)).json()).toEqual({ fulfilled: 2, already: 0, added: 0 })
    expect(await (await post('fulfil', both)).json()).toEqual({ fulfilled: 0, already: 2, added: 0 })
    const doubled = await post('fulfil', { parcels: [{ number: first }, { number: first }] })
    expect(doubled.status).toBe(422)
  })

  test('a bench claims an order, sees who has it, and packs it once', async () => {
    const number = await paid()
    const claimed = await post('claim', { number: number.toLowerCase(), bench: 'bench-one' })
    const order = (await claimed.json()) as BenchOrder
    expect(order).toMatchObject({
      number,
      isAbroad: false,
      items: [{ size: 'M', quantity: 2 }, { size: 'S' }],
    })
    const held = await post('claim', { number, bench: 'bench-two' })
    expect({ status: held.status, body: await held.json() }).toMatchObject({
      status: 409,
      body: { type: '/problems/held', current: { by: ADA.email, since: shop.now() } },
    })
    expect((await post('keep', { number, bench: 'bench-one' })).status).toBe(204)
    const packed = { number, version: order.version, carrier: 'Canada Post', trackingNumber: 'CP1' }
    expect((await post('packed', { ...packed, bench: 'bench-two' })).status).toBe(409)
    const press = async () => (await post('packed', { ...packed, bench: 'bench-one' })).status
    expect(await press(), 'the first time').toBe(204)
    expect(await press(), 'the second time').toBe(204)
    const gone = await post('claim', { number, bench: 'bench-two' })
    expect(await gone.json()).toMatchObject({ type: '/problems/not-possible' })
    expect((await post('claim', { number: 'nonsense', bench: 'bench-one' })).status).toBe(422)
    expect((await post('claim', { number: 'R-0000-0000', bench: 'bench-one' })).status).toBe(404)
  })

  test('codes come from a file, all rows or none, and sizes can exchange them; what it leaves out stays', async () => {
    const codes = async () => (await (await ask('GET', '/api/staff/packing/codes')).text()).split('\r\n')
    const send = (text: string) => post('codes', { text })
    const first = await send(
      `Product,Size,SKU,Barcode,Bin\nEmblem Hoodie,M,EH-M,0628504123454,A1\nEmblem Hoodie,S,EH-S,,`,
    )
    expect(await first.json()).toEqual({ changed: 2 })
    const swap = await send('SKU;Size;Barcode\nEH-S;S;0628504123454\nEH-M;M;1')
    expect(await swap.json()).toEqual({ changed: 2 })
    expect(await codes()).toContain(`${product.id},Emblem Hoodie,M,EH-M,1,A1`)
    expect(await codes()).toContain(`${product.id},Emblem Hoodie,S,EH-S,0628504123454,`)
    expect(await (await send((await codes()).join('\n'))).json()).toEqual({ changed: 0 })
    const before = await codes()
    const wrong = await send(
      'Product,Size,Bin,Barcode\nEmblem Hoodie,S,B2,1\nNo Such,S,B2,\nEmblem Hoodie,S,B3,',
    )
    expect({ status: wrong.status, body: await wrong.json() }).toMatchObject({
      status: 409,
      body: {
        title: '3 rows are wrong, so nothing was changed.',
        errors: [
          { message: 'Row 2: Emblem Hoodie, size M, already has this barcode or SKU.' },
          { message: 'Row 3: No product has this name and size, or several have.' },
          { message: 'Row 4: This size is in an earlier row too.' },
        ],
      },
    })
    expect(await codes()).toEqual(before)
    expect(await (await send('nonsense')).json()).toMatchObject({
      errors: [{ message: expect.stringContaining('The first line needs headings') as string }],
    })
  })

  test('an order number is no tracking number and no carrier', async () => {
    const number = await paid()
    const parcels = [{ number, carrier: `Canada Post${number}`, trackingNumber: number }]
    expect((await post('fulfil', { parcels })).status).toBe(422)
    const preview = await post('tracking', { text: `${number},R-AAAA-0001` })
    const problem = 'An order number stands where the tracking number or carrier belongs'
    expect(await preview.json()).toMatchObject({ rows: [{ problem }] })
  })

  test('a barcode belongs to one size, and the bench may use the camera', async () => {
    const code = { productId: product.id, size: 'M', bin: 'A1', barcode: '0628504123456' }
    expect((await ask('PUT', '/api/staff/packing/item', code)).status).toBe(204)
    const taken = await ask('PUT', '/api/staff/packing/item', { ...code, size: 'S' })
    expect(await taken.json()).toMatchObject({
      errors: [{ path: '/barcode', message: 'Emblem Hoodie, size M, already has this barcode.' }],
    })
    const unknown = await ask('PUT', '/api/staff/packing/item', { ...code, productId: 'none' })
    expect(unknown.status).toBe(404)
    const found = async (barcode: string) =>
      (await ask('GET', `/api/staff/packing/item?barcode=${barcode}`)).json()
    expect(await found(code.barcode)).toEqual({ item: { name: 'Emblem Hoodie', size: 'M' } })
    expect(await found('999')).toEqual({ item: null })
    const search = await ask('GET', `/api/staff/products?q=${code.barcode}`)
    expect(await search.json()).toMatchObject({ products: [{ name: 'Emblem Hoodie' }], total: 1 })
    const bench = await ask('GET', '/admin/packing')
    expect(bench.headers.get('permissions-policy')).toContain('camera=(self)')
    const orders = await ask('GET', '/admin/orders')
    expect(orders.headers.get('permissions-policy')).toContain('camera=()')
  })

  test('an order links to the previous and next order of the list that it was opened from', async () => {
    const [oldest, middle, newest] = [await paid(), await paid(), await paid()]
    await placed()
    const list = await page('/admin/orders?state=paid')
    expect(list).toContain(`href="/admin/orders/${middle}?state=paid"`)
    const order = await page(`/admin/orders/${middle}?state=paid`)
    expect(order).toContain(`href="/admin/orders/${newest}?state=paid" rel="prev"`)
    expect(order).toContain(`href="/admin/orders/${oldest}?state=paid" rel="next"`)
    expect(order).toContain('href="/admin/orders?state=paid"')
    expect(await page(`/admin/orders/${newest}?state=paid`)).not.toContain('rel="prev"')
    expect(await page(`/admin/orders/${newest}`)).toContain('rel="prev"')
  })
})
