import { labelText } from '#domain/orders/amount-label.ts'
import * as totalWords from '#words/en/totals.ts'
import { afterEach, expect, test } from 'vitest'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { findPackingOrders } from '#db/packing/packing-orders.ts'
import { findPayments } from '#db/checkout/payments.ts'
import type { Product } from '#domain/catalog/product.ts'
import { DEFAULT_SHIPPING } from '#domain/checkout/shipping/shipping-tariff.ts'
import { manualOrderSchema } from '#domain/checkout/manual-order.ts'
import { csvLine, type CsvCell } from '#domain/csv.ts'
import { cents } from '#domain/money.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { TAX } from '#domain/settings/tax.ts'
import { PERMISSIONS, ROLE_PERMISSIONS } from '#domain/staff/permissions.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { changeAddress } from '#operations/orders/change-address.ts'
import { changeItems } from '#operations/orders/change-items.ts'
import { undoFulfilment } from '#operations/orders/undo-fulfilment.ts'
import { createManualOrder, type ManualOrder } from '#operations/orders/create-manual-order.ts'
import { exportOrders } from '#operations/orders/export-orders.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { listOrders } from '#operations/orders/list-orders.ts'
import { itemsValue } from '#operations/packing/carrier-file.ts'
import { priceManualOrder } from '#operations/orders/price-manual-order.ts'
import { readDashboard } from '#operations/orders/read-dashboard.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { gatewayTotals, stockOf } from '#test/support/buyer.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, BY, ONE_HOODIE, orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'
import * as v from 'valibot'

