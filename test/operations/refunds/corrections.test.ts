import { expect, test } from 'vitest'
import { countSales } from '#db/sales/sales.ts'
import { toDisputeId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { handleDisputeEvent } from '#operations/refunds/handle-dispute-event.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import type { GatewayRefund } from '#providers/payments/payment-gateway.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { BY, ONE_HOODIE, orderDesk } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

const DAY = 24 * 3_600_000
const PART = cents(40_00)

describeOnEachDatabase('recorded refunds', (open) => {
  let shop: TestShop
  let product: Product
  const { paid, found, seen, stateOf, refundsOf, revenue } = orderDesk(() => ({ shop, product }), 1)

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  const rowsOf = async (number: string) => {
    const rows = await shop.database.db
      .selectFrom('refunds')
      .select(['source', 'amount_cents as amount', 'state', 'corrects', 'done_at as at'])
      .where('order_id', '=', (await found(number)).id)
      .orderBy('done_at')
      .orderBy('amount_cents')
      .execute()
    return rows.map((row) => [row.source, row.amount, row.state, row.corrects !== null, row.at])
  }
  const refundEvent = (
    intentId: string,
    amount: Cents,
    changes: Partial<GatewayRefund> = {},
  ): GatewayRefund => ({
    id: `re_${amount}`,
    key: '',
    intentId,
    amount,
    state: 'succeeded',
    failure: '',
    ...changes,
  })
  async function returnedByHand() {
    const order = await paid()
    await shop.database.db.updateTable('orders').set({ state: 'needs-attention' }).execute()
    await resolveAttention(shop, { ...(await seen(order.number)), outcome: 'returned', note: '' })
    return order
  }
  /** The returned money, by time. */
  const daily = async () =>
    (await countSales(shop.database, { from: 0, until: shop.now() + DAY })).returned
      .map(({ cents: sum }) => sum)
      .toSorted()

  test('a manual refund that the gateway turns out to have made is offset by a correction, and its row stays', async () => {
    const { number, intentId } = await returnedByHand()
    const noted = shop.now()
    expect(await daily()).toEqual([ONE_HOODIE])
    shop.pass(DAY)
    await handleRefundEvent(shop, refundEvent(intentId, PART))
    const partly = shop.now()
    shop.pass(DAY)
    await handleRefundEvent(shop, refundEvent(intentId, cents(ONE_HOODIE - PART)))
    const rest = shop.now()
    expect(await rowsOf(number)).toEqual([
      ['by-hand', ONE_HOODIE, 'done', false, noted],
      ['by-hand', -PART, 'done', true, partly],
      ['gateway', PART, 'done', false, partly],
      ['by-hand', PART - ONE_HOODIE, 'done', true, rest],
      ['gateway', ONE_HOODIE - PART, 'done', false, rest],
    ])
    // The sum of the day it was recorded is unchanged.
    expect(await daily()).toEqual([0, 0, ONE_HOODIE])
    expect({ refunds: await refundsOf(number), revenue: await revenue() }).toEqual({
      refunds: ['done at the gateway', 'done at the gateway'],
      revenue: 0,
    })
  })

  test('a refund that the bank sends back keeps its day, and is corrected on the day when it was sent back', async () => {
    const { number, intentId } = await paid()
    await handleRefundEvent(shop, refundEvent(intentId, PART))
    const went = shop.now()
    shop.pass(DAY)
    const failed = refundEvent(intentId, PART, { state: 'failed', failure: 'closed account' })
    await handleRefundEvent(shop, failed)
    await handleRefundEvent(shop, failed)
    const came = shop.now()
    expect(await rowsOf(number)).toEqual([
      ['gateway', PART, 'failed', false, went],
      ['gateway', -PART, 'failed', true, came],
    ])
    expect({ daily: await daily(), revenue: await revenue() }).toEqual({
      daily: [-PART, PART],
      revenue: ONE_HOODIE,
    })
    expect({ state: await stateOf(number), refunds: await refundsOf(number) }).toEqual({
      state: 'needs-attention',
      refunds: ['failed at the gateway: closed account'],
    })
  })

  test('a manual refund is offset by a lost dispute, also after the customer was erased', async () => {
    const { number, intentId } = await returnedByHand()
    expect(await eraseCustomer(shop, { email: 'ada@shopper.example', by: BY })).toMatchObject({
      kind: 'erased',
    })
    await handleRefundEvent(shop, refundEvent(intentId, PART))
    expect({ state: await stateOf(number), revenue: await revenue() }).toEqual({
      state: 'refunded',
      revenue: 0,
    })
    const rest = cents(ONE_HOODIE - PART)
    const id = toDisputeId('dp_1')
    const lost = { id, intentId, amount: rest, currency: 'cad', reason: 'fraudulent' }
    await handleDisputeEvent(shop, { ...lost, state: 'lost' })
    expect({ state: await stateOf(number), revenue: await revenue() }).toEqual({
      state: 'needs-attention',
      revenue: 0,
    })
  })
})
