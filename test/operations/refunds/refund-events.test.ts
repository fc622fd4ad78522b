import { expect, test } from 'vitest'
import { findRefunds } from '#db/refunds/refunds.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import { reconcileRefunds } from '#operations/refunds/reconcile-refunds.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { GatewayError, type GatewayRefund } from '#providers/payments/payment-gateway.ts'
import { TEST_REFUNDS } from '#providers/payments/test-gateway/test-refunds.ts'
import { deliverWebhooks, PAYS, stockOf } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ONE_HOODIE, orderDesk } from '#test/support/order-desk.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const HOUR = 3_600_000

describeOnEachDatabase('refund events of the gateway', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product
  const {
    placed,
    paid,
    found,
    seen,
    settled,
    refundOf,
    refundsOf,
    historyOf,
    stateOf,
    paymentOf,
    subjects,
    revenue,
  } = orderDesk(() => ({ shop, product }), 1)

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  const requestRefund = async (number: string, amount: Cents): Promise<string> => {
    const request = await refundOf(number, { amount })
    expect(await refundOrder(shop, request)).toEqual({ kind: 'requested' })
    return request.refundId
  }
  const refundEvent = (
    refundId: string,
    intentId: string,
    state: GatewayRefund['state'],
    changes: Partial<GatewayRefund> = {},
  ): GatewayRefund => ({
    id: 're_1',
    key: `refund-${refundId}`,
    intentId,
    amount: TEST_REFUNDS.pendsFirst,
    state,
    failure: state === 'failed' ? 'lost_or_stolen_card' : '',
    ...changes,
  })

  test('a refund pending at a bank stays requested, and the shopper is mailed only when it completes', async () => {
    const { number } = await paid()
    await requestRefund(number, TEST_REFUNDS.pendsFirst)
    await settled()
    expect(await refundsOf(number)).toEqual(['asked at the gateway'])
    expect({ state: await stateOf(number), subjects: subjects(), revenue: await revenue() }).toEqual({
      state: 'paid',
      subjects: [],
      revenue: ONE_HOODIE,
    })
    shop.pass(10_000)
    await deliverWebhooks(shop)
    await settled()
    expect(await refundsOf(number)).toEqual(['done at the gateway'])
    expect(await stateOf(number)).toBe('refunded-in-part')
    expect(subjects()).toEqual([`ada: Your refund for Redemption order ${number}`])
    expect(await revenue()).toBe(ONE_HOODIE - TEST_REFUNDS.pendsFirst)
    expect((await historyOf(number)).slice(-3)).toEqual(['refund-asked', 'refund-pending', 'money-returned'])
  })

  test('a refund that is sent back counts as the shop’s money again, and flags the order once', async () => {
    const { number } = await paid()
    await requestRefund(number, TEST_REFUNDS.failsLater)
    await settled()
    expect({ state: await stateOf(number), revenue: await revenue() }).toEqual({
      state: 'refunded-in-part',
      revenue: ONE_HOODIE - TEST_REFUNDS.failsLater,
    })
    shop.mails.length = 0
    shop.pass(10_000)
    await deliverWebhooks(shop)
    await settled()
    expect(await refundsOf(number)).toEqual(['failed at the gateway: expired or canceled card'])
    expect({ state: await stateOf(number), revenue: await revenue() }).toEqual({
      state: 'needs-attention',
      revenue: ONE_HOODIE,
    })
    expect(subjects()).toEqual([`owner: A refund of order ${number} came back`])
    expect(shop.mails[0]?.text).toContain('C$51.26')
    expect(shop.mails[0]?.text).toContain('expired or canceled card')
    await requestRefund(number, ONE_HOODIE)
    await settled()
    expect({ state: await stateOf(number), payment: await paymentOf(number) }).toEqual({
      state: 'refunded',
      payment: 'refunded',
    })
  })

  test('an external refund is counted once, and no longer after it was sent back', async () => {
    const { number, intentId } = await paid()
    const external = (state: GatewayRefund['state'], changes: Partial<GatewayRefund> = {}) =>
      refundEvent('', intentId, state, { id: 're_by_hand', key: '', amount: cents(30_00), ...changes })
    expect(await handleRefundEvent(shop, external('pending'))).toBe(true)
    expect(await refundsOf(number)).toEqual([])
    const other = await openTestShop(await connectAgain())
    await Promise.all(
      [shop, other, shop, other].map((process) => handleRefundEvent(process, external('succeeded'))),
    )
    await settled()
    expect(await refundsOf(number)).toEqual(['done at the gateway'])
    expect({ state: await stateOf(number), revenue: await revenue() }).toEqual({
      state: 'refunded-in-part',
      revenue: ONE_HOODIE - 30_00,
    })
    expect(subjects()).toEqual([`ada: Your refund for Redemption order ${number}`])
    await handleRefundEvent(shop, external('failed'))
    await settled()
    expect({ state: await stateOf(number), revenue: await revenue() }).toEqual({
      state: 'needs-attention',
      revenue: ONE_HOODIE,
    })
    expect(await handleRefundEvent(shop, external('succeeded', { intentId: 'pi_of_nobody' }))).toBe(false)
  })

  test('an external refund whose event arrives before the payment event finds the order paid', async () => {
    const { clientSecret, orderNumber } = await placed()
    await shop.gateway.confirm(clientSecret, PAYS)
    const { id } = (await shop.gateway.findIntentBySecret(clientSecret))!
    const refund = refundEvent('', id, 'succeeded', { id: 're_by_hand', key: '', amount: cents(30_00) })
    expect(await handleRefundEvent(shop, refund)).toBe(true)
    await deliverWebhooks(shop)
    expect(await historyOf(orderNumber)).toEqual(['placed', 'paid', 'money-returned'])
    expect(await stateOf(orderNumber)).toBe('refunded-in-part')
  })

  test('a refund of a stray payment does not change the totals of its order', async () => {
    const { number, intentId } = await paid()
    const own = (await shop.gateway.findIntent(intentId))!
    const stray = { ...own, id: 'pi_stray' }
    await settlePayment(shop, stray)
    shop.gateway.transport.disturb('findIntent', async (send, id) => (id === stray.id ? stray : send()))
    expect(
      await handleRefundEvent(shop, refundEvent('', stray.id, 'succeeded', { id: 're_stray', key: '' })),
    ).toBe(false)
    expect({ refunds: await refundsOf(number), revenue: await revenue() }).toEqual({
      refunds: [],
      revenue: ONE_HOODIE,
    })
  })

  test('a manual refund is not counted again when the gateway reports it', async () => {
    const { number, intentId } = await paid()
    await shop.database.db.updateTable('orders').set({ state: 'needs-attention' }).execute()
    await resolveAttention(shop, { ...(await seen(number)), outcome: 'returned', note: '' })
    const refund = refundEvent('', intentId, 'succeeded', { id: 're_by_hand', key: '', amount: ONE_HOODIE })
    await handleRefundEvent(shop, refund)
    expect({ refunds: await refundsOf(number), revenue: await revenue() }).toEqual({
      refunds: ['done at the gateway'],
      revenue: 0,
    })
    await handleRefundEvent(shop, { ...refund, state: 'failed', failure: 'closed account' })
    expect({ state: await stateOf(number), revenue: await revenue() }).toEqual({
      state: 'needs-attention',
      revenue: ONE_HOODIE,
    })
  })

  test('refund events in any sequence, repeated and on two processes, end in the gateway’s final state', async () => {
    const other = await openTestShop(await connectAgain())
    const steps = ['pending', 'succeeded', 'failed'] as const
    const orders = steps.flatMap((first) =>
      steps.filter((second) => second !== first).map((second) => [first, second] as const),
    )
    for (const [first, second] of orders) {
      const { number, intentId } = await paid()
      const refundId = await requestRefund(number, TEST_REFUNDS.pendsFirst)
      const events = [first, second, ...steps].flatMap((state) => [state, state])
      await Promise.all(
        events.map((state, i) =>
          handleRefundEvent(i % 2 ? other : shop, refundEvent(refundId, intentId, state)),
        ),
      )
      await settled()
      expect(await refundsOf(number)).toEqual(['failed at the gateway: lost_or_stolen_card'])
      expect({ state: await stateOf(number), payment: await paymentOf(number) }).toEqual({
        state: 'needs-attention',
        payment: 'succeeded',
      })
      expect(subjects().filter((subject) => subject.startsWith('owner'))).toHaveLength(1)
    }
  })

  test('a failure event that arrives before the gateway’s own answer is not overwritten', async () => {
    const { number, intentId } = await paid()
    const refundId = await requestRefund(number, TEST_REFUNDS.pendsFirst)
    shop.gateway.transport.disturb('refund', async (send) => {
      const made = await send()
      await handleRefundEvent(shop, refundEvent(refundId, intentId, 'failed', { id: made.id }))
      return { ...made, state: 'succeeded' as const }
    })
    await settled()
    expect(await refundsOf(number)).toEqual(['failed at the gateway: lost_or_stolen_card'])
    expect(subjects()).toEqual([`owner: The refund of order ${number} failed`])
  })

  test('a failed refund with another key, amount or payment does not fail the requested one', async () => {
    const { number, intentId } = await paid()
    const refundId = await requestRefund(number, TEST_REFUNDS.pendsFirst)
    const strays: Partial<GatewayRefund>[] = [{ key: '' }, { key: 'refund-x' }, { amount: cents(1) }]
    for (const changes of [...strays, { intentId: 'pi_x' }]) {
      const isOfOurPayment = changes.intentId === undefined
      expect(await handleRefundEvent(shop, refundEvent(refundId, intentId, 'failed', changes))).toBe(
        isOfOurPayment,
      )
    }
    expect((await refundsOf(number)).toSorted()).toEqual([
      'asked',
      'failed at the gateway: lost_or_stolen_card',
    ])
    expect({ state: await stateOf(number), subjects: subjects() }).toEqual({ state: 'paid', subjects: [] })
  })

  test('a cancelled order whose refund is sent back is flagged for review, and can be refunded again', async () => {
    const { number, intentId } = await paid()
    await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    await settled()
    const [refund] = await findRefunds(shop.database.db, (await found(number)).id)
    await handleRefundEvent(shop, refundEvent(refund?.id ?? '', intentId, 'failed', { amount: ONE_HOODIE }))
    expect(await stateOf(number)).toBe('needs-attention')
    shop.pass(1)
    await requestRefund(number, ONE_HOODIE)
    expect(await refundsOf(number)).toEqual(['failed at the gateway: lost_or_stolen_card', 'asked'])
    expect((await stockOf(shop, product)).stock).toBe(10)
  })

  test('a pending refund whose webhook is lost is looked up, and made once', async () => {
    const { number } = await paid()
    await requestRefund(number, TEST_REFUNDS.pendsFirst)
    await settled()
    await shop.database.db.updateTable('test_gateway_events').set({ delivered_at: 1 }).execute()
    shop.pass(HOUR)
    expect(await reconcileRefunds(shop)).toBe('')
    expect(await refundsOf(number)).toEqual(['done at the gateway'])
  })

  test('a refund pending at a bank is looked up for thirty days; one in the outbox is left alone', async () => {
    const { number } = await paid()
    await requestRefund(number, TEST_REFUNDS.pendsFirst)
    let [made, asked] = [0, 0]
    shop.gateway.transport.disturb('refund', async (send) => {
      made += 1
      return { ...(await send()), state: 'pending' as const }
    })
    shop.gateway.transport.disturb('findRefund', async (send) => {
      asked += 1
      const found = await send()
      return found && { ...found, state: 'pending' as const }
    })
    await reconcileRefunds(shop)
    expect({ made, asked }).toEqual({ made: 0, asked: 0 })
    await settled()
    await reconcileRefunds(shop)
    expect({ made, asked }).toEqual({ made: 1, asked: 1 })
    shop.pass(31 * 24 * HOUR)
    await reconcileRefunds(shop)
    expect({ made, asked }).toEqual({ made: 1, asked: 1 })
  })

  test('a refund whose answer was lost is not repeated automatically, and its events still count', async () => {
    const { number, intentId } = await paid()
    const amount = cents(50_00)
    const refundId = await requestRefund(number, amount)
    let asked = 0
    const isAway = new GatewayError('The answer was lost.', true)
    shop.gateway.transport.disturb('refund', async () => {
      asked += 1
      throw isAway
    })
    shop.gateway.transport.disturb('findRefund', async () => {
      throw isAway
    })
    for (let hours = 0; hours < 60; hours += 1) {
      await deliverOutbox(shop)
      await reconcileRefunds(shop)
      shop.pass(HOUR * 1.3)
    }
    await settled()
    shop.failures.length = 0
    expect(asked).toBe(36)
    expect(await refundsOf(number)).toEqual(['unconfirmed: The answer was lost.'])
    expect(subjects()).toEqual([`owner: The refund of order ${number} was never confirmed`])
    await handleRefundEvent(shop, refundEvent(refundId, intentId, 'pending', { amount }))
    expect(await refundsOf(number)).toEqual(['asked at the gateway'])
    await handleRefundEvent(shop, refundEvent(refundId, intentId, 'succeeded', { amount }))
    await settled()
    expect({ refunds: await refundsOf(number), revenue: await revenue() }).toEqual({
      refunds: ['done at the gateway'],
      revenue: ONE_HOODIE - amount,
    })
    expect(subjects().slice(1)).toEqual([`ada: Your refund for Redemption order ${number}`])
  })

  test('a process killed between giving up a refund and the alert does not lose the alert', async () => {
    const { number } = await paid()
    await requestRefund(number, cents(50_00))
    await shop.database.db
      .updateTable('outbox')
      .set({ gave_up_at: shop.now() })
      .where('kind', '=', 'refund')
      .execute()
    await reconcileRefunds(shop)
    await reconcileRefunds(shop)
    await settled()
    expect(await refundsOf(number)).toEqual(['unconfirmed: The payment provider did not respond.'])
    expect(subjects()).toEqual([`owner: The refund of order ${number} was never confirmed`])
  })
})
