import { beforeEach, describe, expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { priceCartEndpoint } from '#web/api/checkout/cart-price.ts'
import { settleCheckout } from '#web/api/checkout/checkout-settle.ts'
import { createPaymentIntent } from '#web/api/checkout/create-payment-intent.ts'
import { paymentsWebhook } from '#web/api/checkout/payments-webhook.ts'
import { authenticateTestPayment, confirmTestPayment } from '#web/api/checkout/gateways/test-gateway.ts'
import { SIGNATURE_HEADER, signWebhook } from '#providers/payments/test-gateway/webhook-signature.ts'
import { ASKS, DECLINED, deliverWebhooks, ordersByState, PAYS, webhookRequest } from '#test/support/buyer.ts'
import { NegativeCache } from '#web/http/limits/negative-cache.ts'
import type { JsonAnswer } from '#web/http/json-answer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

interface Answer {
  status: number
  type: string | null
  body: Record<string, unknown> & { errors?: { path: string; message: string }[] }
}

describeOnEachDatabase('the checkout over HTTP', (open) => {
  let shop: TestShop
  let product: Product
  let context: ApiContext

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie())
    context = {
      shop,
      address: '203.0.113.9',
      currency: 'CAD',
      pictureMisses: new NegativeCache(),
      incoming: null as never,
    }
  })

  async function post(
    handle: (request: Request, context: ApiContext) => Promise<Response | JsonAnswer>,
    body: unknown,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await handle(
      new Request('http://shop.example/', { method: 'POST', body: text, headers }),
      context,
    )
    const response = new Response(answer.body, answer)
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      body: (await response.json()) as Answer['body'],
    }
  }

  const item = (changes: object = {}) => ({ productId: product.id, size: 'M', quantity: 1, ...changes })
  const order = (changes: object = {}) => ({
    amount: 145_36,
    currency: 'cad',
    items: [item()],
    customer: CUSTOMER,
    ...changes,
  })
  const signedRequest = (rawBody: string, signature: string) =>
    webhookRequest({ rawBody, headers: { [SIGNATURE_HEADER]: signature } })
  const paths = ({ body }: Answer) => body.errors?.map(({ path }) => path)
  const nothingWasWritten = async () => {
    expect(await ordersByState(shop)).toEqual({})
    expect(await shop.database.db.selectFrom('holds').selectAll().execute()).toEqual([])
  }

  test('a hoodie is bought: secret, card, return', async () => {
    const asked = await post(createPaymentIntent, order({ note: 'Please ring twice' }))
    expect(asked).toMatchObject({
      status: 200,
      body: {
        totals: { total: 145_36 },
        checkoutId: expect.any(String),
        orderNumber: expect.stringMatching(/^R-/),
      },
    })
    const { clientSecret, orderNumber } = asked.body
    expect(await post(confirmTestPayment, { clientSecret, card: PAYS, billing: {} })).toMatchObject({
      status: 200,
      body: { paymentIntent: { status: 'succeeded' } },
    })
    expect(await post(settleCheckout, { clientSecret })).toMatchObject({
      status: 200,
      body: { state: 'paid', orderNumber },
    })
    await deliverWebhooks(shop)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
    expect(await shop.database.db.selectFrom('orders').select('note').execute()).toEqual([
      { note: 'Please ring twice' },
    ])
  })

  describe('invalid input is reported clearly, and nothing is written', () => {
    test.each([
      ['a quantity of zero', { quantity: 0 }, '/items/0/quantity'],
      ['a negative quantity', { quantity: -1 }, '/items/0/quantity'],
      ['a fraction of a unit', { quantity: 1.5 }, '/items/0/quantity'],
      ['a huge quantity', { quantity: 1e15 }, '/items/0/quantity'],
      ['a quantity that is not a number', { quantity: null }, '/items/0/quantity'],
      ['a quantity in words', { quantity: 'two' }, '/items/0/quantity'],
      ['an impossible size name', { size: '<XXXL>' }, '/items/0/size'],
      ['a product id that is an object', { productId: {} }, '/items/0/productId'],
      ['a product id with a path in it', { productId: '../x' }, '/items/0/productId'],
    ])('%s', async (_what, change, path) => {
      const answer = await post(createPaymentIntent, order({ items: [item(), item(change)].toReversed() }))
      expect({ status: answer.status, type: answer.type, paths: paths(answer) }).toEqual({
        status: 422,
        type: 'application/problem+json',
        paths: [path],
      })
      expect(answer.body.errors?.[0]?.message).toMatch(/\.$/)
      await nothingWasWritten()
    })

    test.each([
      ['no items', { items: [] }, ['/items']],
      ['items that are not a list', { items: 'tee' }, ['/items']],
      ['10,000 lines', { items: Array.from({ length: 10_000 }, () => item0) }, ['/items']],
      ['a fractional amount', { amount: 1.5 }, ['/amount']],
      ['a negative amount', { amount: -1 }, ['/amount']],
      ['no amount', { amount: undefined }, ['/amount']],
      ['another currency', { currency: 'usd' }, ['/currency']],
      ['a checkout id with markup', { checkoutId: '<script>' }, ['/checkoutId']],
      ['a note that is too long', { note: 'x'.repeat(1_001) }, ['/note']],
      ['no customer', { customer: undefined }, ['/customer']],
      [
        'a customer without a name and with half an address',
        { customer: { ...CUSTOMER, name: ' ', email: 'ada@' } },
        ['/customer/email', '/customer/name'],
      ],
      [
        'a province that Canada does not have',
        { customer: { ...CUSTOMER, region: 'Texas' } },
        ['/customer/region'],
      ],
      [
        'a postal code that Canada does not have',
        { customer: { ...CUSTOMER, postal: 'ABC' } },
        ['/customer/postal'],
      ],
      [
        'a postal code of another province',
        { customer: { ...CUSTOMER, region: 'Ontario' } },
        ['/customer/postal'],
      ],
    ])('%s', async (_what, change, wrong) => {
      const answer = await post(createPaymentIntent, order(change))
      expect({ status: answer.status, paths: paths(answer)?.sort() }).toEqual({ status: 422, paths: wrong })
      await nothingWasWritten()
    })

    test('a body that is not JSON', async () => {
      expect((await post(createPaymentIntent, '{"amount":')).status).toBe(400)
      expect((await post(createPaymentIntent, '[]')).status).toBe(422)
      expect((await post(createPaymentIntent, 'null')).status).toBe(422)
    })

    test('a content type that is not JSON', async () => {
      expect((await post(createPaymentIntent, order(), { 'content-type': 'text/plain' })).status).toBe(415)
    })

    test('a body of more than a megabyte, whatever its length claims to be', async () => {
      expect((await post(createPaymentIntent, `"${'x'.repeat(1024 * 1024)}"`)).status).toBe(413)
    })

    test('a deleted product, a size that is not offered, more than the stock', async () => {
      const gone = await shop.catalog.add(hoodie({ name: 'Gone' }))
      await shop.catalog.archive(gone.id)
      const items = [
        item({ productId: gone.id }),
        item({ size: 'XL' }),
        item({ quantity: 11 }),
        item({ productId: 'never-was' }),
      ]
      const answer = await post(createPaymentIntent, order({ items }))
      expect(answer).toMatchObject({
        status: 409,
        body: {
          type: '/problems/cart-changed',
          errors: [
            { path: '/items/0/productId', message: 'This product is no longer sold.' },
            { path: '/items/1/size', message: 'Size XL is not available' },
            { path: '/items/2/quantity', message: 'Only 10 left.' },
            { path: '/items/3/productId', message: 'This product is no longer sold.' },
          ],
        },
      })
      await nothingWasWritten()
    })

    test('an amount that differs is answered with the new totals', async () => {
      const answer = await post(createPaymentIntent, order({ amount: 100_00 }))
      expect(answer).toMatchObject({
        status: 409,
        body: {
          type: '/problems/amount-differs',
          totals: { total: 145_36 },
          lines: [{ price: 118, status: 'ok' }],
        },
      })
      await nothingWasWritten()
    })
  })

  test('an unreachable gateway is reported in the words of the spec', async () => {
    shop.gateway.transport.failNext(1)
    const answer = await post(createPaymentIntent, order())
    expect(answer).toMatchObject({ status: 502, body: { title: 'Failed to get payment secret' } })
    expect(shop.failures.splice(0)).toHaveLength(1)
    expect((await post(settleCheckout, { clientSecret: 'pi_test_x_secret_y' })).status).toBe(404)
  })

  test('each test card behaves as published', async () => {
    const refusals: [string, string][] = [
      ['4000 0000 0000 0002', 'Your card was declined.'],
      ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
      ['4000 0000 0000 0069', 'Your card has expired.'],
      ['4000 0000 0000 0127', "Your card's security code is incorrect."],
      ['4111 1111 1111 1111', 'Only test cards work here. Do not enter a real card.'],
    ]
    const { clientSecret } = (await post(createPaymentIntent, order())).body
    for (const [number, message] of refusals) {
      const answer = await post(confirmTestPayment, { clientSecret, card: { ...PAYS, number } })
      expect(answer).toMatchObject({ status: 402, body: { error: { message } } })
    }
    for (const wrong of [
      { expiry: '13 / 30' },
      { expiry: '10 / 26' },
      { expiry: '' },
      { cvc: '12' },
      { cvc: '12a' },
    ]) {
      expect((await post(confirmTestPayment, { clientSecret, card: { ...PAYS, ...wrong } })).status).toBe(402)
    }
    expect(
      (await post(confirmTestPayment, { clientSecret, card: { ...PAYS, expiry: '11 / 26' } })).status,
    ).toBe(200)
  })

  test('the confirmation step can be failed or approved', async () => {
    const { clientSecret } = (await post(createPaymentIntent, order())).body
    const asked = await post(confirmTestPayment, { clientSecret, card: ASKS })
    expect(asked.body).toMatchObject({ paymentIntent: { status: 'requires_action' } })
    expect((await post(authenticateTestPayment, { clientSecret, outcome: 'fail' })).status).toBe(402)
    await post(confirmTestPayment, { clientSecret, card: { ...ASKS, number: '4000000000003220' } })
    expect((await post(authenticateTestPayment, { clientSecret, outcome: 'approve' })).body).toMatchObject({
      paymentIntent: { status: 'succeeded' },
    })
  })

  describe('a tab that only knows the checkout', () => {
    const CHECKOUT = { checkoutId: 'checkout-of-two-tabs' }

    async function paid() {
      const { clientSecret, orderNumber } = (await post(createPaymentIntent, order(CHECKOUT))).body
      await post(confirmTestPayment, { clientSecret, card: PAYS })
      return { clientSecret, orderNumber }
    }

    test('learns that nothing was paid yet, whether or not the checkout has an order', async () => {
      const pending = { state: 'pending', orderNumber: null, orderPath: null }
      expect(await post(settleCheckout, CHECKOUT)).toMatchObject({ status: 200, body: pending })
      await post(createPaymentIntent, order(CHECKOUT))
      expect(await post(settleCheckout, CHECKOUT)).toMatchObject({ status: 200, body: pending })
    })

    test('settles what another tab paid, and learns its order and items', async () => {
      const { clientSecret, orderNumber } = await paid()
      const answer = await post(settleCheckout, CHECKOUT)
      const items = [{ productId: product.id, size: 'M', quantity: 1 }]
      expect(answer).toMatchObject({ status: 200, body: { state: 'paid', orderNumber, items } })
      const { orderPath } = (await post(settleCheckout, { clientSecret })).body
      expect(answer.body['orderPath']).toBe(orderPath)
      expect(await ordersByState(shop)).toEqual({ paid: 1 })
    })

    test('is not led to the order of an earlier visit, which may be somebody else’s', async () => {
      const { orderNumber } = await paid()
      await post(settleCheckout, CHECKOUT)
      shop.pass(60 * 60_000 + 1)
      const body = { state: 'paid', orderNumber, orderPath: null }
      expect(await post(settleCheckout, CHECKOUT)).toMatchObject({ status: 200, body })
    })
  })

  test('an invented secret pays for nothing', async () => {
    expect((await post(confirmTestPayment, { clientSecret: 'pi_test_1_secret_2', card: PAYS })).status).toBe(
      404,
    )
  })

  test('a declined payment is not settled when the shopper returns', async () => {
    const { clientSecret } = (await post(createPaymentIntent, order())).body
    await post(confirmTestPayment, { clientSecret, card: DECLINED })
    expect(await post(settleCheckout, { clientSecret })).toMatchObject({
      status: 200,
      body: { state: 'pending' },
    })
  })

  test('a webhook is accepted only with a recent signature of exactly its body', async () => {
    const { clientSecret } = (await post(createPaymentIntent, order())).body
    await post(confirmTestPayment, { clientSecret, card: PAYS })
    const status = async (body: string, signature: string) =>
      (await paymentsWebhook(signedRequest(body, signature), { shop })).status
    await shop.gateway.deliverWebhooks(async ({ rawBody, headers }) => {
      const signature = headers[SIGNATURE_HEADER] ?? ''
      expect(await status(rawBody.replace('14536', '1'), signature)).toBe(400)
      expect(await status(rawBody, '')).toBe(400)
      expect(await status(rawBody, 't=1,v1=00')).toBe(400)
      expect(await status(rawBody, signWebhook('whsec_guessed', rawBody, shop.now()))).toBe(400)
      shop.pass(301_000)
      expect(await status(rawBody, signature)).toBe(400)
      shop.pass(-301_000)
      expect(await ordersByState(shop)).toEqual({ pending: 1 })
      expect(await status(rawBody, `${signature},v1=00`)).toBe(200)
      expect(await status(rawBody, signature)).toBe(200)
      return true
    })
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('signed events that the shop does not use, or that concern unknown payments, are accepted and change nothing', async () => {
    const { value } = await shop.database.db.selectFrom('settings').select('value').executeTakeFirstOrThrow()
    for (const body of ['{"id":"evt_1","type":"charge.updated","data":{"object":{}}}', '{}', 'not json']) {
      const signature = signWebhook(value, body, shop.now())
      expect((await paymentsWebhook(signedRequest(body, signature), { shop })).status).toBe(200)
    }
  })

  test('a cart is priced line by line, and missing products are not an error', async () => {
    const answer = await post(priceCartEndpoint, {
      items: [item({ quantity: 2 }), item({ productId: 'gone' })],
    })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        lines: [
          { productId: product.id, status: 'ok', left: 10, price: 118, name: 'Emblem Hoodie' },
          { productId: 'gone', status: 'gone', left: 0, price: null, name: null },
        ],
        totals: { subtotal: 236_00, total: 265_72 },
      },
    })
    expect(await post(priceCartEndpoint, { items: [] })).toMatchObject({
      status: 200,
      body: { totals: { total: 0 } },
    })
  })
})

const item0 = { productId: 'emblem-hoodie', size: 'M', quantity: 1 }
