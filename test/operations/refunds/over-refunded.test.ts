import { expect, test } from 'vitest'
import { findBookFaults } from '#db/backups/books.ts'
import { findPayments, findReceived } from '#db/checkout/payments.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { toDisputeId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { changeItems } from '#operations/orders/change-items.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { handleDisputeEvent } from '#operations/refunds/handle-dispute-event.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import { overRefundedOrders } from '#operations/orders/list-orders.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import type { GatewayDispute, GatewayRefund } from '#providers/payments/payment-gateway.ts'
import { TEST_REFUNDS } from '#providers/payments/test-gateway/test-refunds.ts'
import { attentionReason } from '#web/admin/order/attention-reason.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { deliverWebhooks, DISPUTED, gatewayTotals, one, stockOf } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

/** The total of these orders: the test gateway keeps a refund of it pending for ten seconds. */
const TOTAL = TEST_REFUNDS.pendsFirst
const PART = cents(30_00)

describeOnEachDatabase('an order with more returned than received', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }), 1)
  const { paid, found, seen, settled, refundOf, refundsOf, historyOf, stateOf, subjects, revenue } = desk

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ price: cents(51_24) }))

  const alertsAbout = (number: string) =>
    subjects().filter(
      (subject) => subject === `owner: More was refunded for order ${number} than was received`,
    )
  const moneyOf = async (number: string) => {
    const { id } = await found(number)
    const received = await findReceived(shop.database.db, id)
    const done = (await findRefunds(shop.database.db, id)).filter(({ state }) => state === 'done')
    return { received: Number(received), returned: done.reduce((sum, { amount }) => sum + amount, 0) }
  }
  const caughtUp = async () => {
    await settled()
    await deliverWebhooks(shop)
    await settled()
  }
  const dispute = (
    intentId: string,
    state: GatewayDispute['state'],
    changes: Partial<GatewayDispute> = {},
  ): GatewayDispute => ({
    id: toDisputeId('dp_1'),
    intentId,
    amount: TOTAL,
    currency: 'cad',
    reason: 'fraudulent',
    state,
    ...changes,
  })
  const returned = (intentId: string, changes: Partial<GatewayRefund> = {}): GatewayRefund => ({
    id: 're_by_hand',
    key: '',
    intentId,
    amount: TOTAL,
    state: 'succeeded',
    failure: '',
    ...changes,
  })
  const resolve = async (number: string, outcome: 'stands' | 'returned' | 'written-off') =>
    resolveAttention(shop, { ...(await seen(number)), outcome, note: '' })

  test.each(['refund', 'cancel'] as const)(
    'a pending %s that completes after a lost dispute alerts the owner and flags the order for review',
    async (how) => {
      const { number } = await paid(DISPUTED)
      shop.pass(58_000)
      await caughtUp()
      expect(await stateOf(number)).toBe('needs-attention')
      if (how === 'refund') await refundOrder(shop, await refundOf(number, { amount: TOTAL }))
      else await cancelOrder(shop, { ...(await seen(number)), restock: false, reason: '' })
      await settled()
      shop.pass(7_000)
      await caughtUp()
      shop.mails.length = 0
      shop.pass(3_000)
      await caughtUp()
      expect(await moneyOf(number)).toEqual({ received: 77_26, returned: 154_52 })
      expect(await stateOf(number)).toBe('needs-attention')
      expect(alertsAbout(number)).toHaveLength(1)
      const mail = shop.mails.find(({ subject }) => subject.includes('More was refunded'))
      for (const sum of ['C$77.26', 'C$154.52']) expect(mail?.text).toContain(sum)
      const view = (await findOrderView(shop, number, PERMISSIONS))!
      expect(attentionReason(view)).toContain('C$154.52 refunded, C$77.26 received')
      expect(view.history[0]?.words).toBe(
        'Found that more was refunded than received: C$154.52 of C$77.26, C$77.26 too much',
      )
      expect(await overRefundedOrders(shop)).toMatchObject([{ number, received: 77_26, returned: 154_52 }])
    },
  )

  const changes = {
    'the dispute is lost': (intentId: string) => handleDisputeEvent(shop, dispute(intentId, 'lost')),
    'our refund arrives': async () => {
      shop.pass(10_000)
      return deliverWebhooks(shop)
    },
    'an external refund arrives': (intentId: string) => handleRefundEvent(shop, returned(intentId)),
  }
  const names = Object.keys(changes) as (keyof typeof changes)[]
  const orders = names.flatMap((first) =>
    names
      .filter((second) => second !== first)
      .flatMap((second) => [
        [first, second, names.find((name) => name !== first && name !== second)!] as const,
      ]),
  )

  test.each(orders)('can result from any sequence of events: %s, then %s, then %s', async (...steps) => {
    const { number, intentId } = await paid()
    await refundOrder(shop, await refundOf(number, { amount: TOTAL }))
    await settled()
    expect(await refundsOf(number)).toEqual(['asked at the gateway'])
    for (const [at, step] of steps.entries()) {
      await changes[step](intentId)
      await changes[step](intentId)
      await settled()
      expect(await moneyOf(number)).toEqual({ received: 77_26, returned: (at + 1) * 77_26 })
      if (at > 0) expect(await stateOf(number)).toBe('needs-attention')
      expect(alertsAbout(number)).toHaveLength(at)
    }
  })

  test('needs attention, whatever events arrive, until staff write the loss off', async () => {
    const { number, intentId } = await paid()
    await handleDisputeEvent(shop, dispute(intentId, 'lost'))
    await handleRefundEvent(shop, returned(intentId, { amount: PART }))
    await handleRefundEvent(shop, returned(intentId, { id: 're_2', amount: PART }))
    await handleRefundEvent(shop, returned(intentId, { id: 're_2', amount: PART, state: 'failed' }))
    await handleDisputeEvent(shop, dispute(intentId, 'won', { id: toDisputeId('dp_2') }))
    expect(await stateOf(number)).toBe('needs-attention')
    for (const outcome of ['stands', 'returned'] as const)
      expect(await resolve(number, outcome)).toEqual({ kind: 'over-refunded' })
    expect(await resolve(number, 'written-off')).toEqual({ kind: 'resolved' })
    expect({ state: await stateOf(number), revenue: await revenue() }).toEqual({
      state: 'refunded',
      revenue: -PART,
    })
    expect(await overRefundedOrders(shop)).toEqual([])
    await handleRefundEvent(shop, returned(intentId, { amount: PART }))
    expect(await stateOf(number)).toBe('refunded')
    await handleRefundEvent(shop, returned(intentId, { id: 're_3', amount: PART }))
    await settled()
    expect(await stateOf(number)).toBe('needs-attention')
    expect(alertsAbout(number)).toHaveLength(3)
  })

  test('a loss can be written off only where there is one', async () => {
    const { number, intentId } = await paid()
    await handleDisputeEvent(shop, dispute(intentId, 'lost'))
    expect(await resolve(number, 'written-off')).toEqual({ kind: 'nothing-to-write-off' })
    expect(await resolve(number, 'stands')).toEqual({ kind: 'resolved' })
  })

  test('is none when staff resolve that everything was returned, though one payment was returned twice', async () => {
    const { number, intentId } = await paid()
    const change = { position: 0, quantity: 1, to: one(product, 'M', 3) }
    const increase = { method: 'cash', words: 'Receipt 12' } as const
    const difference = 2 * 51_24 + 2_05
    await changeItems(shop, { ...(await seen(number)), change, difference, increase })
    await handleRefundEvent(shop, returned(intentId))
    await handleDisputeEvent(shop, dispute(intentId, 'lost'))
    expect(await moneyOf(number)).toEqual({ received: 181_79, returned: 154_52 })
    expect(await resolve(number, 'returned')).toEqual({ kind: 'resolved' })
    expect(await moneyOf(number)).toEqual({ received: 181_79, returned: 181_79 })
    expect(await revenue()).toBe(0)
    expect(await findBookFaults(shop.database.db)).toEqual([])
  })

  test('can be cancelled to restock it, and the loss still needs a decision', async () => {
    const { number, intentId } = await paid()
    await handleDisputeEvent(shop, dispute(intentId, 'lost'))
    await handleRefundEvent(shop, returned(intentId))
    expect((await stockOf(shop, product)).stock).toBe(9)
    const cancelled = await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    expect({ cancelled, stock: (await stockOf(shop, product)).stock }).toEqual({
      cancelled: { kind: 'cancelled' },
      stock: 10,
    })
    expect(await stateOf(number)).toBe('needs-attention')
    expect((await findOrderView(shop, number, PERMISSIONS))?.may).toMatchObject({
      cancel: false,
      resolve: true,
    })
    const again = await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    expect(again).toEqual({ kind: 'not-possible', state: 'needs-attention' })
    expect(await resolve(number, 'written-off')).toEqual({ kind: 'resolved' })
    expect(await stateOf(number)).toBe('cancelled')
  })

  test('an order that was cancelled or refunded long ago is flagged again when its dispute is lost', async () => {
    const cancelled = await paid()
    await cancelOrder(shop, { ...(await seen(cancelled.number)), restock: true, reason: '' })
    await settled()
    shop.pass(10_000)
    await deliverWebhooks(shop)
    const refunded = await paid()
    await refundOrder(shop, await refundOf(refunded.number, { amount: TOTAL }))
    await settled()
    shop.pass(10_000)
    await deliverWebhooks(shop)
    const states = { cancelled: await stateOf(cancelled.number), refunded: await stateOf(refunded.number) }
    expect(states).toEqual({ cancelled: 'cancelled', refunded: 'refunded' })
    for (const { number, intentId } of [cancelled, refunded]) {
      await handleDisputeEvent(shop, dispute(intentId, 'lost', { id: toDisputeId(`dp_${number}`) }))
      await settled()
      expect(await stateOf(number)).toBe('needs-attention')
      expect(alertsAbout(number)).toHaveLength(1)
    }
  })

  test('while a dispute is open, a full refund by staff does not close the order', async () => {
    const { number, intentId } = await paid()
    await handleDisputeEvent(shop, dispute(intentId, 'open'))
    await refundOrder(shop, await refundOf(number, { amount: TOTAL }))
    await settled()
    shop.pass(10_000)
    await deliverWebhooks(shop)
    expect({ state: await stateOf(number), payment: await desk.paymentOf(number) }).toEqual({
      state: 'needs-attention',
      payment: 'refunded',
    })
  })

  test('simultaneous refund and dispute events on two processes send one alert per returned amount', async () => {
    const other = await openTestShop(await connectAgain())
    for (let round = 0; round < 3; round += 1) {
      const { number, intentId } = await paid()
      const lost = dispute(intentId, 'lost', { id: toDisputeId(`dp_${round}`) })
      const refund = returned(intentId, { id: `re_${round}` })
      await Promise.all([
        handleDisputeEvent(shop, lost),
        handleRefundEvent(other, refund),
        handleDisputeEvent(other, lost),
        handleRefundEvent(shop, refund),
      ])
      await settled()
      expect(await stateOf(number)).toBe('needs-attention')
      expect(alertsAbout(number)).toHaveLength(1)
      const alerts = (await historyOf(number)).filter((kind) => kind === 'over-refunded')
      expect(alerts).toHaveLength(1)
    }
  })

  const refundBeforeDispute = async (
    state: 'open' | 'lost',
    amount: Cents,
    changes: Partial<GatewayDispute> = {},
  ) => {
    const { number, intentId } = await paid()
    await refundOrder(shop, await refundOf(number, { amount }))
    shop.pass(1)
    await handleDisputeEvent(shop, dispute(intentId, state, changes))
    await settled()
    return number
  }

  test.each(['open', 'lost'] as const)(
    'a refund requested before the dispute was %s, and not sent yet, is not sent',
    async (state) => {
      const number = await refundBeforeDispute(state, TOTAL)
      expect((await gatewayTotals(shop)).returned).toBe(0)
      const [refund] = await findRefunds(shop.database.db, (await found(number)).id)
      expect(refund).toMatchObject({ amount: TOTAL, state: 'failed' })
      const failed = (await findOrderView(shop, number, PERMISSIONS))?.refunds.find(
        (one) => one.state === 'failed',
      )
      expect(failed?.failure).toContain('Not sent to the payment provider')
      expect(await stateOf(number)).toBe('needs-attention')
      expect(subjects()).toContain(`owner: The refund of order ${number} failed`)
      expect(alertsAbout(number)).toEqual([])
    },
  )

  test('what a dispute leaves of the payment can still be refunded', async () => {
    const number = await refundBeforeDispute('lost', PART, { amount: cents(TOTAL - PART) })
    expect((await gatewayTotals(shop)).returned).toBe(PART)
    expect(await moneyOf(number)).toEqual({ received: 77_26, returned: 77_26 })
    expect(await stateOf(number)).toBe('needs-attention')
    expect(await resolve(number, 'stands')).toEqual({ kind: 'resolved' })
    expect(await stateOf(number)).toBe('refunded')
  })

  test('of two pending refunds during a lost dispute, only what is left is sent', async () => {
    const { number, intentId } = await paid()
    for (let asked = 0; asked < 2; asked += 1) {
      await refundOrder(shop, await refundOf(number, { amount: PART }))
      shop.pass(1)
    }
    await handleDisputeEvent(shop, dispute(intentId, 'lost', { amount: cents(TOTAL - PART) }))
    await settled()
    expect((await gatewayTotals(shop)).returned).toBe(PART)
    expect(await moneyOf(number)).toEqual({ received: 77_26, returned: 77_26 })
  })

  test('a refund that the gateway made, whose answer was lost before the dispute, counts as made', async () => {
    const { number, intentId } = await paid()
    const repair = shop.gateway.transport.disturb('refund', async (send) => {
      await send()
      throw new Error('The answer was lost')
    })
    await refundOrder(shop, await refundOf(number, { amount: PART }))
    await settled()
    shop.failures.length = 0
    repair()
    shop.pass(60_000)
    await handleDisputeEvent(shop, dispute(intentId, 'lost'))
    shop.pass(60 * 60_000)
    await settled()
    expect(await moneyOf(number)).toEqual({ received: 77_26, returned: 77_26 + PART })
    expect(await stateOf(number)).toBe('needs-attention')
    expect(alertsAbout(number)).toHaveLength(1)
  })

  test('a withheld refund that turns out to be made counts, and alerts the owner', async () => {
    const number = await refundBeforeDispute('lost', TOTAL)
    const { id } = await found(number)
    const withheld = (await findRefunds(shop.database.db, id)).find(({ state }) => state === 'failed')!
    const [payment] = await findPayments(shop.database.db, id)
    const made = returned(payment?.intentId ?? '', { id: 're_1', key: `refund-${withheld.id}` })
    await handleRefundEvent(shop, made)
    await handleRefundEvent(shop, made)
    await settled()
    expect(await moneyOf(number)).toEqual({ received: 77_26, returned: 154_52 })
    expect(alertsAbout(number)).toHaveLength(1)
  })
})
