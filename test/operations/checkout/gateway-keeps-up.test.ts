import { expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import { closeOrphanPayments } from '#operations/checkout/payments/close-orphan-payments.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { reconcilePayments } from '#operations/checkout/payments/reconcile-payments.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import {
  deliverWebhooks,
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
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { toOrderId } from '#domain/ids.ts'

const MINUTE = 60_000

describeOnEachDatabase('background calls to the gateway', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 500 }))

  const placeMany = async (orders: number) => {
    for (let order = 0; order < orders; order += 1) await place(shop, orderFor([product], [one(product)]))
  }
  const livePayments = async () => {
    const intents = shop.database.db.selectFrom('test_gateway_intents').select('id')
    return (await intents.where('state', '=', 'requires_payment_method').execute()).map(({ id }) => id)
  }
  const payments = async () => {
    const rows = await shop.database.db.selectFrom('payments').select('state').execute()
    return rows.map(({ state }) => state)
  }

  /** Counts the calls of this gateway method, and how many run at the same time. */
  function watch(target: TestShop, call: 'findIntent' | 'cancelIntent') {
    const seen = { asked: [] as string[], most: 0 }
    let running = 0
    async function delayed<Answer>(send: () => Promise<Answer>, id: string): Promise<Answer> {
      seen.asked.push(id)
      running += 1
      seen.most = Math.max(seen.most, running)
      // Longer than the spacing between two calls.
      await new Promise((resolve) => setTimeout(resolve, 90))
      running -= 1
      return send()
    }
    target.gateway.transport.disturb<'findIntent' | 'cancelIntent'>(call, delayed)
    return seen
  }

  test('payments of expired orders are cancelled at the gateway in parallel, once each', async () => {
    await placeMany(20)
    shop.pass(15 * MINUTE)
    const seen = watch(shop, 'cancelIntent')
    expect(await expireOrders(shop)).toBe(20)
    expect(seen.most).toBeGreaterThan(1)
    expect(seen.most).toBeLessThanOrEqual(8)
    expect(new Set(await payments())).toEqual(new Set(['canceled']))
    expect(await reconcilePayments(shop)).toBe(0)
    expect(await stockOf(shop, product)).toEqual({ stock: 500, held: 0 })
  })

  test('a gateway that does not answer does not delay releasing stock, and the payments are cancelled next', async () => {
    await placeMany(12)
    shop.pass(15 * MINUTE)
    const deadline = new AbortController()
    const repair = shop.gateway.transport.disturb('cancelIntent', () => {
      setImmediate(() => deadline.abort())
      return new Promise(() => {})
    })
    expect(await expireOrders(shop, deadline.signal)).toBe(12)
    expect(await stockOf(shop, product)).toEqual({ stock: 500, held: 0 })
    expect(await livePayments()).toHaveLength(12)
    repair()
    expect(await reconcilePayments(shop)).toBe(12)
    expect(await livePayments()).toEqual([])
    expect(await reconcilePayments(shop)).toBe(0)
  })

  test('one order that cannot be closed does not stop the others', async () => {
    await placeMany(12)
    shop.pass(15 * MINUTE)
    const odd = new Error('Odd')
    let asked = 0
    shop.gateway.transport.disturb('cancelIntent', async (send) => {
      if ((asked += 1) === 1) throw odd
      return send()
    })
    await expect(expireOrders(shop)).rejects.toBe(odd)
    expect(await ordersByState(shop)).toEqual({ expired: 11, pending: 1 })
  })

  test('every due payment is checked once per round, by one process', async () => {
    await placeMany(70)
    shop.pass(MINUTE)
    const second = await openTestShop(await connectAgain(), { start: shop.now() })
    const [seen, seenBySecond] = [watch(shop, 'findIntent'), watch(second, 'findIntent')]
    const all = async (of: TestShop) => {
      while ((await reconcilePayments(of)) > 0);
    }
    await Promise.all([all(shop), all(second)])
    const asked = [...seen.asked, ...seenBySecond.asked]
    expect(asked.sort()).toEqual((await livePayments()).sort())
    expect(Math.max(seen.most, seenBySecond.most)).toBeLessThanOrEqual(8)
    shop.pass(MINUTE)
    expect(await reconcilePayments(shop)).toBe(50)
  })

  test('a gateway that cannot be reached ends the round', async () => {
    await placeMany(30)
    shop.pass(MINUTE)
    shop.gateway.transport.failNext(1_000)
    let asked = 0
    shop.gateway.transport.disturb('findIntent', async (send) => {
      asked += 1
      return send()
    })
    await expect(reconcilePayments(shop)).rejects.toMatchObject({ name: 'GatewayError', temporary: true })
    expect(asked).toBeLessThanOrEqual(8)
  })

  test('an orphan payment is cancelled, and the same checkout can continue and pay', async () => {
    const request = orderFor([product], [one(product)])
    await placeWithLostAnswer(shop, request)
    shop.pass(3 * MINUTE)
    expect(await closeOrphanPayments(shop)).toBe(1)
    expect(await livePayments()).toEqual([])
    const { clientSecret } = await place(shop, request)
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('an orphan payment of an earlier cart is cancelled; payments that an order refers to stay open', async () => {
    const request = orderFor([product], [one(product)])
    await placeWithLostAnswer(shop, request)
    const more = { ...orderFor([product], [one(product, 'M', 2)]), checkoutId: request.checkoutId }
    const { clientSecret } = await place(shop, more)
    await placeMany(3)
    expect(await livePayments()).toHaveLength(5)
    shop.pass(3 * MINUTE)
    expect(await closeOrphanPayments(shop)).toBe(1)
    expect(await livePayments()).toHaveLength(4)
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect(await ordersByState(shop)).toEqual({ paid: 1, pending: 3 })
  })

  test('payments of another shop on the same account are left alone', async () => {
    await shop.gateway.createIntent({
      orderId: toOrderId('theirs'),
      amount: product.price,
      idempotencyKey: 'theirs',
    })
    shop.pass(3 * MINUTE)
    expect(await closeOrphanPayments(shop)).toBe(0)
    expect(await livePayments()).toHaveLength(1)
  })

  test('a payment that is cancelled as an orphan while it is being stored is replaced by another', async () => {
    let asked = 0
    shop.gateway.transport.disturb('createIntent', async (send) => {
      const intent = await send()
      asked += 1
      if (asked === 1) {
        shop.pass(3 * MINUTE)
        expect(await closeOrphanPayments(shop)).toBe(1)
      }
      return intent
    })
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    expect(await shop.gateway.confirm(clientSecret, PAYS)).toMatchObject({ intent: { state: 'succeeded' } })
    expect(asked).toBe(2)
  })

  test('the orphan search continues where it ended, and repeats a part that could not be searched', async () => {
    expect(await closeOrphanPayments(shop)).toBe(0)
    await placeWithLostAnswer(shop, orderFor([product], [one(product)]))
    shop.pass(3 * MINUTE)
    for (const calls of [1, 2]) {
      const { transport } = shop.gateway
      if (calls === 1) transport.failNext(1)
      const repair = transport.disturb('cancelIntent', async (send) => {
        if (calls === 2) throw new GatewayError('Too many requests', true)
        return send()
      })
      await expect(closeOrphanPayments(shop)).rejects.toMatchObject({ temporary: true })
      repair()
      shop.pass(60 * MINUTE)
    }
    expect(await livePayments()).toHaveLength(1)
    expect(await closeOrphanPayments(shop)).toBe(1)
    const searched: number[] = []
    shop.gateway.transport.disturb('listUnpaid', (send, time) => {
      searched.push(time.to - time.from)
      return send()
    })
    shop.pass(MINUTE)
    expect(await closeOrphanPayments(shop)).toBe(0)
    expect(searched).toEqual([11 * MINUTE])
  })
})
