import { expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { Customer } from '#domain/orders/order.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { addCents, cents } from '#domain/money.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { changeAddress, priceAddress } from '#operations/orders/change-address.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { listOrders } from '#operations/orders/list-orders.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { gatewayTotals } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk, TRACKING, TWO_HOODIES } from '#test/support/order-desk.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

/** As charged in Canada; elsewhere there is no tax, and beyond 40 dollars of it in Quebec. */
const TARIFF: Tariff = {
  taxes: [
    { label: 'Tax', milliPercent: 2_000, within: { country: 'CA' } },
    { label: 'QST', milliPercent: 20_000, within: { country: 'CA', region: 'Quebec' } },
  ],
  shipping: cents(25_00),
}
const HERE: Customer = { ...CUSTOMER, address: '9 New Street', city: 'Regina', postal: 'S4P 3Y2' }
const LYON: Customer = {
  ...CUSTOMER,
  address: '1 Rue A',
  city: 'Lyon',
  country: 'FR',
  region: '',
  postal: '69001',
}
const QUEBEC: Customer = { ...CUSTOMER, city: 'Montreal', region: 'Quebec', postal: 'H2X 1Y4' }

describeOnEachDatabase('the address of an order', (open) => {
  let shop: TestShop
  let product: Product
  const { paid, found, seen, settled, refundOf, stateOf, refundsOf } = orderDesk(() => ({ shop, product }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  const change = async (number: string, recipient: Customer, difference: number) =>
    changeAddress(shop, { ...(await seen(number)), recipient, difference }, TARIFF)
  const priced = async (number: string, recipient: Customer) =>
    priceAddress(shop, { ...(await seen(number)), recipient }, TARIFF)

  test('is changed before the order is sent, and the order is found by its new name', async () => {
    const { number } = await paid()
    const grace = { ...HERE, name: 'Grace Hopper' }
    expect(await priced(number, grace)).toEqual({ kind: 'address-priced', difference: 0 })
    expect((await found(number)).version).toBe((await seen(number)).version)
    expect(await change(number, grace, 0)).toEqual({ kind: 'address-changed' })
    expect(await found(number)).toMatchObject({ customer: grace, total: TWO_HOODIES, state: 'paid' })
    const query = { q: 'grace hopper', state: '', from: '', to: '', page: 1 } as const
    expect((await listOrders(shop, query)).total).toBe(1)
    const words = (await findOrderView(shop, number, PERMISSIONS))?.history[0]?.words
    expect(words).toContain('Changed the address: 9 New Street, Regina')
    expect(await refundsOf(number)).toEqual([])
    await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING })
    expect(await change(number, HERE, 0)).toEqual({ kind: 'not-possible', state: 'fulfilled' })
  })

  test('that costs less refunds the difference, and the rest of the order adds up to what is left', async () => {
    const { number } = await paid()
    const TAX = 4_72
    expect(await priced(number, LYON)).toEqual({ kind: 'address-priced', difference: -TAX })
    expect(await change(number, LYON, 0)).toEqual({ kind: 'price-changed' })
    expect(await change(number, LYON, -TAX)).toEqual({ kind: 'address-changed' })
    await settled()
    const order = await found(number)
    expect(order.total).toBe(TWO_HOODIES - TAX)
    expect(addCents([order.subtotal, ...order.adjustments.map(({ amount }) => amount)])).toBe(order.total)
    expect((await gatewayTotals(shop)).returned).toBe(TAX)
    expect(await stateOf(number)).toBe('refunded-in-part')
    const { refundable } = (await findOrderView(shop, number, PERMISSIONS))!
    expect(refundable).toEqual({
      lines: [{ position: 0, prices: [0, 118_00, 236_00], sent: 0 }],
      shipping: 25_00,
      left: 261_00,
    })
  })

  test.each([
    ['costs more', HERE, QUEBEC, 23_60],
    ['costs less', QUEBEC, HERE, -23_60],
  ] as const)(
    'that %s after one item was refunded leaves the price of the other one, and refunds all of it by item',
    async (_words, from, to, difference) => {
      const { number } = await paid()
      const asked = 47_20
      if (from === QUEBEC) {
        const increase = { method: 'cash', words: '' } as const
        const moved = { ...(await seen(number)), recipient: QUEBEC, difference: asked, increase }
        expect(await changeAddress(shop, moved, TARIFF)).toEqual({ kind: 'address-changed' })
      }
      const items = async (quantity: number, shipping = false) => {
        const choice = { items: [{ position: 0, quantity }], shipping }
        const outcome = await refundOrder(shop, await refundOf(number, { amount: choice }))
        await settled()
        return outcome
      }
      expect(await items(1)).toEqual({ kind: 'requested' })
      const increase = { method: 'cash', words: '' } as const
      const moved = { ...(await seen(number)), recipient: to, difference, increase }
      expect(await changeAddress(shop, moved, TARIFF)).toEqual({ kind: 'address-changed' })
      await settled()
      const unit = 118_00 + 2_36 + (to === QUEBEC ? 23_60 : 0)
      const { refundable } = (await findOrderView(shop, number, PERMISSIONS))!
      expect(refundable).toEqual({
        lines: [{ position: 0, prices: [0, unit], sent: 0 }],
        shipping: 25_00,
        left: unit + 25_00,
      })
      expect(await items(1, true)).toEqual({ kind: 'requested' })
      expect(await stateOf(number)).toBe('refunded')
      expect((await found(number)).total).toBe(2 * (118_00 + 2_36) + 25_00 + 23_60)
    },
  )

  test('that costs more is refused with the difference, and nothing is changed', async () => {
    const { number } = await paid()
    const before = await found(number)
    expect(await change(number, QUEBEC, 47_20)).toEqual({ kind: 'address-costs-more', by: 47_20 })
    expect(await found(number)).toEqual(before)
  })

  test('is checked as at the checkout, and cannot be changed while all of the money is being returned', async () => {
    const { number } = await paid()
    expect(await change(number, { ...HERE, city: '', region: 'Nowhere' }, 0)).toMatchObject({
      kind: 'invalid-address',
      errors: { city: 'Enter the customer’s city.' },
    })
    expect(await change(number, { ...HERE, postal: 'ABC' }, 0)).toMatchObject({
      kind: 'invalid-address',
      errors: { postal: 'Check the customer’s postal code. It should look like S7N 1B4.' },
    })
    await refundOrder(shop, await refundOf(number, { amount: TWO_HOODIES }))
    expect(await change(number, HERE, 0)).toEqual({ kind: 'refund-waiting' })
  })
})
