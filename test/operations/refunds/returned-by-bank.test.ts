import { expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { cents } from '#domain/money.ts'
import type { Customer } from '#domain/orders/order.ts'
import { chooseAll, priceChoice } from '#domain/refunds/refund-price.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { changeAddress, priceAddress } from '#operations/orders/change-address.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { handleRefundEvent } from '#operations/refunds/handle-refund-event.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'

const UNIT = 118_00
const QST = 23_60
/** There is no tax outside Canada. */
const TARIFF: Tariff = {
  taxes: [
    { label: 'Tax', milliPercent: 2_000, within: { country: 'CA' } },
    { label: 'QST', milliPercent: 20_000, within: { country: 'CA', region: 'Quebec' } },
  ],
  shipping: cents(25_00),
}
const LYON: Customer = { ...CUSTOMER, city: 'Lyon', country: 'FR', region: '', postal: '69001' }
const QUEBEC: Customer = { ...CUSTOMER, city: 'Montreal', region: 'Quebec', postal: 'H2X 1Y4' }

describeOnEachDatabase('a refund by item that the bank returns', (open) => {
  let shop: TestShop
  let product: Product
  const { paid, found, seen, settled, refundOf, stateOf } = orderDesk(() => ({ shop, product }), 3)

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  const offered = async (number: string) =>
    (await findOrderView(shop, number, PERMISSIONS))!.refundable ?? expect.fail('Nothing can be refunded')
  async function refund(number: string, choice: ReturnType<typeof chooseAll>) {
    const request = await refundOf(number, { amount: choice })
    expect(await refundOrder(shop, request)).toEqual({ kind: 'requested' })
    await settled()
    return request.refundId
  }
  const oneItem = (number: string) =>
    refund(number, { items: [{ position: 0, quantity: 1 }], shipping: false })
  async function move(number: string, recipient: Customer) {
    const { difference } = (await priceAddress(shop, { ...(await seen(number)), recipient }, TARIFF)) as {
      difference: number
    }
    const increase = { method: 'cash', words: '' } as const
    const change = { ...(await seen(number)), recipient, difference, increase }
    expect(await changeAddress(shop, change, TARIFF)).toEqual({ kind: 'address-changed' })
    await settled()
  }
  async function returnedByBank(number: string, refundId: string, intentId: string) {
    const { db } = shop.database
    const key = `refund-${refundId}`
    const made = await db
      .deleteFrom('test_gateway_refunds')
      .where('idempotency_key', '=', key)
      .returning(['id', 'amount_cents as amount'])
      .executeTakeFirstOrThrow()
    await handleRefundEvent(shop, { ...made, key, intentId, state: 'failed', failure: 'closed' })
    const resolution = { ...(await seen(number)), outcome: 'stands', note: '' } as const
    expect(await resolveAttention(shop, resolution)).toEqual({ kind: 'resolved' })
  }

  test.each([
    ['less', LYON, UNIT],
    ['more', QUEBEC, UNIT + 2_36 + QST],
  ] as const)(
    'is offered by item again with its own tax, after the other items came to cost %s',
    async (_words, to, elsewhere) => {
      const { number, intentId } = await paid()
      const first = await oneItem(number)
      await move(number, to)
      await oneItem(number)
      await returnedByBank(number, first, intentId)
      const { lines, shipping, left } = await offered(number)
      const own = UNIT + 2_36
      expect(lines).toEqual([{ position: 0, prices: [0, own, own + elsewhere], sent: 0 }])
      expect(shipping + own + elsewhere).toBe(left)
      await refund(number, chooseAll({ lines, shipping, left }))
      expect(await stateOf(number)).toBe('refunded')
    },
  )

  test('makes the shipping refundable again, though a later refund requested it as well', async () => {
    const { number, intentId } = await paid()
    const withShipping = { items: [{ position: 0, quantity: 1 }], shipping: true }
    const first = await refund(number, withShipping)
    await refund(number, withShipping)
    await returnedByBank(number, first, intentId)
    const offer = await offered(number)
    expect(offer.shipping).toBe(25_00)
    await refund(number, chooseAll(offer))
    expect(await stateOf(number)).toBe('refunded')
  })

  test('is priced like every other unit, once the order changes again', async () => {
    const { number, intentId } = await paid()
    const first = await oneItem(number)
    await move(number, QUEBEC)
    await oneItem(number)
    await returnedByBank(number, first, intentId)
    await move(number, LYON)
    const offer = await offered(number)
    expect(offer.lines).toEqual([{ position: 0, prices: [0, UNIT, 2 * UNIT], sent: 0 }])
    const all = priceChoice(offer, chooseAll(offer))
    expect(all).toMatchObject({ amount: offer.left, whole: offer.left })
    await refund(number, chooseAll(offer))
    expect(await stateOf(number)).toBe('refunded')
    expect((await found(number)).total).toBe(3 * UNIT + 2_36 + QST + 25_00)
  })
})
