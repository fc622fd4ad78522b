import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { findOrderByNumber } from '#db/orders.ts'
import { findRefunds } from '#db/refunds.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/product.ts'
import { deliverOutbox } from '#operations/deliver-outbox.ts'
import { fulfilOrder } from '#operations/fulfil-order.ts'
import { refundOrder, type RefundRequest } from '#operations/refund-order.ts'
import { resolveAttention } from '#operations/resolve-attention.ts'
import { findOrderView } from '#web/api/staff-order-view.ts'
import { deliverWebhooks, gatewayBooks, one, orderFor, PAYS, place } from './buyer.ts'
import { describeOnEachDatabase } from './each-database.ts'
import { hoodie, openTestShop, type TestShop } from './test-shop.ts'

const BY = 'ada@redemption.example'
const TRACKING = { carrier: '', trackingNumber: '', trackingLink: '' }
const WHOLE = cents(118_00 + 2_36 + 25_00)
const DAY_MS = 24 * 3_600_000

describeOnEachDatabase('refunds that staff ask for', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie())
  })

  async function paid(): Promise<string> {
    const { clientSecret, orderNumber } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    while ((await deliverOutbox(shop)) > 0);
    shop.mails.length = 0
    return orderNumber
  }
  const found = async (number: string) =>
    (await findOrderByNumber(shop.database.db, number)) ?? expect.fail(`There is no order ${number}`)
  const seen = async (number: string) => ({ number, version: (await found(number)).version, by: BY })
  const refundOf = async (number: string, changes: Partial<RefundRequest> = {}): Promise<RefundRequest> => ({
    ...(await seen(number)),
    refundId: randomUUID(),
    amount: WHOLE,
    reason: '',
    restock: [],
    ...changes,
  })
  const viewOf = async (number: string) =>
    (await findOrderView(shop, number)) ?? expect.fail(`There is no order ${number}`)

  test('the same refund sent twice in one instant is asked for once, and both are told so', async () => {
    const other = await openTestShop(await connectAgain())
    const number = await paid()
    const request = await refundOf(number, { amount: cents(50_00) })
    const outcomes = await Promise.all(
      [shop, other, shop, other].map((through) => refundOrder(through, request)),
    )
    expect(outcomes).toEqual(Array.from({ length: 4 }, () => ({ kind: 'asked' })))
    while ((await deliverOutbox(shop)) > 0);
    expect((await gatewayBooks(shop)).returned).toBe(50_00)
  })

  test('of two orders that name the same refund in one instant, one has it, and the other is told so', async () => {
    const other = await openTestShop(await connectAgain())
    const refundId = randomUUID()
    const first = await refundOf(await paid(), { refundId })
    const second = await refundOf(await paid(), { refundId })
    const outcomes = await Promise.all([refundOrder(shop, first), refundOrder(other, second)])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['asked', 'refund-id-taken'])
  })

  test('what is being paid back whole is not sent; what is paid back in part is', async () => {
    const whole = await paid()
    await refundOrder(shop, await refundOf(whole))
    expect((await viewOf(whole)).may.fulfil).toBe(false)
    expect(await fulfilOrder(shop, { ...(await seen(whole)), ...TRACKING })).toEqual({
      kind: 'refund-waiting',
    })
    const part = await paid()
    await refundOrder(shop, await refundOf(part, { amount: cents(WHOLE - 1) }))
    expect((await viewOf(part)).may.fulfil).toBe(true)
    expect(await fulfilOrder(shop, { ...(await seen(part)), ...TRACKING })).toEqual({ kind: 'fulfilled' })
  })

  test('money that the gateway is still asked to return is not written down as returned by hand', async () => {
    const number = await paid()
    await shop.database.db.updateTable('orders').set({ state: 'needs-attention' }).execute()
    await refundOrder(shop, await refundOf(number, { amount: cents(1_00) }))
    const byHand = async () =>
      resolveAttention(shop, { ...(await seen(number)), outcome: 'returned', note: '' })
    expect(await byHand()).toEqual({ kind: 'refund-waiting' })
    while ((await deliverOutbox(shop)) > 0);
    expect(await byHand()).toEqual({ kind: 'resolved' })
  })

  test('a refund that the gateway never answered is not said to have failed: nobody knows', async () => {
    const number = await paid()
    const refund = shop.gateway.refund.bind(shop.gateway)
    shop.gateway.refund = async (request) => {
      await refund(request)
      throw new Error('The answer was lost')
    }
    await refundOrder(shop, await refundOf(number))
    for (let day = 0; (await found(number)).state === 'paid' && day < 60; day += 1) {
      shop.pass(DAY_MS)
      await deliverOutbox(shop)
    }
    while ((await deliverOutbox(shop)) > 0);
    shop.failures.length = 0
    expect((await gatewayBooks(shop)).returned).toBe(WHOLE)
    expect(await findRefunds(shop.database.db, (await found(number)).id)).toMatchObject([
      { state: 'unconfirmed', failure: 'The answer was lost' },
    ])
    const [mail] = shop.mails
    expect(mail?.subject).toContain('was never confirmed')
    expect(mail?.text).toContain('The money may have gone back, or not')
    expect(mail?.text).toContain('Look at the gateway first')
    expect(mail?.text).not.toContain('Nothing went back')
    const { history, state } = await viewOf(number)
    expect(state).toBe('needs-attention')
    expect(history[0]?.words).toBe(
      'Got no answer about the refund (The answer was lost): look at the gateway first',
    )
  })
})