describeOnEachDatabase('an order made by staff', (open) => {
  afterEach(async () => expect(await findLedgerDifferences(open().db)).toEqual([]))

  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }))
  const { found, settled, seen, refundOf, historyOf, subjects } = desk
  let keys = 0

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  const line = (changes: object = {}) => ({ productId: product.id, size: 'M', quantity: 1, ...changes })
  const asked = (changes: object = {}): ManualOrder => ({
    ...v.parse(manualOrderSchema, {
      orderKey: `an-order-${(keys += 1)}`,
      lines: [line()],
      delivery: 'ship',
      shipping: true,
      customer: CUSTOMER,
      method: 'cash',
      reference: 'Receipt 12',
      total: ONE_HOODIE,
      ...changes,
    }),
    ...ADA_AS_OWNER,
  })
  const inPerson = (changes: object = {}) =>
    asked({ delivery: 'in-person', customer: { name: '' }, total: 118_00 + 2_36, ...changes })
  const made = async (order: ManualOrder): Promise<string> => {
    const outcome = await createManualOrder(shop, order)
    if (outcome.kind !== 'created') throw new Error(`It was not created: ${JSON.stringify(outcome)}`)
    return outcome.number
  }
  const view = async (number: string) => (await findOrderView(shop, number, PERMISSIONS))!

  test('that was paid in cash and sent in part is refunded for the rest, which can no longer be sent', async () => {
    const total = 2 * 118_00 + 4_72 + 25_00
    const number = await made(asked({ lines: [line({ quantity: 2 })], total }))
    const items = [{ position: 0, quantity: 1 }]
    await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING, items })
    const refund = await refundOf(number, { amount: { items, shipping: false } })
    expect(await refundOrder(shop, refund)).toEqual({ kind: 'requested' })
    expect(await found(number)).toMatchObject({ state: 'refunded-in-part', fulfilment: 'fulfilled' })
  })

  test('is declared to customs at the price it was sold for, and a gift at its price in the shop', async () => {
    const lines = [line({ quantity: 2, unitPrice: '60', reason: 'Stall price' })]
    const sold = asked({ lines, total: 120_00 + 2_40 + 25_00 })
    const gift = asked({
      lines: [line({ unitPrice: '0', reason: 'Press sample' })],
      shipping: false,
      method: 'gift',
      total: 0,
    })
    const valueOf = async (order: ManualOrder) =>
      (await findPackingOrders(shop.database.db, [await made(order)])).map((one) => itemsValue(one))
    expect(await valueOf(sold)).toEqual([120_00])
    expect(await valueOf(gift)).toEqual([118_00])
  })

  test('is priced as at the checkout, paid in cash, takes its stock, and waits to be sent', async () => {
    const number = await made(asked())
    expect(await found(number)).toMatchObject({
      state: 'paid',
      madeBy: BY,
      delivery: 'ship',
      total: ONE_HOODIE,
      customer: CUSTOMER,
    })
    expect(await stockOf(shop, product)).toEqual({ stock: 9, held: 0 })
    expect((await listOrders(shop, { q: '', state: 'to-fulfil', from: '', to: '', page: 1 })).total).toBe(1)
    const { payment, payments, history } = await view(number)
    expect({ payment: payment.state, payments }).toMatchObject({
      payment: 'Paid',
      payments: [{ gateway: 'Cash', external: { amount: 'C$145.36', reference: 'Receipt 12' } }],
    })
    expect(history.map(({ words, by }) => `${by}: ${words}`)).toEqual([
      `${BY}: Received the payment: C$145.36, cash (Receipt 12)`,
      `${BY}: Created the order: C$145.36`,
    ])
    await settled()
    expect(subjects().toSorted()).toEqual([
      `ada: Your Redemption order ${number}`,
      `owner: New order ${number} from Ada Prairie`,
    ])
    await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING })
    expect(await desk.stateOf(number)).toBe('fulfilled')
    expect(await desk.revenue()).toBe(ONE_HOODIE)
  })

  test('in person costs no shipping after it is undone and changed, even below the amount for free shipping', async () => {
    await shop.identity.addMember(ADA)
    const [zone] = DEFAULT_SHIPPING.zones
    const methods = zone!.methods.map((one) => ({ ...one, freeFrom: cents(200_00) }))
    await saveAsStaff(shop, SHIPPING, { ...DEFAULT_SHIPPING, zones: [{ ...zone!, methods }] })
    const number = await made(inPerson({ lines: [line({ quantity: 2 })], total: 2 * 118_00 + 4_72 }))
    await undoFulfilment(shop, { ...(await seen(number)), shipment: 1, reason: 'Took one back' })
    const change = {
      position: 0,
      quantity: 2,
      to: { productId: product.id, size: 'M' as const, quantity: 1 },
    }
    const difference = -118_00 - 2_36
    expect(await changeItems(shop, { ...(await seen(number)), change, difference })).toEqual({
      kind: 'items-changed',
    })
    expect(await found(number)).toMatchObject({ total: 118_00 + 2_36, delivery: 'in-person' })
  })

  test('in person is taxed where the shop is after it is undone, whatever address it gets and whatever it contains', async () => {
    await shop.identity.addMember(ADA)
    const registrations = ['gst-hst CA', 'pst CA Saskatchewan']
    await saveAsStaff(shop, TAX, { ...TAX.fallback, mode: 'by-destination', registrations })
    const taxes = (units: number) => units * (5_90 + 7_08)
    const customer = { name: 'Ada', email: CUSTOMER.email }
    const lines = [line({ quantity: 2 })]
    const number = await made(inPerson({ lines, customer, total: 236_00 + taxes(2) }))
    await undoFulfilment(shop, { ...(await seen(number)), shipment: 1, reason: 'Took one back' })
    const recipient = { ...CUSTOMER, city: 'Halifax', region: 'Nova Scotia', postal: 'B3H 1Y4' }
    const moved = { ...(await seen(number)), recipient, difference: 0 }
    expect(await changeAddress(shop, moved)).toEqual({ kind: 'address-changed' })
    const to = { productId: product.id, size: 'M' as const, quantity: 1 }
    const change = { position: 0, quantity: 2, to }
    const difference = -118_00 - taxes(1)
    expect(await changeItems(shop, { ...(await seen(number)), change, difference })).toEqual({
      kind: 'items-changed',
    })
    const { adjustments } = await found(number)
    expect(adjustments.map(({ label, amount }) => `${labelText(label, totalWords)} ${amount}`)).toEqual([
      'GST (5%) 590',
      'PST (6%) 708',
      'Shipping 0',
    ])
  })

  test('in person abroad is taxed there after a change, and has no duty of another country', async () => {
    await shop.identity.addMember(ADA)
    const vat = { ...TAX.fallback.table[0]!, country: 'FR', region: '', kind: 'other', label: 'VAT' } as const
    await saveAsStaff(shop, TAX, {
      ...TAX.fallback,
      mode: 'by-destination',
      home: { country: 'FR', region: '' },
      registrations: ['other FR VAT'],
      table: [{ ...vat, milliPercent: 20_000 }],
    })
    const duties = [{ country: 'CA', terms: 'ddp' as const, rates: [], otherMilliPercent: 18_000 }]
    await saveAsStaff(shop, SHIPPING, { ...DEFAULT_SHIPPING, duties })
    const number = await made(inPerson({ lines: [line({ quantity: 2 })], total: 2 * (118_00 + 23_60) }))
    await undoFulfilment(shop, { ...(await seen(number)), shipment: 1, reason: 'Took one back' })
    const to = { productId: product.id, size: 'M' as const, quantity: 1 }
    const change = { position: 0, quantity: 2, to }
    const difference = -118_00 - 23_60
    expect(await changeItems(shop, { ...(await seen(number)), change, difference })).toEqual({
      kind: 'items-changed',
    })
    expect(await found(number)).toMatchObject({ total: 118_00 + 23_60, delivery: 'in-person' })
  })

  test('in person needs no name and no address, charges no shipping, and is fulfilled immediately without a mail', async () => {
    const number = await made(inPerson())
    const order = await found(number)
    expect(order).toMatchObject({ state: 'fulfilled', delivery: 'in-person', total: 118_00 + 2_36 })
    expect(order.customer).toMatchObject({ name: 'Walk-in customer', email: '', address: '' })
    await settled()
    expect(subjects()).toEqual([])
    expect((await view(number)).mails).toEqual([])
  })

  test('in person sends a receipt if it has an email address', async () => {
    const number = await made(inPerson({ customer: { name: 'Grace', email: 'grace@x.example' } }))
    await settled()
    expect(subjects()).toEqual([`grace: Your Redemption order ${number}`])
    expect(JSON.stringify(shop.mails[0])).toContain('which you took with you')
    expect(JSON.stringify(shop.mails[0])).not.toContain('Delivery address')
  })

  test('has a changed price as an adjustment of its line with a reason, and the tax is on what is paid', async () => {
    const lines = [line({ unitPrice: '$100.00', reason: 'Stall price', quantity: 2 }), line({ size: 'S' })]
    const total = 200_00 + 118_00 + 6_36 + 25_00
    const number = await made(asked({ lines, total }))
    const order = await found(number)
    expect(order).toMatchObject({ subtotal: 354_00, total })
    expect(order.adjustments).toEqual([
      { kind: 'price-change', label: { kind: 'own', name: 'Stall price' }, amount: -36_00, linePosition: 0 },
      { kind: 'tax', label: { kind: 'tax' }, amount: 6_36 },
      { kind: 'shipping', label: { kind: 'shipping' }, amount: 25_00 },
    ])
    const { refundable } = await view(number)
    expect(refundable).toEqual({
      lines: [
        { position: 0, prices: [0, 102_00, 204_00], sent: 0 },
        { position: 1, prices: [0, 120_36], sent: 0 },
      ],
      shipping: 25_00,
      left: total,
    })
    const rows: CsvCell[][] = []
    for await (const batch of exportOrders(shop, { q: '', state: '', from: '', to: '' })) rows.push(...batch)
    expect(rows[0]).toContain('-36.00')
    expect(csvLine(rows[0]!)).toContain(',-36.00,')
  })

  test('as a gift costs nothing and does not count as a sale; without a gift nothing may cost nothing', async () => {
    const lines = [line({ unitPrice: '0', reason: 'Press sample' })]
    const gift = { lines, shipping: false, method: 'gift', total: 0 }
    expect(await createManualOrder(shop, asked({ ...gift, shipping: true, total: 25_00 }))).toEqual({
      kind: 'gift-not-free',
    })
    expect(await createManualOrder(shop, asked({ ...gift, method: 'cash' }))).toEqual({
      kind: 'nothing-to-pay',
    })
    const number = await made(asked(gift))
    expect(await found(number)).toMatchObject({ state: 'paid', subtotal: 118_00, total: 0 })
    expect((await view(number)).payment.state).toBe('Nothing to pay')
    expect((await readDashboard(shop)).figures.summary).toMatchObject({ orders: 0, revenue: 0 })
    await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING })
    expect(await desk.stateOf(number)).toBe('fulfilled')
  })

  test('is made once for a double click, even when both requests arrive together', async () => {
    const order = asked()
    const numbers = await Promise.all([made(order), made(order)])
    expect(new Set([...numbers, await made(order)]).size).toBe(1)
    expect(await stockOf(shop, product)).toEqual({ stock: 9, held: 0 })
    await settled()
    expect(subjects()).toHaveLength(2)
  })

  test('is refused at the line that is sold out, and nothing is written', async () => {
    const lines = [line({ quantity: 6 }), line({ size: 'S', quantity: 6 }), line({ size: 'XL' })]
    const order = asked({ lines })
    const problems = [null, { kind: 'sold-out', left: 4 }, { kind: 'no-such-size' }]
    expect(await createManualOrder(shop, order)).toEqual({ kind: 'lines-unavailable', problems })
    expect((await priceManualOrder(shop, order)).problems).toEqual(problems)
    await shop.catalog.archive(product.id)
    expect((await priceManualOrder(shop, order)).problems).toEqual(lines.map(() => ({ kind: 'gone' })))
    expect(await stockOf(shop, product)).toEqual({ stock: 10, held: 0 })
  })

  test('is made for only one of two requests for the last unit', async () => {
    const last = asked({ lines: [line({ quantity: 10 })], total: 1_180_00 + 23_60 + 25_00 })
    const kinds = await Promise.all([
      createManualOrder(shop, last),
      createManualOrder(shop, { ...last, orderKey: 'another-order' }),
    ])
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['created', 'lines-unavailable'])
    expect(await stockOf(shop, product)).toEqual({ stock: 0, held: 0 })
    expect(shop.announced).toContain('catalogue')
  })

  test('is refused with another total than staff were shown, and with an incomplete address', async () => {
    expect(await createManualOrder(shop, asked({ total: 1 }))).toEqual({
      kind: 'price-changed',
      total: ONE_HOODIE,
    })
    const nowhere = asked({ customer: { ...CUSTOMER, city: '', email: '' } })
    expect(await createManualOrder(shop, nowhere)).toMatchObject({
      kind: 'invalid-customer',
      errors: { city: 'Enter the customer’s city.', email: 'Enter the customer’s email address.' },
    })
    const packer = { ...asked(), permissions: ROLE_PERMISSIONS.packer }
    expect(await createManualOrder(shop, packer)).toEqual({ kind: 'not-permitted' })
  })

  test('has a refund of cash recorded immediately, without the gateway, and the mail names no bank', async () => {
    const number = await made(asked())
    await settled()
    shop.mails.length = 0
    const part = await refundOf(number, { amount: cents(45_36) })
    expect(await refundOrder(shop, part)).toEqual({ kind: 'requested' })
    expect(await refundOrder(shop, part)).toEqual({ kind: 'requested' })
    expect(await desk.stateOf(number)).toBe('refunded-in-part')
    shop.pass(1_000)
    await refundOrder(shop, await refundOf(number, { amount: cents(100_00) }))
    await settled()
    const order = await found(number)
    expect(order.state).toBe('refunded')
    const { db } = shop.database
    expect(
      (await findRefunds(db, order.id)).map(({ source, state, amount }) => ({ source, state, amount })),
    ).toEqual([
      { source: 'by-hand', state: 'done', amount: 45_36 },
      { source: 'by-hand', state: 'done', amount: 100_00 },
    ])
    expect((await findPayments(db, order.id)).map(({ state }) => state)).toEqual(['refunded'])
    expect(await historyOf(number)).toContain('returned-by-hand')
    expect(await gatewayTotals(shop)).toMatchObject({ returned: 0 })
    expect(subjects()).toEqual([
      `ada: Your refund for Redemption order ${number}`,
      `ada: Your refund for Redemption order ${number}`,
    ])
    expect(JSON.stringify(shop.mails)).not.toContain('Banks usually')
  })

  test('returns its units when it is cancelled, and its money by hand', async () => {
    const number = await made(asked())
    const cancelled = { ...(await seen(number)), restock: true, reason: 'Changed their mind' }
    expect(await cancelOrder(shop, cancelled)).toEqual({ kind: 'cancelled' })
    expect(await stockOf(shop, product)).toEqual({ stock: 10, held: 0 })
    expect(await desk.stateOf(number)).toBe('cancelled')
    expect(await desk.paymentOf(number)).toBe('refunded')
    await settled()
    expect(shop.failures).toEqual([])
  })

  test('is not made when its id was used for another order, whose number is returned', async () => {
    const first = asked()
    const number = await made(first)
    expect(await createManualOrder(shop, first)).toEqual({ kind: 'created', number })
    const again = { ...first, customer: { ...CUSTOMER, name: 'Grace Hopper' } }
    const { lines, total } = asked({ lines: [line({ quantity: 2 })], total: 118_00 * 2 + 4_72 + 25_00 })
    for (const other of [again, { ...first, lines, total }, { ...first, lines }, { ...first, total }]) {
      expect(await createManualOrder(shop, other)).toEqual({ kind: 'made-otherwise', number })
    }
    expect(await stockOf(shop, product)).toEqual({ stock: 9, held: 0 })
  })

  test('keeps no payment reference and no price reason once its customer is erased', async () => {
    const lines = [line({ quantity: 2, unitPrice: '60', reason: 'For Ada Prairie' })]
    const reference = 'Transfer from Ada Prairie'
    const number = await made(asked({ reference, lines, total: 120_00 + 2_40 + 25_00 }))
    const { adjustments } = await found(number)
    await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING })
    await settled()
    expect(await eraseCustomer(shop, { email: CUSTOMER.email, by: BY })).toMatchObject({ kind: 'erased' })
    const shown = JSON.stringify(await view(number))
    expect(shown).not.toContain('Ada Prairie')
    const amountsOf = (all: typeof adjustments) => all.map(({ kind, amount }) => ({ kind, amount }))
    expect(amountsOf((await found(number)).adjustments)).toEqual(amountsOf(adjustments))
  })

  test('without an address is erased by the number of the order, and no other customer is', async () => {
    const name = 'Grace Hopper'
    const [one, other] = [
      await made(inPerson({ customer: { name } })),
      await made(inPerson({ customer: { name } })),
    ]
    await settled()
    expect(await eraseCustomer(shop, { email: one, by: BY })).toMatchObject({ kind: 'erased', orders: 1 })
    expect((await found(one)).customer.name).toBe('')
    expect((await found(other)).customer.name).toBe(name)
    expect(await eraseCustomer(shop, { email: one, by: BY })).toEqual({ kind: 'nothing-stored' })
    const withAddress = await made(asked())
    expect(await eraseCustomer(shop, { email: withAddress, by: BY })).toEqual({ kind: 'nothing-stored' })
  })
})
