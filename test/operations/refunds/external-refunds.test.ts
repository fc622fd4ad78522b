import { expect, test } from 'vitest'
import { findRefunds } from '#db/refunds/refunds.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { compareRefunds } from '#operations/refunds/compare-refunds.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import type { GatewayRefund } from '#providers/payments/payment-gateway.ts'
import { TEST_REFUNDS } from '#providers/payments/test-gateway/test-refunds.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { attentionReason } from '#web/admin/order/attention-reason.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { stockOf } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ONE_HOODIE, orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

const PART = cents(30_00)
const REST = cents(ONE_HOODIE - PART)

describeOnEachDatabase('external refunds', (open) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }), 1)
  const { paid, found, seen, settled, refundOf, refundsOf, historyOf, stateOf, subjects, revenue } = desk

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  /** Delivers the event twice. */
  async function deliverTwice(intentId: string, changes: Partial<GatewayRefund> = {}): Promise<void> {
    const whole = {
      id: 're_1',
      key: '',
      intentId,
      amount: ONE_HOODIE,
      state: 'succeeded',
      failure: '',
    } as const
    for (let delivered = 0; delivered < 2; delivered += 1)
      expect(await handleRefundEvent(shop, { ...whole, ...changes })).toBe(true)
    await settled()
  }

  test('change no totals when they fail, whatever older events follow', async () => {
    const { number, intentId } = await paid()
    const before = await historyOf(number)
    await deliverTwice(intentId, { state: 'failed', failure: 'closed account' })
    for (const state of ['succeeded', 'pending', 'failed'] as const) await deliverTwice(intentId, { state })
    expect(await refundsOf(number)).toEqual(['failed at the gateway: closed account'])
    expect({
      state: await stateOf(number),
      payment: await desk.paymentOf(number),
      revenue: await revenue(),
    }).toEqual({ state: 'paid', payment: 'succeeded', revenue: ONE_HOODIE })
    expect({ history: await historyOf(number), subjects: subjects() }).toEqual({
      history: before,
      subjects: [],
    })
  })

  test('are found by the next night when their webhooks are lost, and recorded once', async () => {
    await compareRefunds(shop)
    const { number, intentId } = await paid()
    const byOwner = { intentId, amount: ONE_HOODIE, idempotencyKey: 'in the dashboard' }
    await shop.gateway.refund(byOwner)
    for (let night = 0; night < 2; night += 1) {
      shop.pass(24 * 60 * 60_000)
      await compareRefunds(shop)
      await settled()
      expect(await refundsOf(number)).toEqual(['done at the gateway'])
    }
    expect(await stateOf(number)).toBe('needs-attention')
    expect(subjects().toSorted()).toEqual([
      `ada: Your refund for Redemption order ${number}`,
      `owner: Order ${number} was refunded at the payment provider and hasn't shipped`,
    ])
  })

  test('that a bank sends back are found too, and the gateway is asked once a night', async () => {
    const { number, intentId } = await paid()
    await shop.gateway.refund({ intentId, amount: TEST_REFUNDS.failsLater, idempotencyKey: 'dashboard' })
    let asked = 0
    shop.gateway.transport.disturb('listRefunds', (send) => {
      asked += 1
      return send()
    })
    const nights = [
      [1_000, 'done at the gateway'],
      [24 * 60 * 60_000, expect.stringContaining('failed')],
    ] as const
    for (const [ms, refund] of nights) {
      shop.pass(ms)
      await compareRefunds(shop)
      await compareRefunds(shop)
      expect(await refundsOf(number)).toEqual([refund])
    }
    expect(asked).toBe(2)
    expect(await stateOf(number)).toBe('needs-attention')
  })

  test('of other shops with the same account are left alone', async () => {
    const { intentId } = await paid()
    await shop.gateway.refund({ intentId, amount: PART, idempotencyKey: 'elsewhere' })
    await shop.database.db.updateTable('payments').set({ intent_id: null }).execute()
    shop.gateway.transport.disturb('findIntent', () => expect.fail('It is not our payment.'))
    await compareRefunds(shop)
    expect(await shop.database.db.selectFrom('refunds').select('id').execute()).toEqual([])
  })

  test('of everything before shipment flag the order for review, and staff restock it', async () => {
    const { number, intentId } = await paid()
    await deliverTwice(intentId, { amount: PART })
    expect(await stateOf(number)).toBe('refunded-in-part')
    shop.mails.length = 0
    await deliverTwice(intentId, { id: 're_2', amount: REST })
    expect({ state: await stateOf(number), payment: await desk.paymentOf(number) }).toEqual({
      state: 'needs-attention',
      payment: 'refunded',
    })
    expect(subjects().toSorted()).toEqual([
      `ada: Your refund for Redemption order ${number}`,
      `owner: Order ${number} was refunded at the payment provider and hasn't shipped`,
    ])
    const view = await findOrderView(shop, number, PERMISSIONS)
    expect(view?.may).toEqual({
      address: false,
      balance: false,
      email: true,
      'fulfil-unpaid': false,
      hold: false,
      items: false,
      tracking: false,
      'undo-fulfilment': false,
      'pick-up': false,
      'undo-pickup': false,
      fulfil: false,
      cancel: true,
      refund: false,
      release: false,
      restock: true,
      tag: true,
      resolve: true,
      note: true,
    })
    expect(view && attentionReason(view)).toContain('cancel it to return its items to stock')
    expect((await stockOf(shop, product)).stock).toBe(9)
    const cancelled = await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    expect(cancelled).toEqual({ kind: 'cancelled' })
    await settled()
    expect({ state: await stateOf(number), stock: (await stockOf(shop, product)).stock }).toEqual({
      state: 'cancelled',
      stock: 10,
    })
    expect({ refunds: await refundsOf(number), revenue: await revenue() }).toEqual({
      refunds: ['done at the gateway', 'done at the gateway'],
      revenue: 0,
    })
  })

  test('of everything flag no order that was sent, cancelled or restocked', async () => {
    const sent = await paid()
    await fulfilOrder(shop, { ...(await seen(sent.number)), ...TRACKING })
    await deliverTwice(sent.intentId)
    const restocked = await paid()
    const units = [{ position: 0, quantity: 1 }]
    await refundOrder(shop, await refundOf(restocked.number, { amount: PART, restock: units }))
    await settled()
    await deliverTwice(restocked.intentId, { id: 're_2', amount: REST })
    const cancelled = await paid()
    shop.gateway.transport.disturb('refund', async (_send, { intentId, amount, idempotencyKey: key }) => ({
      id: 're_3',
      intentId,
      amount,
      key,
      state: 'failed' as const,
      failure: 'closed account',
    }))
    await cancelOrder(shop, { ...(await seen(cancelled.number)), restock: false, reason: 'Lost' })
    await settled()
    await deliverTwice(cancelled.intentId, { id: 're_4' })
    for (const { number } of [sent, restocked, cancelled]) expect(await stateOf(number)).toBe('refunded')
    expect(subjects().filter((subject) => subject.endsWith("hasn't shipped"))).toEqual([])
  })

  test('offset a manual refund part by part, without another flag', async () => {
    const { number, intentId } = await paid()
    await shop.database.db.updateTable('orders').set({ state: 'needs-attention' }).execute()
    await resolveAttention(shop, { ...(await seen(number)), outcome: 'returned', note: '' })
    const amounts = async () => {
      const refunds = await findRefunds(shop.database.db, (await found(number)).id)
      return refunds.map(({ by, amount }) => [by === 'gateway', Number(amount)])
    }
    shop.pass(1)
    await deliverTwice(intentId, { amount: PART })
    expect(await amounts()).toEqual([
      [false, REST],
      [true, PART],
    ])
    shop.pass(1)
    await deliverTwice(intentId, { id: 're_2', amount: REST })
    expect(await amounts()).toEqual([
      [true, PART],
      [true, REST],
    ])
    expect({ state: await stateOf(number), revenue: await revenue(), subjects: subjects() }).toEqual({
      state: 'refunded',
      revenue: 0,
      subjects: [],
    })
    await deliverTwice(intentId, { state: 'failed', failure: 'closed account', amount: PART })
    expect({ state: await stateOf(number), revenue: await revenue() }).toEqual({
      state: 'needs-attention',
      revenue: PART,
    })
  })
})
