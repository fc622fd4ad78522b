import { expect, test } from 'vitest'
import { findReceived } from '#db/checkout/payments.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { leftToRefund } from '#domain/refunds/refund.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import { reconcileRefunds } from '#operations/refunds/reconcile-refunds.ts'
import { recordRefund } from '#operations/refunds/record-refund.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import type { RefundRequest } from '#operations/refunds/refund-request.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { changeItems, priceItemChange } from '#operations/orders/change-items.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import type { GatewayRefund } from '#providers/payments/payment-gateway.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { gatewayTotals } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ONE_HOODIE, orderDesk } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

const HOUR = 3_600_000
const PART = cents(50_00)

describeOnEachDatabase('unconfirmed refunds', (open) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }), 1)
  const { paid, found, seen, settled, refundOf, refundsOf, historyOf, stateOf, subjects, revenue } = desk

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  /** An order with a refund whose answer was lost until the outbox gave it up. */
  async function unconfirmed(amount: RefundRequest['amount'], { isMade }: { isMade: boolean }) {
    const { number, intentId } = await paid()
    const request = await refundOf(number, { amount })
    const { refundId } = request
    const key = `refund-${refundId}`
    expect(await refundOrder(shop, request)).toEqual({ kind: 'requested' })
    if (isMade && typeof amount === 'number')
      await shop.gateway.refund({ intentId, amount, idempotencyKey: key })
    const refunds = shop.database.db.updateTable('outbox').where('kind', '=', 'refund')
    await refunds.set({ gave_up_at: shop.now() }).where('done_at', 'is', null).execute()
    await reconcileRefunds(shop)
    await settled()
    expect(await refundsOf(number)).toEqual(['unconfirmed: The payment provider did not respond.'])
    expect(await stateOf(number)).toBe('needs-attention')
    shop.mails.length = 0
    shop.pass(HOUR)
    return { number, intentId, refundId, key }
  }
  const noteByHand = async (number: string) =>
    resolveAttention(shop, { ...(await seen(number)), outcome: 'returned', note: '' })
  const leftOf = async (number: string) => {
    const { id } = await found(number)
    const { db } = shop.database
    return leftToRefund(await findReceived(db, id), await findRefunds(db, id))
  }
  const forbidRefunds = () =>
    shop.gateway.transport.disturb('refund', async () => expect.fail('The gateway was asked for a refund'))

  test.each([
    [['succeeded'], ONE_HOODIE],
    [['succeeded'], PART],
    [['pending', 'succeeded'], ONE_HOODIE],
    [['pending', 'succeeded'], PART],
  ] as const)(
    'a manual refund counts once when the gateway confirms the refund: %s, %i cents',
    async (steps, amount) => {
      const { number, intentId, refundId, key } = await unconfirmed(amount, { isMade: true })
      expect(await noteByHand(number)).toEqual({ kind: 'resolved' })
      const deliver = (state: GatewayRefund['state']) =>
        handleRefundEvent(shop, { id: 're_1', key, intentId, amount, state, failure: '' })
      for (const state of [...steps, ...steps]) await deliver(state)
      const refunds = await findRefunds(shop.database.db, (await found(number)).id)
      const noted = ONE_HOODIE - amount
      expect(refunds.map((refund) => [refund.id === refundId, refund.state, Number(refund.amount)])).toEqual(
        noted > 0
          ? [
              [true, 'done', amount],
              [false, 'done', noted],
            ]
          : [[true, 'done', amount]],
      )
      expect({ state: await stateOf(number), left: await leftOf(number), revenue: await revenue() }).toEqual({
        state: 'refunded',
        left: 0,
        revenue: 0,
      })
      await deliver('failed')
      expect({ state: await stateOf(number), left: await leftOf(number) }).toEqual({
        state: 'needs-attention',
        left: amount,
      })
    },
  )

  test('a refund requested after a manual refund is separate money', async () => {
    const { number, intentId } = await paid()
    const first = await refundOf(number, { amount: PART })
    await refundOrder(shop, first)
    await settled()
    shop.pass(HOUR)
    await shop.database.db.updateTable('orders').set({ state: 'needs-attention' }).execute()
    await noteByHand(number)
    const came = {
      id: 're_1',
      key: `refund-${first.refundId}`,
      intentId,
      amount: PART,
      failure: 'closed account',
    }
    await handleRefundEvent(shop, { ...came, state: 'failed' })
    expect(await leftOf(number)).toBe(PART)
    shop.pass(HOUR)
    await refundOrder(shop, await refundOf(number, { amount: PART }))
    await settled()
    expect({ left: await leftOf(number), revenue: await revenue() }).toEqual({ left: 0, revenue: 0 })
  })

  test('a refund that was made is found, however its events were lost, and is not repeated', async () => {
    const { number } = await unconfirmed(PART, { isMade: true })
    forbidRefunds()
    expect(await reconcileRefunds(shop)).toBe('')
    await settled()
    expect(await refundsOf(number)).toEqual(['done at the gateway'])
    expect({ state: await stateOf(number), revenue: await revenue() }).toEqual({
      state: 'needs-attention',
      revenue: ONE_HOODIE - PART,
    })
    expect((await gatewayTotals(shop)).returned).toBe(PART)
  })

  test('a refund that was never made fails with a plain reason, stays flagged for review, and can be requested again', async () => {
    const { number } = await unconfirmed(PART, { isMade: false })
    const allowRefunds = forbidRefunds()
    await reconcileRefunds(shop)
    await reconcileRefunds(shop)
    await settled()
    expect(await refundsOf(number)).toEqual(['failed: The payment provider never received it.'])
    expect({ state: await stateOf(number), left: await leftOf(number) }).toEqual({
      state: 'needs-attention',
      left: ONE_HOODIE,
    })
    expect((await historyOf(number)).slice(-1)).toEqual(['refund-never-made'])
    expect((await findOrderView(shop, number, PERMISSIONS))?.history[0]?.words).toBe(
      'Never received the refund: C$50.00; nothing was refunded',
    )
    expect(subjects()).toEqual([`owner: The refund of order ${number} failed`])
    expect(shop.mails[0]?.text).toContain('The payment provider never received it.')
    allowRefunds()
    expect(await refundOrder(shop, await refundOf(number, { amount: ONE_HOODIE }))).toEqual({
      kind: 'requested',
    })
    await settled()
    expect((await gatewayTotals(shop)).returned).toBe(ONE_HOODIE)
  })

  test('a refund that was never made is only added to the history when staff have returned the money by hand', async () => {
    const { number } = await unconfirmed(ONE_HOODIE, { isMade: false })
    await noteByHand(number)
    await reconcileRefunds(shop)
    await settled()
    expect({ state: await stateOf(number), payment: await desk.paymentOf(number) }).toEqual({
      state: 'refunded',
      payment: 'refunded',
    })
    expect({ left: await leftOf(number), revenue: await revenue(), subjects: subjects() }).toEqual({
      left: 0,
      revenue: 0,
      subjects: [],
    })
    expect((await historyOf(number)).slice(-1)).toEqual(['refund-never-made'])
  })

  test('a refund is not declared failed while its last attempt may be in progress, or the gateway cannot answer', async () => {
    const { number, intentId } = await unconfirmed(PART, { isMade: false })
    const stays = async () =>
      expect(await refundsOf(number)).toEqual(['unconfirmed: The payment provider did not respond.'])
    shop.pass(-1)
    await reconcileRefunds(shop)
    await stays()
    shop.pass(1)
    shop.gateway.transport.failNext(1)
    expect(await reconcileRefunds(shop)).not.toBe('')
    await stays()
    const payments = shop.database.db.updateTable('test_gateway_intents')
    await payments.set({ id: 'pi_elsewhere' }).where('id', '=', intentId).execute()
    expect(await reconcileRefunds(shop)).toBe('')
    await stays()
    await payments.set({ id: intentId }).where('id', '=', 'pi_elsewhere').execute()
    shop.pass(30 * 24 * HOUR)
    await reconcileRefunds(shop)
    await stays()
    expect(shop.failures.splice(0)).toHaveLength(2)
  })

  test('another refund, or a cancellation, waits until staff confirm that they checked the gateway', async () => {
    const { number } = await unconfirmed(PART, { isMade: false })
    const request = await refundOf(number, { amount: PART })
    const cancellation = { ...(await seen(number)), restock: false, reason: '' }
    expect(await refundOrder(shop, request)).toEqual({ kind: 'refund-unconfirmed' })
    expect(await refundOrder(shop, { ...request, checkedGateway: false })).toEqual({
      kind: 'refund-unconfirmed',
    })
    expect(await cancelOrder(shop, cancellation)).toEqual({ kind: 'refund-unconfirmed' })
    expect(await refundsOf(number)).toEqual(['unconfirmed: The payment provider did not respond.'])
    expect(await refundOrder(shop, { ...request, checkedGateway: true })).toEqual({ kind: 'requested' })
    expect((await findOrderView(shop, number, PERMISSIONS))?.history[0]?.words).toContain(
      '; checked with the payment provider',
    )
    await settled()
    const rest = { ...(await seen(number)), restock: false, reason: '', checkedGateway: true }
    expect(await cancelOrder(shop, rest)).toEqual({ kind: 'cancelled' })
    await settled()
    expect((await gatewayTotals(shop)).returned).toBe(ONE_HOODIE)
  })

  test('an item is not changed while its refund is unconfirmed', async () => {
    const choice = { items: [{ position: 0, quantity: 1 }], shipping: false }
    const { number } = await unconfirmed(choice, { isMade: false })
    const stands = async () => ({ ...(await seen(number)), outcome: 'stands', note: '' }) as const
    expect(await resolveAttention(shop, await stands())).toEqual({ kind: 'resolved' })
    const to = { productId: product.id, size: 'S', quantity: 1 } as const
    const change = { position: 0, quantity: 1, to }
    const asked = async () => ({ ...(await seen(number)), difference: 0, change })
    expect(await priceItemChange(shop, await asked())).toEqual({ kind: 'line-refund-unconfirmed' })
    expect(await changeItems(shop, await asked())).toEqual({ kind: 'line-refund-unconfirmed' })
    await reconcileRefunds(shop)
    await reconcileRefunds(shop)
    expect(await refundsOf(number)).toEqual(['failed: The payment provider never received it.'])
    expect(await changeItems(shop, await asked())).toEqual({ kind: 'items-changed' })
  })

  test('no order needs attention once its refund turns out to be made or not', async () => {
    const { number } = await unconfirmed(PART, { isMade: false })
    await reconcileRefunds(shop)
    expect(await refundOrder(shop, await refundOf(number, { amount: PART }))).toEqual({ kind: 'requested' })
  })

  test('of two runs of one task, a refusal in the second does not undo what the first has done', async () => {
    const { number } = await paid()
    const request = await refundOf(number, { amount: ONE_HOODIE })
    await refundOrder(shop, request)
    await settled()
    const task = { orderId: (await found(number)).id, refundId: request.refundId }
    const failure = 'The refund is larger than what is left of the charge.'
    await recordRefund(shop, task, { id: null, state: 'failed', failure })
    expect({ refunds: await refundsOf(number), state: await stateOf(number) }).toEqual({
      refunds: ['done at the gateway'],
      state: 'refunded',
    })
  })
})
