import { afterEach, describe, expect, test } from 'vitest'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import type { Product } from '#domain/catalog/product.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { reconcilePayments } from '#operations/checkout/payments/reconcile-payments.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { GatewayError, type PaymentIntent } from '#providers/payments/payment-gateway.ts'
import {
  ASKS,
  DECLINED,
  deliverWebhooks,
  gatewayTotals,
  one,
  orderFor,
  ordersByState,
  PAYS,
  place,
  placeWithLostAnswer,
  stockOf,
} from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

const MINUTE = 60_000

describeOnEachDatabase('repeated and lost payment requests', (open) => {
  afterEach(async () => expect(await findLedgerDifferences(open().db)).toEqual([]))

  let shop: TestShop
  let product: Product

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  const livePayments = () =>
    shop.database.db
      .selectFrom('test_gateway_intents')
      .select('amount_cents')
      .where('state', '=', 'requires_payment_method')
      .execute()

  /** An expired order whose payment could not be cancelled at the gateway. */
  async function expiredWithLivePayment(quantity = 1) {
    const request = orderFor([product], [one(product, 'M', quantity)])
    const placed = await place(shop, request)
    shop.pass(15 * MINUTE)
    shop.gateway.transport.failNext(1)
    expect(await expireOrders(shop)).toBe(1)
    expect(shop.failures.splice(0)).toHaveLength(1)
    return { request, ...placed }
  }

  test('a late decline event does not release the new hold of another attempt', async () => {
    const request = orderFor([product], [one(product)])
    const { clientSecret } = await place(shop, request)
    await shop.gateway.confirm(clientSecret, DECLINED)
    await place(shop, request)
    await deliverWebhooks(shop)
    expect(await stockOf(shop, product)).toEqual({ stock: 9, held: 1 })
    await shop.gateway.confirm(clientSecret, DECLINED)
    await deliverWebhooks(shop)
    expect(await stockOf(shop, product)).toEqual({ stock: 10, held: 0 })
  })

  test('a repeated request whose answer was lost returns the same payment', async () => {
    const request = orderFor([product], [one(product)])
    await placeWithLostAnswer(shop, request)
    await place(shop, request)
    expect(await livePayments()).toEqual([{ amount_cents: request.amount }])
  })

  test('a checkout that is sent twice at the same time has one payment at the gateway', async () => {
    const request = orderFor([product], [one(product)])
    const placed = await Promise.all(Array.from({ length: 6 }, () => place(shop, request)))
    expect(new Set(placed.map(({ clientSecret }) => clientSecret)).size).toBe(1)
    expect(await livePayments()).toEqual([{ amount_cents: request.amount }])
  })

  test('after a lost gateway answer the same checkout can still pay for another cart', async () => {
    const request = orderFor([product], [one(product)])
    await placeWithLostAnswer(shop, request)
    const more = { ...orderFor([product], [one(product, 'M', 2)]), checkoutId: request.checkoutId }
    const { clientSecret } = await place(shop, more)
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('units held by a shopper’s own payment do not appear sold out in their cart', async () => {
    const request = orderFor([product], [one(product, 'M', 10)])
    await place(shop, request)
    const stateOf = async (checkoutId?: string) =>
      (await previewCart(shop, { items: request.items, checkoutId })).items.map(({ status, left }) => [
        status,
        left,
      ])
    expect(await stateOf(request.checkoutId)).toEqual([['ok', 10]])
    expect(await stateOf('another-checkout')).toEqual([['size-unavailable', 0]])
    expect(await stateOf()).toEqual([['size-unavailable', 0]])
  })

  test('two simultaneous changes of one checkout end with one payment for the order’s total', async () => {
    const request = orderFor([product], [one(product)])
    const more = { ...orderFor([product], [one(product, 'M', 2)]), checkoutId: request.checkoutId }
    const [first, second] = await Promise.all([place(shop, request), place(shop, more)])
    expect(first.clientSecret).toBe(second.clientSecret)
    const { total } = await shop.database.db
      .selectFrom('orders')
      .select('total_cents as total')
      .executeTakeFirstOrThrow()
    const intent = await shop.gateway.findIntentBySecret(first.clientSecret)
    expect(intent?.amount).toBe(total)
  })

  describe('a cart that another tab changes while the bank asks', () => {
    /** The shopper is at the bank's step, and another tab has one more unit in the same cart. */
    async function atTheBank() {
      const request = orderFor([product], [one(product)])
      const { clientSecret, orderNumber } = await place(shop, request)
      await shop.gateway.confirm(clientSecret, ASKS)
      const more = { ...orderFor([product], [one(product, 'M', 2)]), checkoutId: request.checkoutId }
      return { request, more, clientSecret, orderNumber }
    }

    test('is paid at its new total only: the step at the bank ends first', async () => {
      const { more, clientSecret } = await atTheBank()
      const again = await place(shop, more)
      expect(again.clientSecret).not.toBe(clientSecret)
      expect(await shop.gateway.authenticate(clientSecret, 'approve')).toMatchObject({ kind: 'refused' })
      await shop.gateway.confirm(again.clientSecret, PAYS)
      await deliverWebhooks(shop)
      expect(await ordersByState(shop)).toEqual({ paid: 1 })
      expect(await gatewayTotals(shop)).toEqual({ taken: more.amount, returned: 0, payments: 1 })
    })

    test('stays as it was paid when the approval comes first', async () => {
      const { request, more, clientSecret, orderNumber } = await atTheBank()
      const approveFirst = async (send: () => Promise<PaymentIntent>) => {
        await shop.gateway.authenticate(clientSecret, 'approve')
        return send()
      }
      shop.gateway.transport.disturb('updateIntent', approveFirst)
      shop.gateway.transport.disturb('cancelIntent', approveFirst)
      expect(await placeOrder(shop, more)).toEqual({ kind: 'already-paid', orderNumber })
      expect(await ordersByState(shop)).toEqual({ paid: 1 })
      expect(await gatewayTotals(shop)).toEqual({ taken: request.amount, returned: 0, payments: 1 })
      expect(await stockOf(shop, product)).toEqual({ stock: 9, held: 0 })
    })

    test('keeps its payment while the total is the same, so that either tab can pay it', async () => {
      const { request, clientSecret } = await atTheBank()
      expect((await place(shop, request)).clientSecret).toBe(clientSecret)
      await shop.gateway.authenticate(clientSecret, 'approve')
      await shop.gateway.confirm(clientSecret, PAYS)
      await deliverWebhooks(shop)
      expect(await ordersByState(shop)).toEqual({ paid: 1 })
      expect(await gatewayTotals(shop)).toMatchObject({ taken: request.amount, payments: 1 })
    })
  })

  test('a cart that comes back days after its order expired is a new order, with the day of its purchase', async () => {
    const request = orderFor([product], [one(product)])
    const { orderNumber } = await place(shop, request)
    shop.pass(15 * MINUTE)
    await expireOrders(shop)
    shop.pass(24 * 60 * MINUTE)
    const again = await place(shop, request)
    expect(again.orderNumber).not.toBe(orderNumber)
    await shop.gateway.confirm(again.clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect(await ordersByState(shop)).toEqual({ expired: 1, paid: 1 })
  })

  test('a resumed checkout never has two payments that could both be completed', async () => {
    const { request, clientSecret } = await expiredWithLivePayment()
    expect((await place(shop, request)).clientSecret).toBe(clientSecret)
    expect(await livePayments()).toHaveLength(1)
  })

  test('a payment that was cancelled while its order is open is replaced by a new one', async () => {
    const request = orderFor([product], [one(product)])
    const first = await place(shop, request)
    await shop.gateway.cancelIntent((await shop.gateway.findIntentBySecret(first.clientSecret))!.id)
    const second = await place(shop, request)
    expect(second.clientSecret).not.toBe(first.clientSecret)
    await shop.gateway.confirm(second.clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('the payment of an expired order is cancelled as soon as the gateway can be reached again', async () => {
    await expiredWithLivePayment()
    shop.pass(MINUTE)
    await reconcilePayments(shop)
    expect(await livePayments()).toEqual([])
    expect(await stockOf(shop, product)).toEqual({ stock: 10, held: 0 })
  })

  test('a checkout whose payment was refunded can order again', async () => {
    const { request, clientSecret } = await expiredWithLivePayment(10)
    await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await deliverOutbox(shop)
    const fewer = { ...orderFor([product], [one(product)]), checkoutId: request.checkoutId }
    const again = await place(shop, fewer)
    await shop.gateway.confirm(again.clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect(await ordersByState(shop)).toEqual({ paid: 1, pending: 1, refunded: 1 })
    const { taken, returned } = await gatewayTotals(shop)
    expect(taken - returned).toBe(again.totals.total)
  })

  test('a second payment for a paid order alerts the owner once', async () => {
    const { clientSecret, orderNumber } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    const stray = { ...(await shop.gateway.findIntentBySecret(clientSecret))!, id: 'pi_test_stray' }
    expect(await settlePayment(shop, stray)).toEqual({ kind: 'paid', orderNumber })
    expect(await settlePayment(shop, stray)).toEqual({ kind: 'paid', orderNumber })
    while ((await deliverOutbox(shop)) > 0);
    const alerts = shop.mails.filter(({ subject }) => subject.endsWith('needs your attention'))
    expect(alerts).toHaveLength(1)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('an error about one payment does not keep the others from being reconciled', async () => {
    const [odd, lost] = [
      await place(shop, orderFor([product], [one(product)])),
      await place(shop, orderFor([product], [one(product)])),
    ]
    await shop.gateway.confirm(lost.clientSecret, PAYS)
    shop.gateway.transport.disturb('findIntent', async (send, id) => {
      if (odd.clientSecret.startsWith(id)) throw new GatewayError('This payment is not yours.', false)
      return send()
    })
    shop.pass(MINUTE)
    await reconcilePayments(shop)
    expect(shop.failures.splice(0)).toHaveLength(1)
    expect(await ordersByState(shop)).toEqual({ paid: 1, pending: 1 })
  })

  test('carts that change, decline and expire at the same time keep the stock count exact', async () => {
    const others = await Promise.all(
      ['Cap', 'Tee', 'Belt'].map((name) => shop.catalog.add(hoodie({ name, stock: 50 }))),
    )
    const all = [product, ...others]
    await shop.catalog.update(product.id, product.version, { ...product, stock: 50 })
    const pick = (i: number) => [0, 1, 2].map((step) => one(all[(i * 3 + step * (i % 2 ? 1 : 3)) % 4]!))
    const requests = Array.from({ length: 12 }, (_, i) => orderFor(all, pick(i)))
    await Promise.all(
      requests.map(async (request, i) => {
        const { clientSecret } = await place(shop, request)
        const changed = { ...orderFor(all, pick(i + 5)), checkoutId: request.checkoutId }
        await place(shop, changed)
        await shop.gateway.confirm(clientSecret, i % 3 ? PAYS : DECLINED)
        const intent = await shop.gateway.findIntentBySecret(clientSecret)
        if (intent) await settlePayment(shop, intent)
      }),
    )
    shop.pass(15 * MINUTE)
    await expireOrders(shop)
    expect(await ordersByState(shop)).toEqual({ expired: 4, paid: 8 })
    const sold = await shop.database.db
      .selectFrom('order_lines')
      .innerJoin('orders', 'orders.id', 'order_lines.order_id')
      .select(['product_id as id', 'quantity'])
      .where('state', '=', 'paid')
      .execute()
    for (const each of all) {
      const units = sold.filter(({ id }) => id === each.id).reduce((sum, { quantity }) => sum + quantity, 0)
      expect(await stockOf(shop, each)).toEqual({ stock: 50 - units, held: 0 })
    }
  })
})
