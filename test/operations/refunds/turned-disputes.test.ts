import { beforeEach, expect, test } from 'vitest'
import { findDisputes } from '#db/refunds/disputes.ts'
import type { Product } from '#domain/catalog/product.ts'
import { toDisputeId } from '#domain/ids.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { handleDisputeEvent } from '#operations/refunds/handle-dispute-event.ts'
import { GatewayError, type GatewayDispute } from '#providers/payments/payment-gateway.ts'
import { attentionReason } from '#web/admin/order/attention-reason.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ONE_HOODIE, orderDesk } from '#test/support/order-desk.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('a dispute whose decision changes', (open) => {
  let shop: TestShop
  let product: Product
  /** What the gateway says when it is asked. */
  let current: GatewayDispute | null
  let asked: number
  const desk = orderDesk(() => ({ shop, product }), 1)
  const { paid, found, seen, settled, refundsOf, historyOf, stateOf, paymentOf, subjects, revenue } = desk

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie())
    current = null
    asked = 0
    shop.gateway.transport.disturb('findDispute', async () => {
      asked += 1
      return current
    })
  })

  const disputeOver = (intentId: string, state: GatewayDispute['state']): GatewayDispute => ({
    id: toDisputeId('dp_1'),
    intentId,
    amount: ONE_HOODIE,
    currency: 'cad',
    reason: 'fraudulent',
    state,
  })
  /** The gateway decides, and says so in an event and when it is asked. */
  async function decide(intentId: string, state: GatewayDispute['state']) {
    shop.pass(1_000)
    current = disputeOver(intentId, state)
    expect(await handleDisputeEvent(shop, current)).toBe(true)
    await settled()
  }
  const disputeStates = async (number: string) =>
    (await findDisputes(shop.database.db, (await found(number)).id)).map(({ state }) => state)

  test('from lost to won counts the money again, and staff see why the order needs attention', async () => {
    const { number, intentId } = await paid()
    await decide(intentId, 'open')
    await decide(intentId, 'lost')
    expect({ revenue: await revenue(), payment: await paymentOf(number) }).toEqual({
      revenue: 0,
      payment: 'refunded',
    })
    expect(asked).toBe(0)
    await decide(intentId, 'won')
    await decide(intentId, 'won')
    expect(asked).toBe(1)
    expect({ revenue: await revenue(), payment: await paymentOf(number) }).toEqual({
      revenue: ONE_HOODIE,
      payment: 'succeeded',
    })
    expect(await refundsOf(number)).toEqual(['failed at the gateway: The bank returned the money.'])
    expect(await stateOf(number)).toBe('needs-attention')
    expect(subjects().at(-1)).toBe(`owner: The dispute over order ${number} was won on appeal`)
    const view = await findOrderView(shop, number, PERMISSIONS)
    expect(view && attentionReason(view)).toContain('reversed its decision')
    expect(view?.payment.left?.typed).toBe('145.36')
    expect((await historyOf(number)).slice(2)).toEqual(['disputed', 'dispute-lost', 'dispute-won'])
    expect(await resolveAttention(shop, { ...(await seen(number)), outcome: 'stands', note: '' })).toEqual({
      kind: 'resolved',
    })
    expect(await stateOf(number)).toBe('paid')
  })

  test('lists an order that was cancelled after the loss for attention again, and it can be refunded', async () => {
    const { number, intentId } = await paid()
    await decide(intentId, 'lost')
    await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: 'Lost' })
    expect(await stateOf(number)).toBe('cancelled')
    await decide(intentId, 'won')
    expect(await stateOf(number)).toBe('needs-attention')
    await cancelOrder(shop, { ...(await seen(number)), restock: false, reason: 'Owed' })
    await settled()
    expect({ revenue: await revenue(), payment: await paymentOf(number) }).toEqual({
      revenue: 0,
      payment: 'refunded',
    })
  })

  test('leaves the money that staff returned by hand returned, even when it is won in the end', async () => {
    const { number, intentId } = await paid()
    await decide(intentId, 'open')
    await resolveAttention(shop, { ...(await seen(number)), outcome: 'returned', note: 'By e-transfer' })
    expect(await revenue()).toBe(0)
    await decide(intentId, 'lost')
    expect(await revenue()).toBe(0)
    await decide(intentId, 'won')
    expect(await revenue()).toBe(0)
    expect(await stateOf(number)).toBe('needs-attention')
    await decide(intentId, 'lost')
    expect(await revenue()).toBe(0)
  })

  test('and changes again counts each loss and each gain once', async () => {
    const { number, intentId } = await paid()
    for (const state of ['lost', 'won', 'lost'] as const) await decide(intentId, state)
    expect(await disputeStates(number)).toEqual(['lost'])
    expect(await revenue()).toBe(0)
    expect(await refundsOf(number)).toEqual([
      'failed at the gateway: The bank returned the money.',
      'done at the gateway',
    ])
    await decide(intentId, 'won')
    expect(await revenue()).toBe(ONE_HOODIE)
    expect((await historyOf(number)).slice(2)).toEqual([
      'dispute-lost',
      'dispute-won',
      'dispute-lost',
      'dispute-won',
    ])
  })

  test('from a closed inquiry to a dispute flags the order again', async () => {
    const { number, intentId } = await paid()
    await decide(intentId, 'open')
    await decide(intentId, 'won')
    await resolveAttention(shop, { ...(await seen(number)), outcome: 'stands', note: '' })
    shop.mails.length = 0
    await decide(intentId, 'open')
    expect(await stateOf(number)).toBe('needs-attention')
    expect(subjects()).toEqual([`owner: The payment for order ${number} is disputed`])
  })

  test.each([
    ['won', 'open'],
    ['won', 'lost'],
    ['lost', 'won'],
  ] as const)('is not changed by a late event: %s stays, although %s arrives', async (decided, late) => {
    const { number, intentId } = await paid()
    await decide(intentId, decided)
    const before = { history: await historyOf(number), revenue: await revenue() }
    await handleDisputeEvent(shop, disputeOver(intentId, late))
    expect(asked).toBe(1)
    expect({ history: await historyOf(number), revenue: await revenue() }).toEqual(before)
    current = null
    await handleDisputeEvent(shop, disputeOver(intentId, late))
    expect(await disputeStates(number)).toEqual([decided])
  })

  test('is not recorded while the gateway cannot be asked, so that the event is sent again', async () => {
    const { number, intentId } = await paid()
    await decide(intentId, 'lost')
    shop.gateway.transport.disturb('findDispute', async () => {
      throw new GatewayError('The gateway is away', true)
    })
    await expect(handleDisputeEvent(shop, disputeOver(intentId, 'won'))).rejects.toThrow('away')
    expect(await disputeStates(number)).toEqual(['lost'])
  })
})
