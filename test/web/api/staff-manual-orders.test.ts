import { expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { OrderView } from '#web/views/orders/order-view.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { Ask } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie } from '#test/support/test-shop.ts'

describeOnEachDatabase('Orders that staff make over HTTP', (open, { startWith }) => {
  let product: Product
  let ask: Ask

  signInBeforeEach({ open, startWith }, (opened) => ({ product, ask } = opened), hoodie())

  const order = (changes: object = {}) => ({
    lines: [{ productId: product.id, size: 'M', quantity: 1 }],
    delivery: 'ship',
    shipping: true,
    customer: CUSTOMER,
    orderKey: 'an-order-1',
    method: 'card-terminal',
    total: 145_36,
    ...changes,
  })
  const create = async (changes: object = {}) => {
    const answer = await ask('POST', '/api/staff/orders', order(changes))
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  test('are priced, made once, and shown as made by staff', async () => {
    const priced = await ask('POST', '/api/staff/orders/price', order())
    expect(await priced.json()).toEqual({
      lines: [{ price: 'C$118.00', problem: null }],
      totals: [
        ['Subtotal', 'C$118.00'],
        ['Tax (2%)', 'C$2.36'],
        ['Shipping', 'C$25.00'],
        ['Total', 'C$145.36'],
      ],
      total: 145_36,
      methods: [{ id: 'standard', label: 'Shipping, 7 to 14 business days: C$25.00' }],
      method: 'standard',
    })
    const { status, body } = await create()
    expect(status).toBe(201)
    expect((await create()).body).toEqual(body)
    const number = String(body['number'])
    const view = (await (await ask('GET', `/api/staff/orders/${number}`)).json()) as OrderView
    expect(view).toMatchObject({ madeBy: 'ada@redemption.example', state: 'paid', delivery: 'ship' })
    const list = await (await ask('GET', '/admin/orders?state=to-fulfil')).text()
    expect(list).toContain('Created by staff')
    expect(await (await ask('GET', `/admin/orders/${number}`)).text()).toContain('Card terminal')
    expect(await (await ask('GET', '/admin/orders')).text()).toContain('href="/admin/orders/new"')
    expect((await ask('GET', '/admin/orders/new')).status).toBe(200)
  })

  test.each([
    [{ total: 1 }, 409, 'price-changed', 'The total is C$145.36 now'],
    [{ customer: { ...CUSTOMER, postal: 'ABC' } }, 422, '/customer/postal', 'It should look like S7N 1B4.'],
    [{ customer: { ...CUSTOMER, name: '' } }, 422, '/customer/name', 'Enter the customer’s full name.'],
    [{ lines: [] }, 422, '/lines', 'Choose at least one item.'],
    [{ method: 'barter' }, 422, '/method', 'Choose how it was paid.'],
    [{ method: 'gift' }, 422, '/method', 'A gift costs nothing'],
  ])('with %j are refused: %i', async (changes, status, where, words) => {
    const refused = await create(changes)
    expect(refused.status).toBe(status)
    expect(JSON.stringify(refused.body)).toContain(where)
    expect(JSON.stringify(refused.body)).toContain(words)
  })

  test('name the line that is sold out, that has a wrong price, or a price without a reason', async () => {
    const [line] = order().lines
    expect((await create({ lines: [{ ...line, quantity: 11 }] })).body).toMatchObject({
      errors: [{ path: '/lines/0', message: 'Only 10 left.' }],
    })
    expect((await create({ lines: [{ ...line, unitPrice: 'cheap' }] })).body).toMatchObject({
      errors: [{ path: '/lines/0/unitPrice', message: 'Enter a price in dollars, such as 25.00.' }],
    })
    expect((await create({ lines: [{ ...line, unitPrice: '5' }] })).body).toMatchObject({
      errors: [{ path: '/lines/0/reason', message: 'Enter a reason for the price.' }],
    })
  })

  test('show both totals when their items change, and how an increase can be settled', async () => {
    const number = String((await create()).body['number'])
    const ways = `/api/staff/orders/${number}`
    const change = { position: 0, quantity: 1, to: { productId: product.id, size: 'S', quantity: 2 } }
    const priced = await ask('POST', `${ways}/items-price`, { change })
    expect(await priced.json()).toEqual({
      before: 145_36,
      after: 265_72,
      difference: 120_36,
      packing: null,
    })
    const { version } = (await (await ask('GET', ways)).json()) as OrderView
    const asked = { version, change, difference: 120_36 }
    const refused = await ask('POST', `${ways}/items`, asked)
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 409,
      body: {
        title: 'The order costs C$120.36 more. Choose how the difference is settled.',
        errors: [{ path: '/increase/method' }],
        current: { version },
      },
    })
    const bare = await ask('POST', `${ways}/items`, { ...asked, increase: { method: 'waive' } })
    expect({ status: bare.status, body: await bare.json() }).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/increase/words', message: 'Enter a reason.' }] },
    })
    const increase = { method: 'cash', words: 'Receipt 9' }
    const done = await ask('POST', `${ways}/items`, { ...asked, increase })
    expect(await done.json()).toMatchObject({
      lines: [{ size: 'S', quantity: 2 }],
      payment: { state: 'Paid', received: 'C$265.72' },
    })
    expect((await ask('POST', '/api/staff/orders/R-0000-0000/items', asked)).status).toBe(404)
  })

  test.each([
    [{ position: 7 }, 422, 'The order doesn’t contain that many of this item.'],
    [{ to: { size: 'M', quantity: 1 } }, 409, 'This is the item that was ordered. Choose something else.'],
    [{ to: { size: 'M', quantity: 99 } }, 409, 'Only 10 left.'],
    [{ to: { size: 'XL', quantity: 1 } }, 409, 'This product no longer comes in this size.'],
  ])('refuse the change %j with %i', async (changes: { position?: number; to?: object }, status, words) => {
    const number = String((await create()).body['number'])
    const change = {
      position: changes.position ?? 0,
      quantity: 1,
      to: { productId: product.id, size: 'S', quantity: 1, ...changes.to },
    }
    const refused = await ask('POST', `/api/staff/orders/${number}/items-price`, { change })
    expect({ status: refused.status, body: await refused.text() }).toEqual({
      status,
      body: expect.stringContaining(words),
    })
  })

  test('without an address are found by their number when the customer’s data is to be deleted', async () => {
    const { body } = await create({ delivery: 'in-person', customer: { name: 'Grace' }, total: 120_36 })
    const email = String(body['number'])
    const preview = await ask('POST', '/api/staff/erasures/preview', { email })
    expect(await preview.json()).toMatchObject({ email, orders: [{ number: email, obstacle: null }] })
    expect(await (await ask('GET', `/admin/erasure?order=${email}`)).text()).toContain(
      `href="/admin/orders/${email}"`,
    )
    const erased = await ask('POST', '/api/staff/erasures', { email })
    expect(await erased.json()).toEqual({ orders: 1, messages: 0, subscriptions: 0 })
  })
})
