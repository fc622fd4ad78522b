import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findReceived } from '#db/checkout/payments.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { CsvCell } from '#domain/csv.ts'
import { toRefundId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { leftToRefund } from '#domain/refunds/refund.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { reconcilePayments } from '#operations/checkout/payments/reconcile-payments.ts'
import { exportOrders, orderColumns } from '#operations/orders/export-orders.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
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
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { BY, ONE_HOODIE, orderDesk } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const inCents = (cell: CsvCell | undefined) => Math.round(Number(cell ?? 0) * 100)

describeOnEachDatabase('the money of an order', (open) => {
  let shop: TestShop
  let product: Product
  const { placed, paid, found, seen, settled, revenue } = orderDesk(() => ({ shop, product }), 1)

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 1 }))

  const intentOf = async (secret: string) => (await shop.gateway.findIntentBySecret(secret))!
  const caughtUp = async () => {
    await deliverWebhooks(shop)
    await settled()
  }
  const leftOf = async (number: string) => {
    const { id } = await found(number)
    const { db } = shop.database
    return leftToRefund(await findReceived(db, id), await findRefunds(db, id))
  }

  test('a refunded late payment does not reduce the sales figures', async () => {
    const late = await placed()
    shop.pass(15 * MINUTE)
    shop.gateway.transport.failNext(1)
    await expireOrders(shop)
    shop.failures.length = 0
    await paid()
    await shop.gateway.confirm(late.clientSecret, PAYS)
    await caughtUp()
    expect(await ordersByState(shop)).toEqual({ paid: 1, refunded: 1 })
    expect(await revenue()).toBe(ONE_HOODIE)
  })

  test('an accepted order that was underpaid counts as what was paid', async () => {
    const { orderNumber, clientSecret } = await placed()
    await settlePayment(shop, { ...(await intentOf(clientSecret)), state: 'succeeded', amount: cents(1_00) })
    const resolution = { ...(await seen(orderNumber)), outcome: 'stands', note: 'Agreed' } as const
    expect(await resolveAttention(shop, resolution)).toEqual({ kind: 'resolved' })
    expect(await revenue()).toBe(1_00)
  })

  test('each column of the exported orders adds up: totals stand once an order, and each refund in a row of its own', async () => {
    const two = await shop.catalog.add(hoodie({ name: 'Tee', stock: 9, price: cents(20_00) }))
    const request = orderFor([product, two], [one(product), one(two, 'M', 2)])
    const { clientSecret, orderNumber: number } = await place(shop, request)
    await shop.gateway.confirm(clientSecret, PAYS)
    await caughtUp()
    for (const amount of [cents(10_00), cents(5_00)]) {
      shop.pass(MINUTE)
      const refund = { refundId: toRefundId(randomUUID()), amount, reason: '', restock: [] }
      expect(await refundOrder(shop, { ...(await seen(number)), ...refund })).toEqual({ kind: 'requested' })
      await settled()
    }
    const { subtotal, total } = await found(number)
    const rows = (
      await Array.fromAsync(exportOrders(shop, { q: number, state: '', from: '', to: '' }))
    ).flat()
    const column = (heading: string) => rows.map((row) => row[orderColumns().indexOf(heading)])
    const sum = (heading: string) => column(heading).reduce((all: number, cell) => all + inCents(cell), 0)
    expect(column('Product')).toEqual(['Emblem Hoodie', 'Tee', null, null])
    expect(column('Order')).toEqual([number, number, number, number])
    expect({ lines: sum('Line total (CAD)'), subtotal: sum('Order subtotal (CAD)') }).toEqual({
      lines: subtotal,
      subtotal,
    })
    expect({ tax: sum('Order tax (CAD)'), total: sum('Order total (CAD)') }).toEqual({ tax: 3_16, total })
    expect({ paid: sum('Order paid (CAD)'), refunded: sum('Order refunded (CAD)') }).toEqual({
      paid: total,
      refunded: 15_00,
    })
    expect(column('Refund (CAD)')).toEqual([null, null, '10.00', '5.00'])
    expect(column('Refund method')).toEqual([null, null, 'Test gateway', 'Test gateway'])
    expect(column('Refunded').slice(2).map(String)).toEqual(
      [shop.now() - MINUTE, shop.now()].map((at) => new Date(at).toISOString()),
    )
  })

  test('each payment that does not match the order sends a separate mail', async () => {
    const { clientSecret } = await paid()
    shop.mails.length = 0
    const own = await intentOf(clientSecret)
    for (const id of ['pi_stray', 'pi_stray', 'pi_other']) await settlePayment(shop, { ...own, id })
    await caughtUp()
    expect(shop.mails).toHaveLength(2)
    expect(new Set(shop.mails.map(({ id }) => id)).size).toBe(2)
  })

  test('a manual refund counts as returned money', async () => {
    const { number, clientSecret } = await paid()
    const stray = { ...(await intentOf(clientSecret)), id: 'pi_stray' }
    await settlePayment(shop, stray)
    await shop.database.db.updateTable('orders').set({ state: 'needs-attention' }).execute()
    const resolution = { ...(await seen(number)), outcome: 'returned', note: 'By bank' } as const
    expect(await resolveAttention(shop, resolution)).toEqual({ kind: 'resolved' })
    expect({ revenue: await revenue(), left: await leftOf(number) }).toEqual({ revenue: 0, left: 0 })
    const { id } = await found(number)
    expect(await findRefunds(shop.database.db, id)).toMatchObject([
      { amount: ONE_HOODIE, state: 'done', by: BY, cause: 'by-hand', reason: '' },
    ])
    await caughtUp()
    expect((await gatewayTotals(shop)).returned).toBe(0)
  })

  test('a cancelled order whose refund failed cannot be sent: its units may be sold again', async () => {
    const { number } = await paid()
    const repair = shop.gateway.transport.disturb('refund', async () => {
      throw new GatewayError('The card account is closed.', false)
    })
    await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    await caughtUp()
    shop.failures.length = 0
    repair()
    expect((await found(number)).state).toBe('needs-attention')
    await paid()
    expect(await stockOf(shop, product)).toEqual({ stock: 0, held: 0 })
    const resolution = { ...(await seen(number)), outcome: 'stands', note: '' } as const
    expect(await resolveAttention(shop, resolution)).toEqual({ kind: 'was-cancelled' })
    expect(await ordersByState(shop)).toEqual({ 'needs-attention': 1, paid: 1 })
  })

  test('the gateway is asked about a checkout that was started days ago and paid now, which is a new order', async () => {
    const request = orderFor([product], [one(product)])
    await place(shop, request)
    shop.pass(15 * MINUTE)
    await expireOrders(shop)
    shop.pass(4 * DAY)
    const { clientSecret } = await place(shop, request)
    await shop.gateway.confirm(clientSecret, PAYS)
    shop.pass(2 * MINUTE)
    await reconcilePayments(shop)
    expect(await ordersByState(shop)).toEqual({ expired: 1, paid: 1 })
  })

  test('a checkout whose payment is unknown to a new gateway account gets a new payment', async () => {
    const request = orderFor([product], [one(product)])
    const { clientSecret } = await place(shop, request)
    shop.pass(15 * MINUTE)
    await expireOrders(shop)
    await shop.database.db.deleteFrom('test_gateway_events').execute()
    await shop.database.db.deleteFrom('test_gateway_intents').execute()
    const again = await placeOrder(shop, request)
    if (again.kind !== 'placed') throw new Error(`The order was not placed: ${again.kind}`)
    expect(again.clientSecret).not.toBe(clientSecret)
    await shop.gateway.confirm(again.clientSecret, PAYS)
    await caughtUp()
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('an order that was set aside for a stray payment can have its card payment refunded', async () => {
    const { orderNumber, clientSecret } = await placed()
    const own = await intentOf(clientSecret)
    await settlePayment(shop, { ...own, id: 'pi_stray', state: 'succeeded' })
    await shop.gateway.confirm(clientSecret, PAYS)
    await caughtUp()
    expect(await leftOf(orderNumber)).toBe(ONE_HOODIE)
    await cancelOrder(shop, { ...(await seen(orderNumber)), restock: false, reason: '' })
    await caughtUp()
    const totals = await gatewayTotals(shop)
    expect(totals.returned).toBe(totals.taken)
  })
})
