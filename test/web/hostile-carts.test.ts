import { describe, expect, test } from 'vitest'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { priceCartEndpoint } from '#web/api/checkout/cart-price.ts'
import { createPaymentIntent } from '#web/api/checkout/create-payment-intent.ts'
import { changeCurrency } from '#web/api/catalog/currency.ts'
import {
  deliverWebhooks,
  gatewayTotals,
  one,
  orderFor,
  ordersByState,
  PAYS,
  place,
  stockOf,
} from '#test/support/buyer.ts'
import { NegativeCache } from '#web/http/limits/negative-cache.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('cases that an attacker or bad luck may cause', (open) => {
  let shop: TestShop
  let product: Product
  const expire = async () => {
    shop.pass(15 * 60_000)
    await expireOrders(shop)
  }

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  test('two simultaneous requests for an expired checkout create one payment, not two', async () => {
    const request = orderFor([product], [one(product)])
    await place(shop, request)
    await expire()
    const secrets = await Promise.all([1, 2].map(async () => (await place(shop, request)).clientSecret))
    expect(new Set(secrets).size).toBe(1)
    for (const secret of secrets) await shop.gateway.confirm(secret, PAYS)
    await deliverWebhooks(shop)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
    expect((await gatewayTotals(shop)).payments).toBe(1)
  })

  test('an amount that reached the gateway although its response was lost is sent again', async () => {
    const dear = orderFor([product], [one(product, 'M', 2)])
    const cheap = { ...orderFor([product], [one(product)]), checkoutId: dear.checkoutId }
    await place(shop, cheap)
    const { gateway } = shop
    const repair = gateway.transport.disturb('updateIntent', async (send) => {
      await send()
      throw new GatewayError('The answer was lost.', true)
    })
    expect(await placeOrder(shop, dear)).toEqual({ kind: 'payment-unavailable' })
    repair()
    shop.failures.splice(0)
    const { clientSecret } = await place(shop, cheap)
    expect((await gateway.findIntentBySecret(clientSecret))?.amount).toBe(cheap.amount)
    await gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('simultaneous changes of a cart end with one amount, in the order and at the gateway', async () => {
    const request = orderFor([product], [one(product)])
    await place(shop, request)
    const carts = [2, 3, 4, 5].map((quantity) => ({
      ...orderFor([product], [one(product, 'M', quantity)]),
      checkoutId: request.checkoutId,
    }))
    await Promise.all(carts.map((cart) => placeOrder(shop, cart)))
    const order = await shop.database.db.selectFrom('orders').select('total_cents').executeTakeFirstOrThrow()
    const intent = await shop.database.db
      .selectFrom('test_gateway_intents')
      .select('amount_cents')
      .executeTakeFirstOrThrow()
    expect(intent.amount_cents).toBe(order.total_cents)
  })

  test('a payment that is set aside does not hold stock for ever, and a second one is reported too', async () => {
    const { clientSecret } = await place(shop, orderFor([product], [one(product, 'M', 10)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    const intent = (await shop.gateway.findIntentBySecret(clientSecret))!
    await settlePayment(shop, { ...intent, amount: cents(1) })
    expect(await stockOf(shop, product)).toEqual({ stock: 10, held: 0 })
    expect(shop.announced).toEqual(['catalogue', 'catalogue'])
    await settlePayment(shop, { ...intent, amount: cents(1) })
    await settlePayment(shop, { ...intent, id: 'pi_test_second' })
    await deliverOutbox(shop)
    expect(shop.mails).toHaveLength(2)
  })

  test('units are returned only to counts they were taken from', async () => {
    const uncounted = await shop.catalog.add(hoodie({ stock: null, sizes: [{ size: 'M', stock: null }] }))
    await place(shop, orderFor([uncounted], [one(uncounted, 'M', 9)]))
    await shop.database.db.updateTable('products').set({ stock: 5 }).where('id', '=', uncounted.id).execute()
    await shop.database.db
      .updateTable('product_sizes')
      .set({ stock: 5 })
      .where('product_id', '=', uncounted.id)
      .execute()
    await expire()
    expect((await shop.catalog.find(uncounted.id))!.stock).toBe(5)
    expect((await shop.catalog.find(uncounted.id))!.sizes).toEqual([{ size: 'M', stock: 5 }])
  })

  test('mails about orders of the test gateway say that nothing will be shipped', async () => {
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await deliverOutbox(shop)
    expect(shop.mails).toHaveLength(2)
    for (const { subject, text } of shop.mails) {
      expect(subject).toMatch(/^\[TEST\] /)
      expect(text).toContain('no money was taken')
    }
  })

  describe('large bodies', () => {
    const post = (body: string, type = 'application/json') =>
      new Request('http://shop.example/', { method: 'POST', body, headers: { 'content-type': type } })
    const context = () => ({
      shop,
      address: '203.0.113.9',
      currency: 'CAD' as const,
      pictureMisses: new NegativeCache(),
      incoming: null as never,
    })

    test('a cart of 15,000 lines is counted, not read', async () => {
      const response = await priceCartEndpoint(
        post(`{"items":[${Array(15_000).fill('{}').join()}]}`),
        context(),
      )
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({
        errors: [{ path: '/items', message: 'A cart holds at most 100 lines.' }],
      })
    })

    test('a body of 300,000 values is refused before any is checked', async () => {
      const response = await priceCartEndpoint(
        post(`{"items":[${Array(300_000).fill('{}').join()}]}`),
        context(),
      )
      expect(response.status).toBe(413)
      expect(await response.json()).toMatchObject({
        type: '/problems/too-large',
        title: 'Send at most 50000 values.',
      })
    })

    test('a shown price of 15,000 rows is counted, not read', async () => {
      const { shown: _shown, ...request } = { shown: null, ...orderFor([product], [one(product)]) }
      const order = JSON.stringify({ ...request, currency: 'cad', shown: { rows: [], dutyNote: null } })
      const response = (await createPaymentIntent(
        post(order.replace('"rows":[]', `"rows":[${Array(15_000).fill('{}').join()}]`)),
        context(),
      )) as Response
      expect(response.status).toBe(422)
      const { errors } = (await response.json()) as { errors: { path: string }[] }
      expect(errors.map(({ path }) => path)).toEqual(['/shown/rows'])
    })

    test('the currency form is read up to four kilobytes', async () => {
      const form = 'application/x-www-form-urlencoded'
      expect(
        (await changeCurrency(post(`currency=EUR&return=${'x'.repeat(5_000)}`, form), context())).status,
      ).toBe(413)
      const answer = await changeCurrency(post('currency=EUR&return=//evil.example', form), context())
      expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
        status: 303,
        location: '/',
      })
    })
  })
})
