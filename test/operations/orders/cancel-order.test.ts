import { afterEach, expect, test } from 'vitest'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import type { Product } from '#domain/catalog/product.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { reconcilePayments } from '#operations/checkout/payments/reconcile-payments.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { deliverWebhooks, gatewayTotals, PAYS, place, stockOf } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, orderDesk } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'

describeOnEachDatabase('cancelling an order', (open) => {
  afterEach(async () => expect(await findLedgerDifferences(open().db)).toEqual([]))

  let shop: TestShop
  let product: Product
  const { placed, paid, seen, settled, stateOf, subjects, refundOf } = orderDesk(() => ({ shop, product }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  test('a cancelled paid order is refunded in full, and restocked if staff choose to', async () => {
    for (const restock of [true, false]) {
      const { stock } = await stockOf(shop, product)
      const order = await paid()
      expect(await cancelOrder(shop, { ...order, restock, reason: 'Misprint' })).toEqual({
        kind: 'cancelled',
      })
      await settled()
      expect(await stateOf(order.number)).toBe('cancelled')
      expect((await stockOf(shop, product)).stock).toBe(restock ? stock : Number(stock) - 2)
      expect(subjects()).toEqual([`ada: Your Redemption order ${order.number} is cancelled`])
      expect(shop.mails[0]?.text).toContain("We're refunding C$265.72")
    }
    const totals = await gatewayTotals(shop)
    expect(totals.returned).toBe(totals.taken)
  })

  test('units that a refund left out stay out of the stock, unless staff choose to return them', async () => {
    const item = { position: 0, quantity: 1, sent: 0 }
    for (const { back, ...units } of [
      { back: 1 },
      { back: 2, units: [{ position: 0, quantity: 2 }] },
      { back: 0, units: [] },
    ]) {
      const { number } = await paid()
      const torn = await refundOf(number, { amount: { items: [item], shipping: false } })
      expect((await refundOrder(shop, torn)).kind).toBe('requested')
      await settled()
      const { stock } = await stockOf(shop, product)
      const change = { ...(await seen(number)), restock: true, reason: '' }
      const tooMany = { units: [{ position: 0, quantity: 3 }] }
      expect(await cancelOrder(shop, { ...change, ...tooMany })).toEqual({ kind: 'too-many-to-restock' })
      expect(await stateOf(number)).toBe('refunded-in-part')
      expect(await cancelOrder(shop, { ...change, ...units })).toEqual({ kind: 'cancelled' })
      expect((await stockOf(shop, product)).stock).toBe(Number(stock) + back)
      const { history } = (await findOrderView(shop, number, ADA_AS_OWNER.permissions))!
      const isTold = history.some(({ words }) =>
        words.endsWith(`returned ${back} x Emblem Hoodie, M to stock`),
      )
      expect(isTold).toBe(back > 0)
    }
  })

  test('a cancelled unpaid order releases its stock and can no longer be paid', async () => {
    const { clientSecret, orderNumber, request } = await placed()
    await cancelOrder(shop, { ...(await seen(orderNumber)), restock: false, reason: '' })
    expect(await stockOf(shop, product)).toEqual({ stock: 10, held: 0 })
    expect((await shop.gateway.confirm(clientSecret, PAYS)).kind).toBe('refused')
    const again = await place(shop, request)
    expect(again.orderNumber).not.toBe(orderNumber)
    expect(shop.mails).toEqual([])
  })

  test('a payment for a cancelled order that the gateway could not stop is refunded once', async () => {
    const { clientSecret, orderNumber } = await placed()
    const cancellation = { ...(await seen(orderNumber)), restock: true, reason: '' }
    shop.gateway.transport.failNext(1)
    expect(await cancelOrder(shop, cancellation)).toEqual({ kind: 'cancelled' })
    expect(shop.failures.splice(0)).toHaveLength(1)
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await settled()
    const intent = (await shop.gateway.findIntentBySecret(clientSecret))!
    expect(await settlePayment(shop, intent)).toEqual({ kind: 'refunded', orderNumber })
    await settled()
    const totals = await gatewayTotals(shop)
    expect({ returned: totals.returned, state: await stateOf(orderNumber) }).toEqual({
      returned: totals.taken,
      state: 'refunded',
    })
    expect(shop.mails[0]?.text).toContain("We're refunding C$265.72")
    expect(shop.mails).toHaveLength(1)
  })

  test('the open payment of a cancelled order is cancelled as soon as the gateway can be reached', async () => {
    const { clientSecret, orderNumber } = await placed()
    shop.gateway.transport.failNext(1)
    await cancelOrder(shop, { ...(await seen(orderNumber)), restock: true, reason: '' })
    shop.failures.length = 0
    shop.pass(60_000)
    await reconcilePayments(shop)
    expect((await shop.gateway.findIntentBySecret(clientSecret))?.state).toBe('canceled')
  })

  test('an order that is paid while staff cancel it is paid, and staff must reload', async () => {
    const { clientSecret, orderNumber } = await placed()
    const cancellation = { ...(await seen(orderNumber)), restock: true, reason: '' }
    await shop.gateway.confirm(clientSecret, PAYS)
    expect(await cancelOrder(shop, cancellation)).toEqual({ kind: 'changed-meanwhile' })
    expect(await stateOf(orderNumber)).toBe('paid')
  })
})
