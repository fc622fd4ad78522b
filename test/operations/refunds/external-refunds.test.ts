import { beforeEach, expect, test } from 'vitest'
import { findRefunds } from '#db/refunds/refunds.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalogue/product.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import type { GatewayRefund } from '#providers/payments/payment-gateway.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { stockOf } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ONE_HOODIE, orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const PART = cents(30_00)
const REST = cents(ONE_HOODIE - PART)

describeOnEachDatabase('refunds that somebody makes at the gateway itself', (open) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }), 1)
  const { paid, found, seen, settled, refundOf, refundsOf, historyOf, stateOf, subjects, revenue } = desk

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie())
  })

  /** The gateway tells of it, and tells again. */
  async function hear(intentId: string, changes: Partial<GatewayRefund> = {}): Promise<void> {
    const whole = {
      id: 're_1',
      key: '',
      intentId,
      amount: ONE_HOODIE,
      state: 'succeeded',
      failure: '',
    } as const
    for (let told = 0; told < 2; told += 1)
      expect(await handleRefundEvent(shop, { ...whole, ...changes })).toBe(true)
    await settled()
  }

  test('one that has failed takes nothing out of the books, whatever older news of it comes after', async () => {
    const { number, intentId } = await paid()
    const before = await historyOf(number)
    await hear(intentId, { state: 'failed', failure: 'closed account' })
    for (const state of ['succeeded', 'pending', 'failed'] as const) await hear(intentId, { state })
    expect(await refundsOf(number)).toEqual(['failed at the gateway: closed account'])
    expect([await stateOf(number), await desk.paymentOf(number), await revenue()]).toEqual([
      'paid',
      'succeeded',
      ONE_HOODIE,
    ])
    expect([await historyOf(number), subjects()]).toEqual([before, []])
  })

  test('an order that was refunded whole before it was sent is brought to a person, who puts its pieces back', async () => {
    const { number, intentId } = await paid()
    await hear(intentId, { amount: PART })
    expect(await stateOf(number)).toBe('refunded-in-part')
    shop.mails.length = 0
    await hear(intentId, { id: 're_2', amount: REST })
    expect([await stateOf(number), await desk.paymentOf(number)]).toEqual(['needs-attention', 'refunded'])
    expect(subjects().toSorted()).toEqual([
      `ada: Your refund for Redemption order ${number}`,
      `owner: Order ${number} was refunded at the gateway and is not sent`,
    ])
    const view = await findOrderView(shop, number, PERMISSIONS)
    expect(view?.may).toEqual({
      fulfil: false,
      cancel: true,
      refund: false,
      restock: true,
      resolve: true,
      note: true,
    })
    expect((await stockOf(shop, product)).stock).toBe(9)
    const cancelled = await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    expect(cancelled).toEqual({ kind: 'cancelled' })
    await settled()
    expect([await stateOf(number), (await stockOf(shop, product)).stock]).toEqual(['cancelled', 10])
    expect([await refundsOf(number), await revenue()]).toEqual([
      ['done at the gateway', 'done at the gateway'],
      0,
    ])
  })

  test('one over the whole of an order that was sent, or was cancelled, or whose pieces are back, asks nobody', async () => {
    const sent = await paid()
    await fulfilOrder(shop, { ...(await seen(sent.number)), ...TRACKING })
    await hear(sent.intentId)
    const back = await paid()
    const units = [{ position: 0, quantity: 1 }]
    await refundOrder(shop, await refundOf(back.number, { amount: PART, restock: units }))
    await settled()
    await hear(back.intentId, { id: 're_2', amount: REST })
    const cancelled = await paid()
    shop.gateway.refund = async ({ intentId, amount, idempotencyKey: key }) => ({
      id: 're_3',
      intentId,
      amount,
      key,
      state: 'failed',
      failure: 'closed account',
    })
    await cancelOrder(shop, { ...(await seen(cancelled.number)), restock: false, reason: 'Lost' })
    await settled()
    await hear(cancelled.intentId, { id: 're_4' })
    for (const { number } of [sent, back, cancelled]) expect(await stateOf(number)).toBe('refunded')
    expect(subjects().filter((subject) => subject.endsWith('is not sent'))).toEqual([])
  })

  test('what staff noted as returned by hand is taken off their note, part by part, and asks nobody again', async () => {
    const { number, intentId } = await paid()
    await shop.database.db.updateTable('orders').set({ state: 'needs-attention' }).execute()
    await resolveAttention(shop, { ...(await seen(number)), outcome: 'returned', note: '' })
    const amounts = async () => {
      const refunds = await findRefunds(shop.database.db, (await found(number)).id)
      return refunds.map(({ by, amount }) => [by === 'gateway', Number(amount)])
    }
    shop.pass(1)
    await hear(intentId, { amount: PART })
    expect(await amounts()).toEqual([
      [false, REST],
      [true, PART],
    ])
    shop.pass(1)
    await hear(intentId, { id: 're_2', amount: REST })
    expect(await amounts()).toEqual([
      [true, PART],
      [true, REST],
    ])
    expect([await stateOf(number), await revenue(), subjects()]).toEqual(['refunded', 0, []])
    await hear(intentId, { state: 'failed', failure: 'closed account', amount: PART })
    expect([await stateOf(number), await revenue()]).toEqual(['needs-attention', PART])
  })
})
