import { labelText } from '#domain/orders/amount-label.ts'
import * as totalWords from '#words/en/totals.ts'
import { beforeEach, expect, test } from 'vitest'
import { wrongTotals } from '#chaos/audit/wrong-totals.ts'
import type { Product } from '#domain/catalog/product.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import type { StaffId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Customer } from '#domain/orders/order.ts'
import { chooseAll } from '#domain/refunds/refund-price.ts'
import { TAX, type TaxSetting } from '#domain/settings/tax.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { currentTariff } from '#operations/checkout/current-tariff.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { priceItemChange } from '#operations/orders/change-items.ts'
import { changeAddress, priceAddress } from '#operations/orders/change-address.ts'
import { exportOrders, orderColumns } from '#operations/orders/export-orders.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { currentVersion } from '#operations/settings/current-setting.ts'
import { saveSetting } from '#operations/settings/save-setting.ts'
import { deliverWebhooks, gatewayTotals, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'

const BY_PLACE: Partial<TaxSetting> = {
  mode: 'by-destination',
  registrations: ['gst-hst CA', 'pst CA Saskatchewan', 'qst CA Quebec'],
}
const HALIFAX: Customer = { ...CUSTOMER, city: 'Halifax', region: 'Nova Scotia', postal: 'B3H 1Y4' }
const MONTREAL: Customer = { ...CUSTOMER, city: 'Montreal', region: 'Quebec', postal: 'H2X 1Y4' }

describeOnEachDatabase('taxes', (open) => {
  let shop: TestShop
  let product: Product
  let memberId: StaffId
  const { found, seen, settled, refundOf, stateOf } = orderDesk(() => ({ shop, product }))

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie({ stock: 100 }))
    await shop.identity.addMember(ADA)
    memberId = (await shop.identity.people.list())[0]!.id
  })

  async function setTax(changes: Partial<TaxSetting>) {
    const { version, value } = await currentVersion(shop, TAX)
    const editor = { memberId, permissions: PERMISSIONS, address: '203.0.113.7', userAgent: '' }
    const outcome = await saveSetting(shop, TAX, { version, value: { ...value, ...changes } }, editor)
    expect(outcome.kind).toBe('saved')
  }

  async function request(customer: Customer = CUSTOMER, bought = product) {
    const asked = orderFor([bought], [one(bought, 'M', 2)], { customer })
    const line = { price: bought.price, quantity: 2, taxFree: bought.taxFree }
    const { total } = priceCart([line], { destination: customer, tariff: await currentTariff(shop) })
    return { ...asked, amount: total }
  }

  async function paid(customer: Customer = CUSTOMER, bought = product) {
    const { clientSecret, orderNumber } = await place(shop, await request(customer, bought))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await settled()
    return orderNumber
  }

  const rowsOf = async (number: string) =>
    (await found(number)).adjustments.map(({ label, amount }) => `${labelText(label, totalWords)} ${amount}`)

  test('of the destination are listed one by one, and the gateway is asked for their sum', async () => {
    await setTax(BY_PLACE)
    for (const [customer, rows] of [
      [CUSTOMER, ['GST (5%) 1305', 'PST (6%) 1566', 'Shipping 2500']],
      [HALIFAX, ['HST (14%) 3654', 'Shipping 2500']],
      [MONTREAL, ['GST (5%) 1305', 'QST (9.975%) 2603', 'Shipping 2500']],
    ] as const) {
      const before = (await gatewayTotals(shop)).taken
      const number = await paid(customer)
      expect(await rowsOf(number)).toEqual(rows)
      expect((await gatewayTotals(shop)).taken - before).toBe((await found(number)).total)
    }
    expect(await wrongTotals(shop.database.db)).toEqual([])
  })

  test('leave a tax-free product alone, and the line remembers it', async () => {
    await setTax(BY_PLACE)
    const kids = await shop.catalog.add(hoodie({ name: 'Kids Tee', taxFree: true }))
    const number = await paid(HALIFAX, kids)
    expect(await rowsOf(number)).toEqual(['HST (14%) 0', 'Shipping 2500'])
    expect((await found(number)).lines[0]).toMatchObject({ taxFree: true })
  })

  test('change on the first day of another rate, at midnight of the shop', async () => {
    const { table } = TAX.fallback
    const ontario = table.find(({ region }) => region === 'Saskatchewan')!
    const day = '2031-05-02'
    await setTax({ ...BY_PLACE, table: [...table, { ...ontario, milliPercent: 8_000, from: day }] })
    const gst = async () =>
      (await currentTariff(shop)).taxes.find(({ within }) => within?.region === 'Saskatchewan')
    const midnight = Date.parse('2031-05-02T06:00:00Z') // America/Regina
    shop.pass(midnight - 1 - shop.now())
    expect(await gst()).toMatchObject({ milliPercent: 5_000 })
    shop.pass(1)
    expect(await gst()).toMatchObject({ milliPercent: 8_000 })
  })

  test('are estimated in the cart until the destination is known', async () => {
    expect((await previewCart(shop, { items: [one(product)] })).totals).not.toHaveProperty('estimatedFor')
    await setTax(BY_PLACE)
    expect((await previewCart(shop, { items: [one(product)] })).totals.estimatedFor).toBe('Saskatchewan')
  })

  test('that change while a shopper pays refuse the old total and return the new one', async () => {
    const asked = await request(HALIFAX)
    await setTax(BY_PLACE)
    const refused = await placeOrder(shop, asked)
    expect(refused).toMatchObject({
      kind: 'amount-differs',
      cart: { totals: { total: 236_00 + 36_54 + 25_00 } },
      tariff: { pricedBy: { taxVersion: 1 } },
    })
    expect((await gatewayTotals(shop)).payments).toBe(0)
    expect((await placeOrder(shop, await request(HALIFAX))).kind).toBe('placed')
  })

  test('of an order are those of the day when it was last priced, in the time zone of that day', async () => {
    const { table } = TAX.fallback
    const saskatchewan = table.find(({ region, kind }) => region === 'Saskatchewan' && kind === 'pst')!
    const from = '2031-05-02'
    await setTax({ ...BY_PLACE, table: [...table, { ...saskatchewan, milliPercent: 8_000, from }] })
    const midnight = Date.parse('2031-05-02T06:00:00Z') // America/Regina
    shop.pass(midnight - 60_000 - shop.now())
    const first = await request()
    await place(shop, first)
    shop.pass(2 * 60_000)
    const again = { ...(await request()), checkoutId: first.checkoutId }
    const { clientSecret, orderNumber: number } = await place(shop, again)
    await shop.gateway.confirm(clientSecret, { ...PAYS, expiry: '04 / 39' })
    await deliverWebhooks(shop)
    await settled()
    expect(await rowsOf(number)).toContain('PST (8%) 2088')
    shop.settings.timeZone = 'America/Vancouver' // there it is still the day before
    const to = { productId: product.id, size: 'M' as const, quantity: 3 }
    const change = { position: 0, quantity: 2, to }
    const priced = await priceItemChange(shop, { ...(await seen(number)), change })
    expect(priced).toMatchObject({ kind: 'items-priced', difference: 118_00 + 5_90 + 9_44 })
  })

  test('follow a new time zone immediately', async () => {
    expect((await currentTariff(shop)).pricedBy.taxDay).toBe('2026-11-21')
    shop.settings.timeZone = 'Pacific/Auckland' // there it is already the next day
    expect((await currentTariff(shop)).pricedBy.taxDay).toBe('2026-11-22')
  })

  test('of an old order stay the same when its address changes after owners changed the taxes', async () => {
    await setTax(BY_PLACE)
    const number = await paid(CUSTOMER)
    const { table } = TAX.fallback
    await setTax({
      table: table.map((row) => ({ ...row, milliPercent: row.milliPercent + 50_000 })),
      registrations: ['gst-hst CA'],
    })
    expect(await priceAddress(shop, { ...(await seen(number)), recipient: HALIFAX })).toEqual({
      kind: 'address-priced',
      difference: 36_54 - 13_05 - 15_66,
    })
    const regina = { ...CUSTOMER, city: 'Regina', postal: 'S4P 3Y2' }
    expect(await priceAddress(shop, { ...(await seen(number)), recipient: regina })).toEqual({
      kind: 'address-priced',
      difference: 0,
    })
  })

  test('of an order from before the first change stay at 2 %', async () => {
    const number = await paid(CUSTOMER)
    await setTax(BY_PLACE)
    const moved = { ...(await seen(number)), recipient: HALIFAX, difference: 0 }
    expect(await changeAddress(shop, moved)).toEqual({ kind: 'address-changed' })
    expect(await rowsOf(number)).toEqual(['Tax 472', 'Shipping 2500'])
  })

  test('that prices contain add nothing, and are kept with the order', async () => {
    await setTax({ ...BY_PLACE, pricesIncludeTax: true })
    const number = await paid(HALIFAX)
    const order = await found(number)
    expect(order.total).toBe(236_00 + 25_00)
    expect(order.adjustments[1]).toEqual({
      kind: 'tax',
      label: { kind: 'tax', name: 'HST', milliPercent: 14_000 },
      amount: 0,
      tax: { kind: 'hst', milliPercent: 14_000, ofShipping: 3_07, contained: 32_05 },
    })
    expect(await wrongTotals(shop.database.db)).toEqual([])
  })

  test('are returned by a refund of everything, to the last cent', async () => {
    await setTax(BY_PLACE)
    const number = await paid(MONTREAL)
    const view = (await findOrderView(shop, number, PERMISSIONS))!
    const everything = chooseAll(view.refundable!)
    const outcome = await refundOrder(
      shop,
      await refundOf(number, { amount: cents(view.refundable!.left), ...everything }),
    )
    expect(outcome.kind).toBe('requested')
    await settled()
    expect(await stateOf(number)).toBe('refunded')
    const { taken, returned } = await gatewayTotals(shop)
    expect(returned).toBe(taken)
  })

  test('are columns of the export, one for each kind', async () => {
    await setTax(BY_PLACE)
    await paid(MONTREAL)
    const query = { q: '', state: '', from: '', to: '' } as const
    const [row] = (await Array.fromAsync(exportOrders(shop, query))).flat()
    const cell = (heading: string) => row?.[orderColumns().indexOf(heading)]
    expect(cell('Order tax (CAD)')).toBe('39.08')
    expect(cell('Order GST (CAD)')).toBe('13.05')
    expect(cell('Order QST (CAD)')).toBe('26.03')
    expect(cell('Order HST (CAD)')).toBe('0.00')
    expect(cell('Order tax contained in prices (CAD)')).toBe('0.00')
  })
})
