import { expect, test } from 'vitest'
import { toDisputeId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { handleDisputeEvent } from '#operations/refunds/handle-dispute-event.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { deliverWebhooks, PAYS, stockOf } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ONE_HOODIE, orderDesk } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

const HOLD_MS = 15 * 60_000

describeOnEachDatabase('an order that was paid too late and then disputed', (open) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }), 1)
  const { placed, found, seen, settled, refundsOf, stateOf, subjects, revenue } = desk

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 1 }))

  /** Its units were sold meanwhile, and are available again now. The refund was not sent to the gateway yet. */
  async function paidTooLate(): Promise<string> {
    const late = await placed()
    shop.pass(HOLD_MS)
    shop.gateway.transport.failNext(1)
    await expireOrders(shop)
    shop.failures.length = 0
    await desk.paid()
    await shop.gateway.confirm(late.clientSecret, PAYS)
    await deliverWebhooks(shop)
    await shop.database.db.updateTable('products').set({ stock: 5 }).execute()
    expect(await stateOf(late.orderNumber)).toBe('refunded')
    return late.orderNumber
  }
  async function dispute(number: string): Promise<void> {
    const { id } = await found(number)
    const payments = shop.database.db.selectFrom('payments').select('intent_id as intentId')
    const { intentId } = await payments.where('order_id', '=', id).executeTakeFirstOrThrow()
    const about = { intentId: intentId ?? '', amount: ONE_HOODIE, currency: 'cad' }
    await handleDisputeEvent(shop, { ...about, id: toDisputeId('dp_1'), reason: 'fraudulent', state: 'open' })
    expect(await stateOf(number)).toBe('needs-attention')
  }
  const stands = async (number: string) =>
    resolveAttention(shop, { ...(await seen(number)), outcome: 'stands', note: '' })

  test('stays refunded, takes no stock and sends no mail when staff accept the payment', async () => {
    const number = await paidTooLate()
    await settled()
    await dispute(number)
    await settled()
    shop.mails.length = 0
    expect(await stands(number)).toEqual({ kind: 'resolved' })
    await settled()
    expect({ state: await stateOf(number), paidAt: (await found(number)).paidAt }).toEqual({
      state: 'refunded',
      paidAt: null,
    })
    expect({ payment: await desk.paymentOf(number), refunds: await refundsOf(number) }).toEqual({
      payment: 'refunded',
      refunds: ['done at the gateway'],
    })
    expect({ stock: await stockOf(shop, product), subjects: subjects() }).toEqual({
      stock: { stock: 5, held: 0 },
      subjects: [],
    })
    expect(await revenue()).toBe(ONE_HOODIE)
  })

  test('cannot be accepted while its refund may still fail, and can once it has failed', async () => {
    const number = await paidTooLate()
    await dispute(number)
    expect(await stands(number)).toEqual({ kind: 'refund-waiting' })
    expect({ state: await stateOf(number), stock: (await stockOf(shop, product)).stock }).toEqual({
      state: 'needs-attention',
      stock: 5,
    })
    shop.gateway.transport.disturb('refund', async () => {
      throw new GatewayError('The charge is disputed.', false)
    })
    await settled()
    shop.failures.length = 0
    shop.mails.length = 0
    expect(await stands(number)).toEqual({ kind: 'resolved' })
    await settled()
    expect({ state: await stateOf(number), stock: (await stockOf(shop, product)).stock }).toEqual({
      state: 'paid',
      stock: 4,
    })
    expect(subjects()).toEqual([`ada: Your Redemption order ${number}`])
    expect(await revenue()).toBe(cents(2 * ONE_HOODIE))
  })
})
