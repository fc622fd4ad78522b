import { expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import { cents } from '#domain/money.ts'
import type { Promotion } from '#domain/promotions/promotion.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ALL, promotion } from '#test/support/promotion.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import type { Ask } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie } from '#test/support/test-shop.ts'

const TEN_OFF = { kind: 'percent', milliPercent: 10_000, items: ALL } as const

describeOnEachDatabase('promotions over HTTP', (open, { startWith }) => {
  let product: Product
  let served: ServedShop
  let ask: Ask

  signInBeforeEach({ open, startWith }, (opened) => ({ product, served, ask } = opened), hoodie())

  const save = async (promotions: object[], version = 0) => {
    const answer = await ask('PUT', '/api/staff/promotions', { version, value: { promotions } })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const post = async (path: string, body: object) => {
    const answer = await fetch(served.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const items = () => [{ productId: product.id, size: 'M', quantity: 1 }]
  const price = (...codes: string[]) =>
    post('/api/cart/price', { items: items(), destination: CUSTOMER, codes })
  const drop = (more: Partial<Promotion> = {}) => promotion('drop', TEN_OFF, { codes: ['DROP10'], ...more })

  test('are saved by staff, and a code takes off the cart what it says', async () => {
    expect(await save([drop()])).toMatchObject({ status: 200, body: { version: 1 } })
    expect((await price('drop10')).body).toMatchObject({
      totals: { total: 133_32 },
      codes: [{ code: 'DROP10', name: 'Promotion drop', off: 11_80, refusal: null }],
      tariff: { takesCodes: true },
    })
  })

  test.each([
    [
      'a percentage above 100',
      [{ ...drop(), effect: { ...TEN_OFF, milliPercent: 100_001 } }],
      '0/effect/milliPercent',
    ],
    [
      'an amount in another format',
      [{ ...drop(), effect: { kind: 'amount', amount: '10', items: ALL } }],
      '0/effect/amount',
    ],
    [
      'a code of another promotion',
      [drop(), { ...drop(), id: 'b', name: 'B', codes: [' drop 10'] }],
      '1/codes',
    ],
    ['a name of another promotion', [drop(), { ...drop(), id: 'b', codes: [] }], '1/name'],
    [
      'an end before its beginning',
      [drop({ conditions: { ...drop().conditions, from: 2, until: 1 } })],
      '0/conditions/until',
    ],
  ])('with %s are refused at the field, and nothing is saved', async (_what, promotions, path) => {
    const answer = await save(promotions)
    expect(answer.status).toBe(422)
    expect(answer.body['errors']).toMatchObject([{ path: `/value/promotions/${path}` }])
    expect((await price('DROP10')).body).toMatchObject({ codes: [{ refusal: { kind: 'unknown' } }] })
  })

  test('of someone who saved first are not overwritten', async () => {
    await save([drop()])
    expect(await save([], 0)).toMatchObject({ status: 409, body: { current: { version: 1 } } })
  })

  test('a network that tries too many unknown codes is not told any more which exist', async () => {
    await save([drop()])
    for (let tries = 0; tries < 25; tries += 1) await price(`GUESS${tries}`)
    expect((await price('DROP10')).body).toMatchObject({
      totals: { total: 145_36 },
      codes: [{ refusal: { kind: 'too-many-guesses' } }],
    })
    expect((await price()).status).toBe(200)
  })

  test('codes for one use are made in bulk, as CSV, and each works once', async () => {
    await save([drop({ codes: [], trigger: 'code' })])
    const answer = await ask('POST', '/api/staff/promotions/drop/codes', { number: 1_500 })
    const [head, ...rows] = (await answer.text()).trim().split('\r\n')
    expect(head).toBe('Code,Promotion')
    expect(new Set(rows).size).toBe(1_500)
    const [first] = rows[0]!.split(',')
    const order = {
      amount: 133_32,
      currency: 'cad',
      items: items(),
      customer: CUSTOMER,
      codes: [first!.toLowerCase()],
    }
    expect((await post('/create-payment-intent', order)).status).toBe(200)
    expect(await post('/create-payment-intent', order)).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/codes', message: `${first} has been used up.` }] },
    })
    expect((await ask('POST', '/api/staff/promotions/other/codes', { number: 1 })).status).toBe(404)
  })

  test('a promotion that changed while someone pays: the new total first, with what the code does now', async () => {
    await save([drop()])
    const order = { currency: 'cad', items: items(), customer: CUSTOMER, codes: ['DROP10'] }
    await save([{ ...drop(), effect: { ...TEN_OFF, milliPercent: 5_000 } }], 1)
    const refused = await post('/create-payment-intent', { ...order, amount: 133_32 })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        type: '/problems/amount-differs',
        totals: { total: 139_34 },
        codes: [{ code: 'DROP10', name: 'Promotion drop', off: 5_90, refusal: null }],
      },
    })
    expect((await post('/create-payment-intent', { ...order, amount: 139_34 })).status).toBe(200)
  })

  test('that name a deleted product are refused at the field; one from before stays', async () => {
    const named = { ...TEN_OFF, items: { products: [product.id], categories: [] } }
    expect((await save([{ ...drop(), effect: named }])).status).toBe(200)
    await ask('DELETE', `/api/staff/products/${product.id}`)
    expect((await save([{ ...drop(), effect: named }, promotion('b', TEN_OFF)], 1)).status).toBe(200)
    const again = await save([{ ...drop(), effect: named, isPaused: true }], 2)
    expect(again).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            path: '/value/promotions/0/effect/items/products',
            message: 'A chosen product was deleted. Remove it.',
          },
        ],
      },
    })
  })

  test('are tried on a cart before they are saved, beside the others', async () => {
    await save([promotion('free', { kind: 'shipping', off: null, methods: [] }, { combinesWith: ['order'] })])
    const tried = (more: Partial<Promotion>, quantity = 1) =>
      ask('POST', '/api/staff/promotions/try', {
        promotion: drop({ isPaused: true, combinesWith: ['shipping'], ...more }),
        items: [{ productId: product.id, quantity }],
        country: 'CA',
      }).then((answer) => answer.json())
    expect(await tried({})).toEqual({
      off: 11_80,
      why: null,
      totals: [
        ['Subtotal', 'C$118.00'],
        ['Promotion drop', '−C$11.80'],
        ['Tax (2%)', 'C$2.12'],
        ['Shipping', 'C$25.00'],
        ['Promotion free', '−C$25.00'],
        ['Total', 'C$108.32'],
      ],
    })
    expect(await tried({ conditions: { ...drop().conditions, leastAmount: cents(130_00) } })).toMatchObject({
      off: 0,
      why: 'Add C$12.00 more to use Promotion drop.',
    })
    expect((await price('DROP10')).body).toMatchObject({ codes: [{ refusal: { kind: 'unknown' } }] })
  })

  test('that leave nothing to pay place the order without a secret, and the tab finds it paid', async () => {
    const shipping = promotion(
      'free',
      { kind: 'shipping', off: null, methods: [] },
      { combinesWith: ['order'] },
    )
    const all = { kind: 'amount', amount: cents(500_00), items: ALL } as const
    await save([drop({ effect: all, combinesWith: ['shipping'] }), shipping])
    const checkoutId = 'a-checkout-of-this-tab'
    const order = {
      checkoutId,
      amount: 0,
      currency: 'cad',
      items: items(),
      customer: CUSTOMER,
      codes: ['DROP10'],
    }
    expect(await post('/create-payment-intent', order)).toMatchObject({
      status: 200,
      body: { clientSecret: null, totals: { total: 0 } },
    })
    expect((await post('/api/checkout/settle', { checkoutId })).body).toMatchObject({
      state: 'paid',
      orderPath: expect.stringContaining('/order/'),
      items: items(),
    })
  })

  test.each([
    ['/discount/drop10?redirect=/shop?q=tee', '/shop?q=tee', 'DROP10'],
    ['/discount/DROP10', '/shop', 'DROP10'],
    ['/discount/DROP10?redirect=https://elsewhere.example/', '/shop', 'DROP10'],
    ['/discount/DROP10?redirect=//elsewhere.example/', '/shop', 'DROP10'],
    ['/discount/DROP10?redirect=/%5Celsewhere.example/', '/shop', 'DROP10'],
    ['/discount/%22%3E?redirect=/cart', '/cart', null],
  ])('a link %s leads to %s, never to another address', async (link, to, code) => {
    const answer = await fetch(served.url + link, { redirect: 'manual', headers: { cookie: 'codes=OLD' } })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(to)
    const cookie = answer.headers.get('set-cookie')
    if (code === null) expect(cookie).toBeNull()
    else expect(cookie).toMatch(new RegExp(`^codes=OLD%20${code}; Path=/; Max-Age=2592000; SameSite=Lax$`))
  })
})
