import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { transact } from '#db/engine/transact.ts'
import { lockOrder, releaseHeldStock } from '#db/orders/orders.ts'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { toOrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { reconcilePayments } from '#operations/checkout/payments/reconcile-payments.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
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
  stockOf,
} from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const MINUTE = 60_000

describeOnEachDatabase('settling a payment', (open, { connectAgain }) => {
  afterEach(async () => expect(await findLedgerDifferences(open().db)).toEqual([]))

  let shop: TestShop
  let product: Product

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  const intentOf = async (secret: string) => (await shop.gateway.findIntentBySecret(secret))!
  const subjects = () =>
    shop.mails.map(
      ({ to, subject }) => `${to.address}: ${subject.replace(/^\[TEST\] /, '').replace(/R-\S+/, 'R')}`,
    )
  const sendAllMails = async () => {
    while ((await deliverOutbox(shop)) > 0);
  }
  /** Resolves when a statement waits for a lock; immediately on SQLite, where writers take turns. */
  const untilStatementWaits = async () => {
    if (shop.database.engine === 'sqlite') return
    const waiting = sql<{ some: boolean }>`select exists (select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as some`
    await expect.poll(async () => (await waiting.execute(shop.database.db)).rows).toEqual([{ some: true }])
  }
  test('what was paid with is kept, whichever answer tells it, and once', async () => {
    const references = () =>
      shop.database.db.selectFrom('payments').select('reference').orderBy('created_at').execute()
    const { clientSecret } = await place(shop, orderFor([product], [one(product, 'M', 1)]))
    await shop.gateway.confirm(clientSecret, { ...PAYS, isInWallet: true })
    const intent = await intentOf(clientSecret)
    await settlePayment(shop, intent)
    expect(await references()).toEqual([{ reference: '' }])
    await deliverWebhooks(shop)
    expect(await references()).toEqual([{ reference: 'test_wallet 4242' }])
    await settlePayment(shop, { ...intent, paidWith: { method: 'other', last4: '' } })
    const wallet = { method: 'apple_pay', last4: '0341' }
    const second = await intentOf((await bought()).clientSecret)
    await Promise.all([settlePayment(shop, second), settlePayment(shop, { ...second, paidWith: wallet })])
    await deliverWebhooks(shop)
    expect(await references()).toEqual([{ reference: 'test_wallet 4242' }, { reference: 'apple_pay 0341' }])
  })

  const bought = async (quantity = 1) => {
    const placed = await place(shop, orderFor([product], [one(product, 'M', quantity)]))
    await shop.gateway.confirm(placed.clientSecret, PAYS)
    return placed
  }

  test('takes the units again when they are released while it waits for the order', async () => {
    const { clientSecret } = await bought(2)
    const intent = await intentOf(clientSecret)
    const settling = await transact(shop.database, async (tx) => {
      await lockOrder(tx, intent.orderId)
      const settled = settlePayment(shop, intent)
      await untilStatementWaits()
      await releaseHeldStock(tx, intent.orderId, { by: 'system', at: shop.now() })
      return { settled }
    })
    expect(await settling.settled).toMatchObject({ kind: 'paid' })
    expect(await stockOf(shop, product)).toEqual({ stock: 8, held: 0 })
  })

  test('does not make an order paid whose total changed while it waits for the order', async () => {
    const { clientSecret } = await bought()
    const intent = await intentOf(clientSecret)
    const settling = await transact(shop.database, async (tx) => {
      await lockOrder(tx, intent.orderId)
      const settled = settlePayment(shop, intent)
      await untilStatementWaits()
      await sql`update orders set subtotal_cents = subtotal_cents + 100, total_cents = total_cents + 100`.execute(
        tx,
      )
      return { settled }
    })
    expect(await settling.settled).toMatchObject({ kind: 'needs-attention' })
    expect(await ordersByState(shop)).toEqual({ 'needs-attention': 1 })
  })

  test('the webhook alone marks the order as paid, and mails the owner and the shopper once each', async () => {
    await bought(2)
    await deliverWebhooks(shop)
    await sendAllMails()
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
    expect(await stockOf(shop, product)).toEqual({ stock: 8, held: 0 })
    expect(subjects().sort()).toEqual([
      'ada@shopper.example: Your Redemption order R',
      'owner@shop.example: New order R from Ada Prairie',
    ])
    const owner = shop.mails.find(({ to }) => to.address === 'owner@shop.example')
    for (const text of [owner?.text, owner?.html]) {
      expect(text).toContain('12 Broadway Ave, Saskatoon, Saskatchewan, Canada, S7K 1A1')
      expect(text).toContain('2x Emblem Hoodie (Size: M)')
      expect(text).toContain('C$265.72')
      expect(text).toContain('306 555 0123')
    }
  })

  test('fifty shuffled webhooks and the shopper’s return at the same time make one order and one mail of each kind', async () => {
    const { clientSecret, orderNumber } = await bought()
    const intent = await intentOf(clientSecret)
    const other = await openTestShop(await connectAgain())
    const settlements = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        settlePayment(i % 2 && shop.database.engine === 'postgres' ? other : shop, intent),
      ),
    )
    expect(settlements).toEqual(Array.from({ length: 50 }, () => ({ kind: 'paid', orderNumber })))
    await deliverWebhooks(shop)
    await sendAllMails()
    expect(shop.mails).toHaveLength(2)
    expect(await stockOf(shop, product)).toEqual({ stock: 9, held: 0 })
  })

  test('a decline releases the stock, and the same checkout can try another card', async () => {
    const request = orderFor([product], [one(product, 'M', 10)])
    const { clientSecret } = await place(shop, request)
    expect(await shop.gateway.confirm(clientSecret, DECLINED)).toMatchObject({
      kind: 'refused',
      message: 'Your card was declined.',
    })
    await deliverWebhooks(shop)
    expect(await stockOf(shop, product)).toEqual({ stock: 10, held: 0 })
    expect(shop.announced).toEqual(['catalogue', 'catalogue'])
    const again = await place(shop, request)
    expect(again.clientSecret).toBe(clientSecret)
    expect(await stockOf(shop, product)).toEqual({ stock: 0, held: 10 })
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('a late or repeated decline event does not release a newer hold', async () => {
    const request = orderFor([product], [one(product)])
    const { clientSecret } = await place(shop, request)
    await shop.gateway.confirm(clientSecret, DECLINED)
    const declined = await intentOf(clientSecret)
    await settlePayment(shop, declined)
    await place(shop, request)
    await settlePayment(shop, declined)
    expect(await stockOf(shop, product)).toEqual({ stock: 9, held: 1 })
  })

  test('a shopper who pays right after a decline, before placing the order again, gets what is still in stock', async () => {
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, DECLINED)
    await deliverWebhooks(shop)
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
    expect(await stockOf(shop, product)).toEqual({ stock: 9, held: 0 })
  })

  test('the confirmation step must be approved', async () => {
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    expect(await shop.gateway.confirm(clientSecret, ASKS)).toMatchObject({
      intent: { state: 'requires_action' },
    })
    expect(await shop.gateway.authenticate(clientSecret, 'fail')).toMatchObject({ kind: 'refused' })
    await deliverWebhooks(shop)
    expect(await ordersByState(shop)).toEqual({ pending: 1 })
    await shop.gateway.confirm(clientSecret, ASKS)
    expect(await shop.gateway.authenticate(clientSecret, 'approve')).toMatchObject({
      intent: { state: 'succeeded' },
    })
    await deliverWebhooks(shop)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('an abandoned checkout releases its stock once, when its hold ends', async () => {
    const { clientSecret } = await place(shop, orderFor([product], [one(product, 'M', 3)]))
    shop.pass(14 * MINUTE)
    expect(await expireOrders(shop)).toBe(0)
    shop.pass(MINUTE)
    expect(await Promise.all([expireOrders(shop), expireOrders(shop)])).toContain(1)
    expect(await expireOrders(shop)).toBe(0)
    expect(await stockOf(shop, product)).toEqual({ stock: 10, held: 0 })
    expect(await ordersByState(shop)).toEqual({ expired: 1 })
    expect(await shop.gateway.confirm(clientSecret, PAYS)).toMatchObject({ kind: 'refused' })
  })

  test('an expired checkout can be resumed, with a new payment', async () => {
    const request = orderFor([product], [one(product)])
    const first = await place(shop, request)
    shop.pass(15 * MINUTE)
    await expireOrders(shop)
    const second = await place(shop, request)
    expect(second.orderNumber).toBe(first.orderNumber)
    expect(second.clientSecret).not.toBe(first.clientSecret)
    await shop.gateway.confirm(second.clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
    expect(await stockOf(shop, product)).toEqual({ stock: 9, held: 0 })
  })

  test('an order that was paid in the last second of its hold is settled, not closed', async () => {
    await bought()
    shop.pass(15 * MINUTE)
    expect(await expireOrders(shop)).toBe(0)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('a late payment is accepted when the units are still in stock', async () => {
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    shop.pass(15 * MINUTE)
    shop.gateway.transport.failNext(1)
    await expireOrders(shop)
    expect(shop.failures.splice(0)).toHaveLength(1)
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
    expect(await stockOf(shop, product)).toEqual({ stock: 9, held: 0 })
  })

  test('a late payment for units sold meanwhile is refunded in full and once, with mails to both sides', async () => {
    const late = await place(shop, orderFor([product], [one(product, 'M', 10)]))
    shop.pass(15 * MINUTE)
    shop.gateway.transport.failNext(1)
    await expireOrders(shop)
    shop.failures.splice(0)
    const { totals } = await bought()
    await shop.gateway.confirm(late.clientSecret, PAYS)
    await deliverWebhooks(shop)
    await sendAllMails()
    await deliverWebhooks(shop)
    expect(await ordersByState(shop)).toEqual({ paid: 1, refunded: 1 })
    const charged = await gatewayTotals(shop)
    expect(charged.taken - charged.returned).toBe(totals.total)
    expect(await stockOf(shop, product)).toEqual({ stock: 9, held: 0 })
    expect(subjects()).toContain('ada@shopper.example: Your refund is on its way: order R')
    expect(subjects()).toContain('owner@shop.example: Order R was paid too late and is being refunded')
  })

  test('a payment with another amount, currency or id is set aside for review', async () => {
    for (const wrong of [{ amount: cents(1_00) }, { currency: 'usd' }, { id: 'pi_test_other' }]) {
      const { clientSecret, orderNumber } = await bought()
      const intent = { ...(await intentOf(clientSecret)), ...wrong }
      expect(await settlePayment(shop, intent)).toEqual({ kind: 'needs-attention', orderNumber })
      expect(await settlePayment(shop, intent)).toEqual({ kind: 'needs-attention', orderNumber })
    }
    await sendAllMails()
    expect(await ordersByState(shop)).toEqual({ 'needs-attention': 3 })
    expect(subjects()).toEqual(
      Array.from({ length: 3 }, () => 'owner@shop.example: Order R needs your attention'),
    )
  })

  test('an event about an unknown order changes nothing', async () => {
    const { clientSecret } = await bought()
    const intent = { ...(await intentOf(clientSecret)), orderId: toOrderId('not-ours') }
    expect(await settlePayment(shop, intent)).toEqual({ kind: 'unknown-order' })
    expect(await ordersByState(shop)).toEqual({ pending: 1 })
  })

  test('a payment whose webhook was lost is found by reconciling', async () => {
    await bought()
    await shop.database.db.deleteFrom('test_gateway_events').execute()
    shop.pass(MINUTE)
    await reconcilePayments(shop)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('mails wait for a mail server that is down for an hour, and are then sent once each', async () => {
    await bought()
    await deliverWebhooks(shop)
    shop.mailIsDown = true
    for (let minute = 0; minute < 60; minute += 1) {
      await deliverOutbox(shop)
      shop.pass(MINUTE)
    }
    expect(shop.failures.splice(0).length).toBeGreaterThan(5)
    expect(shop.mails).toEqual([])
    shop.mailIsDown = false
    shop.pass(2 * 60 * MINUTE)
    await sendAllMails()
    expect(shop.mails).toHaveLength(2)
  })

  test('several processes deliver each mail once', async () => {
    const others = [await openTestShop(await connectAgain()), await openTestShop(await connectAgain())]
    for (let i = 0; i < 10; i += 1) await bought()
    await deliverWebhooks(shop)
    const shops = [shop, ...others]
    for (let round = 0; round < 5; round += 1) await Promise.all(shops.map((each) => deliverOutbox(each)))
    const ids = shops.flatMap(({ mails }) => mails.map(({ id }) => id))
    expect(ids).toHaveLength(20)
    expect(new Set(ids).size).toBe(20)
  })

  test('a webhook that the shop could not store is delivered again', async () => {
    const { clientSecret } = await bought()
    expect(await shop.gateway.deliverWebhooks(async () => false)).toBe(1)
    expect(await deliverWebhooks(shop)).toBe(0)
    shop.pass(3_000)
    expect(await deliverWebhooks(shop)).toBe(1)
    expect((await intentOf(clientSecret)).state).toBe('succeeded')
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('placing an order that was paid in another tab returns that it is paid', async () => {
    const request = orderFor([product], [one(product)])
    const { clientSecret, orderNumber } = await place(shop, request)
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    expect(await placeOrder(shop, request)).toEqual({ kind: 'already-paid', orderNumber })
  })
})
