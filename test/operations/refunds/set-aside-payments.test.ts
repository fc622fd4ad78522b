import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { gatewayTotals, PAYS } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('a payment that was set aside', (open) => {
  let shop: TestShop
  let product: Product
  const { placed, seen, settled, refundOf, stateOf, paymentOf, revenue } = orderDesk(
    () => ({ shop, product }),
    1,
  )

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  /** C$100 was received for an order that costs more. */
  async function setAside() {
    const { clientSecret, orderNumber: number } = await placed()
    const { id } = (await shop.gateway.findIntentBySecret(clientSecret))!
    await shop.database.db
      .updateTable('test_gateway_intents')
      .set({ amount_cents: cents(100_00) })
      .execute()
    await shop.gateway.confirm(clientSecret, PAYS)
    const intent = (await shop.gateway.findIntent(id))!
    expect(await settlePayment(shop, intent)).toEqual({ kind: 'needs-attention', orderNumber: number })
    expect(await paymentOf(number)).toBe('set-aside')
    return { number, intentId: id }
  }
  const atGateway = (intentId: string, amount: number) => ({
    id: `re_${amount}`,
    key: '',
    intentId,
    amount: cents(amount),
    state: 'succeeded' as const,
    failure: '',
  })

  test('stays set aside after a partial refund, whoever made it, until staff accept it', async () => {
    const { number, intentId } = await setAside()
    await handleRefundEvent(shop, atGateway(intentId, 10_00))
    expect({ state: await stateOf(number), payment: await paymentOf(number) }).toEqual({
      state: 'needs-attention',
      payment: 'set-aside',
    })
    expect(await refundOrder(shop, await refundOf(number))).toEqual({ kind: 'requested' })
    await settled()
    expect({ state: await stateOf(number), payment: await paymentOf(number) }).toEqual({
      state: 'needs-attention',
      payment: 'set-aside',
    })
    await resolveAttention(shop, { ...(await seen(number)), outcome: 'stands', note: '' })
    expect({ state: await stateOf(number), payment: await paymentOf(number) }).toEqual({
      state: 'refunded-in-part',
      payment: 'succeeded',
    })
  })

  test('is set aside again when its full refund is sent back', async () => {
    const { number, intentId } = await setAside()
    const whole = atGateway(intentId, 100_00)
    await handleRefundEvent(shop, whole)
    expect({ state: await stateOf(number), payment: await paymentOf(number) }).toEqual({
      state: 'refunded',
      payment: 'refunded',
    })
    await handleRefundEvent(shop, { ...whole, state: 'failed', failure: 'closed account' })
    expect({ state: await stateOf(number), payment: await paymentOf(number) }).toEqual({
      state: 'needs-attention',
      payment: 'set-aside',
    })
    shop.failures.length = 0
  })

  test('does not replace the order’s own payment, which is recorded and can be refunded even when it arrives after staff accepted the other', async () => {
    const { clientSecret, orderNumber: number } = await placed()
    const own = (await shop.gateway.findIntentBySecret(clientSecret))!
    const other = { ...own, id: 'pi_other', state: 'succeeded' } as const
    expect(await settlePayment(shop, other)).toEqual({ kind: 'needs-attention', orderNumber: number })
    await resolveAttention(shop, { ...(await seen(number)), outcome: 'stands', note: '' })
    await settled()
    shop.mails.length = 0
    shop.pass(24 * 60 * 60_000)
    await shop.gateway.confirm(clientSecret, PAYS)
    const intent = (await shop.gateway.findIntent(own.id))!
    expect(await settlePayment(shop, intent)).toEqual({ kind: 'paid', orderNumber: number })
    expect(await settlePayment(shop, intent)).toEqual({ kind: 'paid', orderNumber: number })
    await settled()
    expect(shop.mails.filter(({ to }) => to.address.startsWith('owner'))).toHaveLength(1)
    expect(await revenue()).toBe(own.amount)
    const amount = own.amount
    expect(await refundOrder(shop, await refundOf(number, { amount }))).toEqual({ kind: 'requested' })
    await settled()
    expect(await revenue()).toBe(0)
  })

  test.each([
    { title: 'resolved as returned', outcomes: ['returned'], isCancelled: false, mail: 'order-refunded' },
    { title: 'cancelled', outcomes: [], isCancelled: true, mail: 'order-cancelled' },
    { title: 'accepted, then cancelled', outcomes: ['stands'], isCancelled: true, mail: 'order-cancelled' },
  ] as const)(
    'has the order’s own payment refunded once when the order was $title meanwhile',
    async ({ outcomes, isCancelled, mail }) => {
      const { clientSecret, orderNumber: number } = await placed()
      const own = (await shop.gateway.findIntentBySecret(clientSecret))!
      await settlePayment(shop, { ...own, id: 'pi_other', state: 'succeeded' })
      for (const outcome of outcomes) {
        await resolveAttention(shop, { ...(await seen(number)), outcome, note: '' })
      }
      if (isCancelled) {
        const cancellation = { ...(await seen(number)), reason: 'Asked for it', restock: false }
        expect((await cancelOrder(shop, cancellation)).kind).toBe('cancelled')
      }
      await settled()
      shop.mails.length = 0
      shop.pass(24 * 60 * 60_000)
      await shop.gateway.confirm(clientSecret, PAYS)
      const intent = (await shop.gateway.findIntent(own.id))!
      for (const _ of [1, 2]) {
        expect(await settlePayment(shop, intent)).toEqual({ kind: 'refunded', orderNumber: number })
      }
      await settled()
      expect(await gatewayTotals(shop)).toMatchObject({ taken: own.amount, returned: own.amount })
      expect({ state: await stateOf(number), payment: await paymentOf(number) }).toEqual({
        state: isCancelled ? 'cancelled' : 'refunded',
        payment: 'refunded',
      })
      expect(shop.mails.filter(({ to }) => to.address.startsWith('owner'))).toHaveLength(1)
      const toCustomer = shop.mails.filter(({ to }) => !to.address.startsWith('owner'))
      expect(toCustomer.map(({ kind }) => kind)).toEqual([mail])
      expect(await revenue()).toBe(0)
    },
  )

  test.each(['paid', 'cancelled'] as const)(
    'has the owner alerted to the order’s own payment in another currency when the order is %s',
    async (state) => {
      const { clientSecret, orderNumber: number } = await placed()
      const own = (await shop.gateway.findIntentBySecret(clientSecret))!
      await settlePayment(shop, { ...own, id: 'pi_other', state: 'succeeded' })
      if (state === 'paid') {
        await resolveAttention(shop, { ...(await seen(number)), outcome: 'stands', note: '' })
      } else {
        await cancelOrder(shop, { ...(await seen(number)), reason: 'Asked for it', restock: false })
      }
      await settled()
      shop.mails.length = 0
      await settlePayment(shop, { ...own, currency: 'usd', state: 'succeeded' })
      await settled()
      expect(shop.mails.map(({ to }) => to.address.startsWith('owner'))).toEqual([true])
      expect(await gatewayTotals(shop)).toMatchObject({ taken: 0, returned: 0 })
    },
  )
})
