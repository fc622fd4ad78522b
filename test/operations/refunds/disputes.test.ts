import { expect, test } from 'vitest'
import { findDisputes } from '#db/refunds/disputes.ts'
import type { Product } from '#domain/catalog/product.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { handleDisputeEvent } from '#operations/refunds/handle-dispute-event.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import type { GatewayDispute } from '#providers/payments/payment-gateway.ts'
import { deliverWebhooks, DISPUTED, PAYS, stockOf } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, ONE_HOODIE, orderDesk } from '#test/support/order-desk.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { toDisputeId } from '#domain/ids.ts'

describeOnEachDatabase('dispute events of the gateway', (open, { connectAgain }) => {
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

  const disputeOver = (intentId: string, state: GatewayDispute['state']): GatewayDispute => ({
    id: toDisputeId('dp_1'),
    intentId,
    amount: ONE_HOODIE,
    currency: 'cad',
    reason: 'product_not_received',
    state,
  })

  test('a dispute flags the order with reason and amount, and a lost one counts as returned money', async () => {
    const { number, clientSecret } = await paid(DISPUTED)
    shop.pass(5_000)
    await deliverWebhooks(shop)
    await settled()
    expect(await stateOf(number)).toBe('needs-attention')
    expect(subjects()).toEqual([`owner: The payment for order ${number} is disputed`])
    expect(shop.mails[0]?.text).toContain('C$145.36')
    expect(shop.mails[0]?.text).toContain('fraudulent')
    expect(await revenue()).toBe(ONE_HOODIE)
    shop.pass(60_000)
    await deliverWebhooks(shop)
    await settled()
    expect(await refundsOf(number)).toEqual(['done at the gateway'])
    expect({ revenue: await revenue(), payment: await paymentOf(number) }).toEqual({
      revenue: 0,
      payment: 'refunded',
    })
    expect(subjects().slice(1)).toEqual([`owner: The dispute over order ${number} was lost`])
    const replayed = (await shop.gateway.findIntentBySecret(clientSecret))!
    expect(replayed.state).toBe('succeeded')
    await settlePayment(shop, replayed)
    await settled()
    expect(await historyOf(number)).toEqual(['placed', 'paid', 'disputed', 'dispute-lost'])
    expect({ refunds: await refundsOf(number), revenue: await revenue() }).toEqual({
      refunds: ['done at the gateway'],
      revenue: 0,
    })
    expect(subjects()).toHaveLength(2)
    expect(await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: 'Lost' })).toEqual({
      kind: 'cancelled',
    })
    expect(await refundsOf(number)).toHaveLength(1)
    expect((await stockOf(shop, product)).stock).toBe(10)
  })

  test('repeated and late dispute events on two processes count the money once', async () => {
    const other = await openTestShop(await connectAgain())
    const { number, intentId } = await paid()
    const steps = ['lost', 'open', 'lost', 'open', 'open', 'lost'] as const
    await Promise.all(
      steps.map((state, i) => handleDisputeEvent(i % 2 ? other : shop, disputeOver(intentId, state))),
    )
    await settled()
    expect(await findDisputes(shop.database.db, (await found(number)).id)).toMatchObject([
      { id: 'dp_1', state: 'lost' },
    ])
    expect({ refunds: await refundsOf(number), revenue: await revenue() }).toEqual({
      refunds: ['done at the gateway'],
      revenue: 0,
    })
    const lost = subjects().filter((subject) => subject.endsWith('was lost'))
    expect(lost).toHaveLength(1)
  })

  test('a dispute that is won is added to the history, even when its events arrive in reverse', async () => {
    const { number, intentId } = await paid()
    await handleDisputeEvent(shop, disputeOver(intentId, 'won'))
    await handleDisputeEvent(shop, disputeOver(intentId, 'open'))
    await settled()
    expect((await historyOf(number)).slice(-1)).toEqual(['dispute-won'])
    expect({ state: await stateOf(number), revenue: await revenue(), subjects: subjects() }).toEqual({
      state: 'paid',
      revenue: ONE_HOODIE,
      subjects: [],
    })
  })

  test('a dispute event that arrives before the payment event finds the order paid', async () => {
    const { clientSecret, orderNumber } = await placed()
    await shop.gateway.confirm(clientSecret, PAYS)
    const { id } = (await shop.gateway.findIntentBySecret(clientSecret))!
    shop.gateway.transport.failNext(1)
    await expect(handleDisputeEvent(shop, disputeOver(id, 'open'))).rejects.toThrow('could not be reached')
    expect(await handleDisputeEvent(shop, disputeOver(id, 'open'))).toBe(true)
    await deliverWebhooks(shop)
    expect((await found(orderNumber)).paidAt).not.toBe(null)
    expect(await historyOf(orderNumber)).toEqual(['placed', 'paid', 'disputed'])
    await resolveAttention(shop, { ...(await seen(orderNumber)), outcome: 'stands', note: '' })
    expect(await stateOf(orderNumber)).toBe('paid')
    expect((await stockOf(shop, product)).stock).toBe(9)
  })

  test('a dispute about an unknown payment, or in another currency, changes no totals', async () => {
    const { number, intentId } = await paid()
    expect(await handleDisputeEvent(shop, disputeOver('pi_unknown', 'lost'))).toBe(false)
    await handleDisputeEvent(shop, { ...disputeOver(intentId, 'lost'), currency: 'usd' })
    expect({ refunds: await refundsOf(number), state: await stateOf(number) }).toEqual({
      refunds: [],
      state: 'needs-attention',
    })
  })

  test('a dispute lost after a refund counts the money twice, as returned', async () => {
    const { number, intentId } = await paid()
    await refundOrder(shop, await refundOf(number, { amount: ONE_HOODIE }))
    await settled()
    await handleDisputeEvent(shop, disputeOver(intentId, 'lost'))
    expect(await stateOf(number)).toBe('needs-attention')
    expect(await revenue()).toBe(-ONE_HOODIE)
  })

  test('a manual refund during a dispute is not counted again when the dispute is lost', async () => {
    const { number, intentId } = await paid()
    await handleDisputeEvent(shop, disputeOver(intentId, 'open'))
    shop.pass(1)
    const { version } = await found(number)
    await resolveAttention(shop, { number, version, ...ADA_AS_OWNER, outcome: 'returned', note: '' })
    shop.pass(1)
    await handleDisputeEvent(shop, disputeOver(intentId, 'lost'))
    expect(await revenue()).toBe(0)
  })

  test('a dispute without a payment of the shop is ignored', async () => {
    expect(await handleDisputeEvent(shop, disputeOver('', 'open'))).toBe(false)
  })
})
