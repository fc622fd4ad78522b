import { beforeEach, expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import { cents } from '#domain/money.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { flagOverdueRefunds } from '#operations/refunds/flag-overdue-refunds.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { GatewayError, type GatewayRefund } from '#providers/payments/payment-gateway.ts'
import { attentionReason } from '#web/admin/order/attention-reason.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const DAY = 24 * 3_600_000

describeOnEachDatabase('refunds that wait for more than thirty days', (open) => {
  let shop: TestShop
  let product: Product
  /** What the gateway says about the refund. */
  let state: GatewayRefund['state']
  const { paid, settled, refundOf, refundsOf, historyOf, stateOf, subjects } = orderDesk(
    () => ({ shop, product }),
    1,
  )

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie())
    state = 'pending'
    const at = (intentId: string, key: string): GatewayRefund => ({
      id: 're_1',
      intentId,
      key,
      amount: cents(50_00),
      state,
      failure: '',
    })
    shop.gateway.transport.disturb('refund', async (_send, asked) => at(asked.intentId, asked.idempotencyKey))
    shop.gateway.transport.disturb('findRefund', async (_send, intentId, key) => at(intentId, key))
  })

  async function waiting(): Promise<string> {
    const { number } = await paid()
    await refundOrder(shop, await refundOf(number, { amount: cents(50_00) }))
    await settled()
    expect(await refundsOf(number)).toEqual(['asked at the gateway'])
    return number
  }
  async function look() {
    await flagOverdueRefunds(shop)
    await settled()
  }

  test('are reported to the owner once, and the order needs attention with the reason', async () => {
    const number = await waiting()
    shop.pass(30 * DAY - 60_000)
    await look()
    expect({ state: await stateOf(number), mails: subjects() }).toEqual({ state: 'paid', mails: [] })
    shop.pass(120_000)
    for (let round = 0; round < 3; round += 1) await look()
    expect(await stateOf(number)).toBe('needs-attention')
    expect(subjects()).toEqual([`owner: A refund of order ${number} has been pending for 30 days`])
    expect(shop.mails[0]?.text).toContain('C$50.00')
    expect((await historyOf(number)).at(-1)).toBe('refund-overdue')
    const view = await findOrderView(shop, number, PERMISSIONS)
    expect(view && attentionReason(view)).toContain('pending for more than 30 days')
  })

  test('are looked up once more before that: a refund that was made meanwhile alerts nobody', async () => {
    const number = await waiting()
    shop.pass(31 * DAY)
    state = 'succeeded'
    await look()
    expect(await refundsOf(number)).toEqual(['done at the gateway'])
    expect(subjects()).toEqual([`ada: Your refund for Redemption order ${number}`])
  })

  test('are looked up for the last time only once the gateway can be reached again', async () => {
    const number = await waiting()
    shop.pass(31 * DAY)
    const backAgain = shop.gateway.transport.disturb('findRefund', async () => {
      throw new GatewayError('The gateway is away', true)
    })
    await look()
    expect(await stateOf(number)).toBe('paid')
    expect(shop.failures.splice(0)).toHaveLength(1)
    backAgain()
    await look()
    expect(await stateOf(number)).toBe('needs-attention')
  })
})
