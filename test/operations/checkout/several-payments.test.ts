import { expect, test } from 'vitest'
import { findPayments, movePayment } from '#db/checkout/payments.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { PaymentKind } from '#domain/checkout/payment.ts'
import { toPaymentId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { listOrders } from '#operations/orders/list-orders.ts'
import { readDashboard } from '#operations/orders/read-dashboard.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { stockOf } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ONE_HOODIE, orderDesk } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

const CREDIT = cents(45_36)
const CARD = cents(ONE_HOODIE - CREDIT)

describeOnEachDatabase('an order with several payments', (open) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }), 1)
  const { found, seen, stateOf, refundOf } = desk

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  /** An order partly paid by another payment, and the gateway’s event once `amount` is paid by card. */
  async function paidInParts(amount: Cents) {
    const { clientSecret, orderNumber } = await desk.placed()
    const { db } = shop.database
    const { id } = await found(orderNumber)
    const credit = {
      id: toPaymentId(`credit-${id}`),
      order_id: id,
      kind: 'store-credit' as PaymentKind,
      gateway: 'store-credit',
      attempt: 1,
      amount_cents: CREDIT,
      received_cents: CREDIT,
      currency: 'cad',
      created_at: 0,
      updated_at: 0,
    }
    await db
      .insertInto('payments')
      .values({ ...credit, state: 'succeeded' })
      .execute()
    await db
      .updateTable('payments')
      .set({ amount_cents: CARD })
      .where('order_id', '=', id)
      .where('kind', '=', 'card')
      .execute()
    const intent = (await shop.gateway.findIntentBySecret(clientSecret))!
    return { number: orderNumber, id, intent: { ...intent, state: 'succeeded', amount } as const }
  }

  test('is paid when they add up to its total', async () => {
    const { number, id, intent } = await paidInParts(CARD)
    expect(await settlePayment(shop, intent)).toEqual({ kind: 'paid', orderNumber: number })
    expect({ state: await stateOf(number), stock: await stockOf(shop, product) }).toEqual({
      state: 'paid',
      stock: { stock: 9, held: 0 },
    })
    const payments = await findPayments(shop.database.db, id)
    expect(payments.map(({ kind, state, received }) => [kind, state, Number(received)])).toEqual([
      ['store-credit', 'succeeded', CREDIT],
      ['card', 'succeeded', CARD],
    ])
    expect((await readDashboard(shop)).figures.summary).toMatchObject({ orders: 1, revenue: ONE_HOODIE })
  })

  test('is flagged for review when they add up to less or more than its total', async () => {
    for (const amount of [cents(CARD - 1), ONE_HOODIE]) {
      const { number, id, intent } = await paidInParts(amount)
      expect(await settlePayment(shop, intent)).toEqual({ kind: 'needs-attention', orderNumber: number })
      const states = (await findPayments(shop.database.db, id)).map(({ state }) => state)
      expect(states).toEqual(['succeeded', 'set-aside'])
    }
  })

  test('divides a refund among them, never more than each received', async () => {
    const { number, id, intent } = await paidInParts(CARD)
    await settlePayment(shop, intent)
    const shares = async () => {
      const refunds = await findRefunds(shop.database.db, id)
      return refunds
        .map(({ paymentId, amount, source }) => [paymentId.startsWith('credit'), Number(amount), source])
        .toSorted()
    }
    expect(await refundOrder(shop, await refundOf(number, { amount: cents(50_00) }))).toEqual({
      kind: 'requested',
    })
    const first = [
      [false, 50_00 - CREDIT, 'staff'],
      [true, CREDIT, 'by-hand'],
    ]
    expect(await shares()).toEqual(first)
    const { kind } = await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    expect(kind).toBe('cancelled')
    expect(await shares()).toEqual([[false, ONE_HOODIE - 50_00, 'cancellation'], ...first].toSorted())
  })

  test('appears once in the list of orders, and has one card payment', async () => {
    const { number, id } = await paidInParts(CARD)
    const { rows } = await listOrders(shop, { q: '', state: '', from: '', to: '', page: 1 })
    expect(rows.map((row) => row.number)).toEqual([number])
    const [card] = await shop.database.db
      .selectFrom('payments')
      .selectAll()
      .where('order_id', '=', id)
      .where('kind', '=', 'card')
      .execute()
    const again = { ...card!, id: toPaymentId('another'), intent_id: null }
    await expect(shop.database.db.insertInto('payments').values(again).execute()).rejects.toThrow(/unique/i)
  })

  test('a payment changes state only as the table allows', async () => {
    const { id, intent } = await paidInParts(CARD)
    await settlePayment(shop, intent)
    const [credit, card] = await findPayments(shop.database.db, id)
    await expect(movePayment(shop.database.db, card!, 'open', shop.now())).rejects.toThrow(
      'cannot become open',
    )
    await movePayment(shop.database.db, credit!, 'refunded', shop.now())
    const states = (await findPayments(shop.database.db, id)).map(({ state }) => state)
    expect(states).toEqual(['refunded', 'succeeded'])
  })
})
