import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findRefunds } from '#db/refunds/refunds.ts'
import { toRefundId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { gatewayTotals, stockOf } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { BY, orderDesk, TRACKING, TWO_HOODIES } from '#test/support/order-desk.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const DAY_MS = 24 * 3_600_000

describeOnEachDatabase('refunds by staff', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product
  const { paid, found, seen, settled, refundOf, stateOf, subjects } = orderDesk(() => ({ shop, product }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  const viewOf = async (number: string) =>
    (await findOrderView(shop, number, PERMISSIONS)) ?? expect.fail(`There is no order ${number}`)

  test('a partial refund is requested until the gateway has made it, and the shopper is mailed then', async () => {
    const order = await paid()
    expect(await refundOrder(shop, await refundOf(order.number))).toEqual({ kind: 'requested' })
    expect(await findRefunds(shop.database.db, (await found(order.number)).id)).toMatchObject([
      { amount: 50_00, state: 'asked', reason: 'Torn seam', by: BY },
    ])
    expect(await stateOf(order.number)).toBe('paid')
    await settled()
    expect(await stateOf(order.number)).toBe('refunded-in-part')
    expect((await gatewayTotals(shop)).returned).toBe(50_00)
    expect(subjects()).toEqual([`ada: Your refund for Redemption order ${order.number}`])
    expect(shop.mails[0]?.text).toContain('C$50.00')
    const rest = cents(TWO_HOODIES - 50_00)
    await refundOrder(shop, await refundOf(order.number, { amount: rest }))
    await settled()
    expect(await stateOf(order.number)).toBe('refunded')
    expect(shop.mails).toHaveLength(2)
  })

  test('the same refund pressed twice is made once, and none exceeds the payment', async () => {
    const { number } = await paid()
    const request = await refundOf(number, { amount: cents(200_00) })
    expect(await refundOrder(shop, request)).toEqual({ kind: 'requested' })
    expect(await refundOrder(shop, request)).toEqual({ kind: 'requested' })
    const more = await refundOf(number, { amount: cents(TWO_HOODIES - 200_00 + 1) })
    expect(await refundOrder(shop, more)).toEqual({ kind: 'too-much', left: TWO_HOODIES - 200_00 })
    await settled()
    await settled()
    expect((await gatewayTotals(shop)).returned).toBe(200_00)
  })

  test('two staff members who refund at the same time cannot refund more than was paid', async () => {
    const other = await openTestShop(await connectAgain())
    const { number } = await paid()
    const whole = { amount: TWO_HOODIES }
    const first = await refundOf(number, whole)
    const second = await refundOf(number, whole)
    const outcomes = await Promise.all([refundOrder(shop, first), refundOrder(other, second)])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['changed-meanwhile', 'requested'])
    await Promise.all([deliverOutbox(shop), deliverOutbox(other)])
    const totals = await gatewayTotals(shop)
    expect(totals.returned).toBe(totals.taken)
  })

  test('a partial refund restocks only the refunded units, and never more than were sold', async () => {
    const { number } = await paid()
    expect(await stockOf(shop, product)).toEqual({ stock: 8, held: 0 })
    shop.announced.length = 0
    const restock = (quantity: number) => [{ position: 0, quantity }]
    await refundOrder(shop, await refundOf(number, { restock: restock(1) }))
    expect(await stockOf(shop, product)).toEqual({ stock: 9, held: 0 })
    expect(await refundOrder(shop, await refundOf(number, { restock: restock(2) }))).toEqual({
      kind: 'too-many-to-restock',
    })
    expect(
      await refundOrder(shop, await refundOf(number, { restock: [{ position: 7, quantity: 1 }] })),
    ).toEqual({ kind: 'too-many-to-restock' })
    await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    expect(await stockOf(shop, product)).toEqual({ stock: 10, held: 0 })
  })

  test('a repeated request with another amount or other items is refused, because the first one was made', async () => {
    const { number } = await paid()
    const request = await refundOf(number, { amount: cents(5_00) })
    expect(await refundOrder(shop, request)).toEqual({ kind: 'requested' })
    const one = { position: 0, quantity: 1 }
    const others = [cents(50_00), { items: [one], shipping: false }, { items: [], shipping: true }]
    for (const amount of others) {
      expect(await refundOrder(shop, { ...request, amount })).toEqual({ kind: 'changed-meanwhile' })
    }
    expect(await refundOrder(shop, request)).toEqual({ kind: 'requested' })

    const chosen = await refundOf(number, { amount: { items: [one], shipping: true } })
    expect(await refundOrder(shop, chosen)).toEqual({ kind: 'requested' })
    expect(await refundOrder(shop, chosen)).toEqual({ kind: 'requested' })
    for (const amount of [...others, { items: [{ ...one, quantity: 2 }], shipping: true }]) {
      expect(await refundOrder(shop, { ...chosen, amount })).toEqual({ kind: 'changed-meanwhile' })
    }
    await settled()
    expect((await gatewayTotals(shop)).returned).toBe(5_00 + 118_00 + 2_36 + 25_00)
  })

  test('a refund that the gateway refuses flags the order, with the gateway’s message, and can be requested again', async () => {
    const { number, clientSecret } = await paid()
    const repair = shop.gateway.transport.disturb('refund', async () => {
      throw new GatewayError('The card account is closed.', false)
    })
    await refundOrder(shop, await refundOf(number))
    await settled()
    expect(shop.failures.splice(0)).toHaveLength(1)
    const { id, state } = await found(number)
    expect(state).toBe('needs-attention')
    expect(await findRefunds(shop.database.db, id)).toMatchObject([
      { state: 'failed', failure: 'The card account is closed.' },
    ])
    const replayed = (await shop.gateway.findIntentBySecret(clientSecret))!
    await settlePayment(shop, replayed)
    await settled()
    expect(subjects()).toEqual([`owner: The refund of order ${number} failed`])
    repair()
    await refundOrder(shop, await refundOf(number, { amount: TWO_HOODIES }))
    await settled()
    expect(await stateOf(number)).toBe('refunded')
  })

  test('items of a refund that the gateway refused can be chosen again, and all parts add up to the payment', async () => {
    const { number } = await paid()
    const one = { items: [{ position: 0, quantity: 1 }], shipping: false }
    const repair = shop.gateway.transport.disturb('refund', async () => {
      throw new GatewayError('The card account is closed.', false)
    })
    await refundOrder(shop, await refundOf(number, { amount: one }))
    expect(await refundOrder(shop, await refundOf(number, { amount: { ...one, items: [] } }))).toEqual({
      kind: 'nothing-chosen',
    })
    await settled()
    expect(shop.failures.splice(0)).toHaveLength(1)
    repair()
    const both = { items: [{ position: 0, quantity: 2 }], shipping: false }
    expect(await refundOrder(shop, await refundOf(number, { amount: both }))).toEqual({ kind: 'requested' })
    expect(await refundOrder(shop, await refundOf(number, { amount: one }))).toEqual({
      kind: 'too-many-units',
    })
    expect(
      await refundOrder(shop, await refundOf(number, { amount: { items: [], shipping: true } })),
    ).toEqual({ kind: 'requested' })
    await settled()
    expect((await gatewayTotals(shop)).returned).toBe(TWO_HOODIES)
  })

  test('while the gateway is unreachable a refund waits, and is made once afterwards', async () => {
    const { number } = await paid()
    shop.gateway.transport.failNext(1)
    await refundOrder(shop, await refundOf(number))
    await deliverOutbox(shop)
    expect(shop.failures.splice(0)).toHaveLength(1)
    expect((await gatewayTotals(shop)).returned).toBe(0)
    shop.pass(60_000)
    await settled()
    expect((await gatewayTotals(shop)).returned).toBe(50_00)
  })

  test('the same refund sent twice at the same time is requested once, and both requests succeed', async () => {
    const other = await openTestShop(await connectAgain())
    const { number } = await paid()
    const request = await refundOf(number)
    const outcomes = await Promise.all(
      [shop, other, shop, other].map((through) => refundOrder(through, request)),
    )
    expect(outcomes).toEqual(Array.from({ length: 4 }, () => ({ kind: 'requested' })))
    await settled()
    expect((await gatewayTotals(shop)).returned).toBe(50_00)
  })

  test('two orders cannot have the same refund id: one of two simultaneous requests is refused', async () => {
    const other = await openTestShop(await connectAgain())
    const refundId = randomUUID()
    const first = await refundOf((await paid()).number, { refundId: toRefundId(refundId) })
    const second = await refundOf((await paid()).number, { refundId: toRefundId(refundId) })
    const outcomes = await Promise.all([refundOrder(shop, first), refundOrder(other, second)])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['refund-id-taken', 'requested'])
  })

  test('an order that is being refunded in full cannot be sent; a partly refunded one can', async () => {
    const { number: whole } = await paid()
    await refundOrder(shop, await refundOf(whole, { amount: TWO_HOODIES }))
    expect((await viewOf(whole)).may.fulfil).toBe(false)
    expect(await fulfilOrder(shop, { ...(await seen(whole)), ...TRACKING })).toEqual({
      kind: 'refund-waiting',
    })
    const { number: part } = await paid()
    await refundOrder(shop, await refundOf(part, { amount: cents(TWO_HOODIES - 1) }))
    expect((await viewOf(part)).may.fulfil).toBe(true)
    expect(await fulfilOrder(shop, { ...(await seen(part)), ...TRACKING })).toEqual({ kind: 'fulfilled' })
  })

  test('a pending refund cannot be recorded as returned by hand', async () => {
    const { number } = await paid()
    await shop.database.db.updateTable('orders').set({ state: 'needs-attention' }).execute()
    await refundOrder(shop, await refundOf(number, { amount: cents(1_00) }))
    const byHand = async () =>
      resolveAttention(shop, { ...(await seen(number)), outcome: 'returned', note: '' })
    expect(await byHand()).toEqual({ kind: 'refund-waiting' })
    await settled()
    expect(await byHand()).toEqual({ kind: 'resolved' })
  })

  test('a refund without an answer from the gateway is unconfirmed, not failed', async () => {
    const { number } = await paid()
    shop.gateway.transport.disturb('refund', async (send) => {
      await send()
      throw new Error('The answer was lost')
    })
    await refundOrder(shop, await refundOf(number, { amount: TWO_HOODIES }))
    for (let day = 0; (await found(number)).state === 'paid' && day < 60; day += 1) {
      shop.pass(DAY_MS)
      await deliverOutbox(shop)
    }
    await settled()
    shop.failures.length = 0
    expect((await gatewayTotals(shop)).returned).toBe(TWO_HOODIES)
    expect(await findRefunds(shop.database.db, (await found(number)).id)).toMatchObject([
      { state: 'unconfirmed', failure: 'The answer was lost' },
    ])
    const [mail] = shop.mails
    expect(mail?.subject).toContain('was never confirmed')
    expect(mail?.text).toContain('The refund may or may not have been made')
    expect(mail?.text).toContain('Check with the payment provider first')
    expect(mail?.text).not.toContain('Nothing was refunded.')
    const { history, state } = await viewOf(number)
    expect(state).toBe('needs-attention')
    expect(history[0]?.words).toBe(
      'Got no answer about the refund (The answer was lost): check with the payment provider first',
    )
  })
})
