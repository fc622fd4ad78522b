import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import {
  DEFAULT_SHIPPING,
  EVERYWHERE,
  type ShippingTariff,
} from '#domain/checkout/shipping/shipping-tariff.ts'
import { shownPrice } from '#domain/checkout/pricing.ts'
import { findPricedBy } from '#db/orders/priced-by.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { OrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { TAX, type TaxSetting } from '#domain/settings/tax.ts'
import { permissionsOf } from '#domain/staff/permissions.ts'
import type { Customer } from '#domain/orders/order.ts'
import { readShopLocation } from '#operations/settings/read-shop-location.ts'
import { createManualOrder } from '#operations/orders/create-manual-order.ts'
import { priceManualOrder } from '#operations/orders/price-manual-order.ts'
import { changeAddress, priceAddress } from '#operations/orders/change-address.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { currentVersion } from '#operations/settings/current-setting.ts'
import { saveSetting } from '#operations/settings/save-setting.ts'
import { wrongTotals } from '#chaos/audit/wrong-totals.ts'
import { findPackingOrders } from '#db/packing/packing-orders.ts'
import { priceChoice } from '#domain/refunds/refund-price.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { carrierRows } from '#operations/packing/carrier-file.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { labelText } from '#domain/orders/amount-label.ts'
import * as totalWords from '#words/en/totals.ts'
import { dutyNote } from '#words/en/checkout/refusals.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { benchOrder } from '#web/views/packing/bench-order.server.ts'
import { slipView } from '#web/views/packing/slip-view.server.ts'
import type { OrderRequest } from '#operations/checkout/order-request.ts'
import {
  choosing,
  deliverWebhooks,
  gatewayTotals,
  one,
  orderFor,
  ordersByState,
  PAYS,
  place,
  stockOf,
} from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const method = (id: string, price: number, more = {}) => ({
  id,
  name: id,
  kind: 'delivery' as const,
  leastDays: 1,
  mostDays: 3,
  by: 'subtotal' as const,
  steps: [{ upTo: null, price: cents(price) }],
  freeFrom: null,
  ...more,
})
const placeIn = (country: string, region = '') => ({ country, region, postal: [] })
const US = {
  country: 'US',
  terms: 'ddp' as const,
  rates: [{ hsCode: '6109', origin: '', milliPercent: 16_500 }],
  otherMilliPercent: 35_000,
}
const ZONES: ShippingTariff = {
  ...DEFAULT_SHIPPING,
  pickupPlace: '12 Broadway Ave\nMonday to Friday, 10 to 17',
  zones: [
    {
      name: 'Canada',
      places: [placeIn('CA')],
      methods: [
        method('post', 15_00),
        method('express', 40_00),
        method('pickup', 0, { name: 'Pickup in Saskatoon', kind: 'pickup', steps: [] }),
      ],
    },
    { name: 'North', places: [placeIn('CA', 'Nunavut')], methods: [method('plane', 90_00)] },
    { name: 'States', places: [placeIn('US')], methods: [method('air', 30_00)] },
  ],
  duties: [US],
}
const AMERICAN = {
  ...CUSTOMER,
  address: '1 Rodeo Dr',
  city: 'Beverly Hills',
  country: 'US',
  region: 'California',
  postal: '90210',
}

describeOnEachDatabase('Shipping', (open) => {
  let shop: TestShop
  let product: Product

  const { found, seen, settled, refundOf } = orderDesk(() => ({ shop, product }))

  beforeEach(async () => {
    shop = await openTestShop(open())
    await shop.identity.addMember(ADA)
    product = await shop.catalog.add(
      hoodie({ stock: 100, price: cents(80_00), weight: 600, hsCode: '610910', origin: 'CN' }),
    )
  })

  async function set(value: ShippingTariff, version = 0) {
    const [member] = await shop.identity.people.list()
    const editor = {
      memberId: member!.id,
      permissions: permissionsOf('owner'),
      address: '',
      userAgent: '',
    }
    const saved = await saveSetting(shop, SHIPPING, { version, value }, editor)
    expect(saved).toMatchObject({ kind: 'saved', version: version + 1 })
  }
  async function setHome(home: TaxSetting['home'], more: Partial<TaxSetting> = {}) {
    const { version, value } = await currentVersion(shop, TAX)
    const [member] = await shop.identity.people.list()
    const editor = { memberId: member!.id, permissions: permissionsOf('owner'), address: '', userAgent: '' }
    const saved = await saveSetting(shop, TAX, { version, value: { ...value, ...more, home } }, editor)
    expect(saved.kind).toBe('saved')
  }
  const items = (quantity = 1) => [one(product, 'M', quantity)]
  async function request(changes: Partial<OrderRequest> = {}): Promise<OrderRequest> {
    const order = orderFor([product], items(), changes)
    const { customer: destination, choices } = order
    const { totals, duty } = await previewCart(shop, { items: order.items, destination, choices })
    return {
      ...order,
      amount: totals.total,
      shown: shownPrice(totals, dutyNote(duty), totalWords),
      ...changes,
    }
  }

  async function paid(changes: Partial<OrderRequest>) {
    const { clientSecret, orderNumber } = await place(shop, await request(changes))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await settled()
    return orderNumber
  }

  test('an order below the least card charge is refused before anything is written, and so is one that costs nothing', async () => {
    const places = [placeIn(EVERYWHERE)]
    await set({ ...ZONES, zones: [{ name: 'All', places, methods: [method('free', 0)] }], duties: [] })
    const add = (price: number) => shop.catalog.add(hoodie({ price: cents(price), stock: 10 }))
    const [cheap, free, enough] = [await add(48), await add(0), await add(49)]
    const refused = await placeOrder(shop, { ...orderFor([cheap], [one(cheap)]), amount: cents(49) })
    expect(refused).toMatchObject({ kind: 'too-little', least: 50, totals: { total: 49 } })
    const nothing = await placeOrder(shop, { ...orderFor([free], [one(free)]), amount: cents(0) })
    expect(nothing).toMatchObject({ kind: 'nothing-to-pay', totals: { total: 0 } })
    expect(await ordersByState(shop)).toEqual({})
    expect(await stockOf(shop, cheap)).toEqual({ stock: 10, held: 0 })
    const placed = await placeOrder(shop, { ...orderFor([enough], [one(enough)]), amount: cents(50) })
    expect(placed).toMatchObject({ kind: 'placed', totals: { total: 50 } })
    const two = await placeOrder(shop, { ...orderFor([cheap], [one(cheap, 'M', 2)]), amount: cents(98) })
    expect(two).toMatchObject({ kind: 'placed' })
  })

  /** The version of the shipping setting that an order is priced by. */
  const versionOf = async (id: OrderId) =>
    (await findPricedBy(shop.database.db, id, 'UTC')).pricedBy.shippingVersion

  test('by default costs 25 CAD everywhere, without a choice', async () => {
    const preview = await previewCart(shop, { items: items(), destination: AMERICAN })
    expect(preview.shipping.offers).toMatchObject([{ id: 'standard', price: 25_00 }])
    expect(preview).toMatchObject({ problem: null, duty: null })
    const { orderNumber } = await place(shop, await request())
    expect((await found(orderNumber)).shipping).toEqual({
      method: 'standard',
      name: 'Shipping',
      leastDays: 7,
      mostDays: 14,
      duty: null,
    })
  })

  test('has the chosen method, at the price of the preview', async () => {
    await set(ZONES)
    const { orderNumber, totals } = await place(shop, await request(choosing({ shippingMethod: 'express' })))
    expect(totals.adjustments).toContainEqual(
      expect.objectContaining({
        kind: 'shipping',
        label: { kind: 'shipping', name: 'express' },
        amount: 40_00,
      }),
    )
    const order = await found(orderNumber)
    expect(order.shipping).toMatchObject({ method: 'express', name: 'express' })
    expect(await versionOf(order.id)).toBe(1)
    expect(order.delivery).toBe('ship')
  })

  test('by pickup is free, and taxed in Saskatchewan', async () => {
    await set(ZONES)
    const { orderNumber, totals } = await place(shop, await request(choosing({ shippingMethod: 'pickup' })))
    expect(totals.adjustments).toContainEqual(
      expect.objectContaining({
        kind: 'shipping',
        label: { kind: 'own', name: 'Pickup in Saskatoon' },
        amount: 0,
      }),
    )
    expect((await found(orderNumber)).delivery).toBe('pickup')
  })

  test('to a place that no zone serves is refused, whatever method was requested', async () => {
    await set(ZONES)
    const french = { ...CUSTOMER, country: 'FR', region: '', postal: '75001' }
    expect(await previewCart(shop, { items: items(), destination: french })).toMatchObject({
      problem: { type: 'not-served', path: '/customer/country' },
      shipping: { offers: [], method: null },
    })
    expect(await placeOrder(shop, await request({ customer: french }))).toMatchObject({
      kind: 'field-refused',
      problem: { type: 'not-served', path: '/customer/country' },
    })
  })

  test('with a removed method or a new price is shown to the shopper before anything is charged', async () => {
    await set(ZONES)
    const express = await request(choosing({ shippingMethod: 'express' }))
    const [canada, ...others] = ZONES.zones
    const post = { ...canada!, methods: [method('post', 16_00)] }
    await set({ ...ZONES, zones: [post, ...others] }, 1)
    expect(await placeOrder(shop, express)).toMatchObject({
      kind: 'shipping-changed',
      cart: { shipping: { method: { id: 'post', price: 16_00 } } },
    })
    const cheap = await request(choosing({ shippingMethod: 'post' }))
    await set({ ...ZONES, zones: [{ ...post, methods: [method('post', 17_00)] }, ...others] }, 2)
    expect(await placeOrder(shop, cheap)).toMatchObject({ kind: 'amount-differs' })
  })

  test('and duty that make the same total in another way are shown to the shopper before anything is charged', async () => {
    const rated = (price: number, otherMilliPercent: number): ShippingTariff => ({
      ...ZONES,
      zones: [{ name: 'States', places: [placeIn('US')], methods: [method('air', price)] }],
      duties: [{ ...US, rates: [], otherMilliPercent }],
    })
    await set(rated(30_00, 10_000))
    const asked = await request({ customer: AMERICAN })
    await set(rated(22_00, 20_000), 1)
    expect((await request({ customer: AMERICAN })).amount).toBe(asked.amount)
    expect(await placeOrder(shop, asked)).toMatchObject({
      kind: 'amount-differs',
      cart: { totals: { total: asked.amount } },
      tariff: { pricedBy: { shippingVersion: 2 } },
    })
    expect((await gatewayTotals(shop)).payments).toBe(0)
    expect((await placeOrder(shop, await request({ customer: AMERICAN }))).kind).toBe('placed')
  })

  test('with duty that the receiver now has to pay is shown to the shopper, though it is not in the total', async () => {
    await set({ ...ZONES, duties: [] })
    const asked = await request({ customer: AMERICAN })
    await set({ ...ZONES, duties: [{ ...US, terms: 'dap' }] }, 1)
    expect(await placeOrder(shop, asked)).toMatchObject({
      kind: 'amount-differs',
      cart: { totals: { total: asked.amount } },
    })
    expect((await placeOrder(shop, await request({ customer: AMERICAN }))).kind).toBe('placed')
  })

  test('to the US collects the duty at checkout (DDP), or leaves it to the receiver (DAP)', async () => {
    await set(ZONES)
    const ddp = await place(shop, await request({ customer: AMERICAN }))
    expect(ddp.totals.adjustments).toContainEqual(
      expect.objectContaining({ kind: 'duty', label: { kind: 'duty' }, amount: 13_20, linePosition: 0 }),
    )
    const order = await found(ddp.orderNumber)
    expect(order.shipping.duty).toBe('ddp')
    expect(order.lines).toMatchObject([{ weight: 600, hsCode: '610910', origin: 'CN' }])
    await set({ ...ZONES, duties: [{ ...US, terms: 'dap' }] }, 1)
    const dap = await place(shop, await request({ customer: AMERICAN }))
    expect(dap.totals.adjustments.some(({ kind }) => kind === 'duty')).toBe(false)
    expect((await found(dap.orderNumber)).shipping.duty).toBe('dap')
  })

  test('and duty are returned by a refund of everything, part by part, to the last cent', async () => {
    await set({ ...ZONES, duties: [{ ...US, otherMilliPercent: 33_333, rates: [] }] })
    const bought = [one(product, 'M', 2), one(product, 'S', 1)]
    const number = await paid({ customer: AMERICAN, items: bought })
    const { total } = await found(number)
    expect(total).toBe(240_00 + 4_80 + 30_00 + 53_33 + 26_67)
    const owner = permissionsOf('owner')
    for (const choice of [
      { items: [{ position: 0, quantity: 1, sent: 0 }], shipping: false },
      { items: [{ position: 1, quantity: 1, sent: 0 }], shipping: true },
      { items: [{ position: 0, quantity: 1, sent: 0 }], shipping: false },
    ]) {
      const { refundable } = (await findOrderView(shop, number, owner))!
      const priced = priceChoice(refundable!, choice)
      const amount = priced.kind === 'priced' ? priced.amount : cents(0)
      await refundOrder(shop, await refundOf(number, { amount, ...choice }))
      await settled()
    }
    expect((await gatewayTotals(shop)).returned).toBe(total)
    expect(await wrongTotals(shop.database.db)).toEqual([])
  })

  test('by pickup has emails that name the place and say that the order is ready, not on its way', async () => {
    await set(ZONES)
    const number = await paid(choosing({ shippingMethod: 'pickup' }))
    const confirmed = shop.mails.find(({ to }) => to.address === CUSTOMER.email)!
    expect(confirmed.text).toContain(
      "We'll email you when it's ready for pickup, usually within 1 to 3 business days.",
    )
    expect(confirmed.text).toContain(
      'Pickup: Pickup in Saskatoon: 12 Broadway Ave, Monday to Friday, 10 to 17',
    )
    expect(confirmed.text).not.toContain(CUSTOMER.postal)
    shop.mails.length = 0
    await fulfilOrder(shop, { ...(await seen(number)), carrier: '', trackingNumber: '', trackingLink: '' })
    await settled()
    expect(shop.mails.map(({ subject }) => subject)).toEqual([
      `[TEST] Your Redemption order ${number} is ready for pickup`,
    ])
    const [slip] = await findPackingOrders(shop.database.db, [number])
    expect(slipView(shop, slip!, 'CA')).toMatchObject({
      isPickup: true,
      shipping: 'Pickup in Saskatoon',
      address: [],
      customs: null,
    })
    expect(carrierRows([slip!], [{ heading: 'order', cell: { field: 'order' } }])).toEqual([])
  })

  test('from a shop elsewhere declares parcels to Canada to customs, and none within its own country', async () => {
    await set(ZONES)
    await setHome({ country: 'US', region: 'California' })
    const { country } = await readShopLocation(shop)
    for (const [customer, isAbroad] of [
      [AMERICAN, false],
      [CUSTOMER, true],
    ] as const) {
      const [order] = await findPackingOrders(shop.database.db, [await paid({ customer })])
      expect(slipView(shop, order!, country).customs !== null).toBe(isAbroad)
      expect(benchOrder(shop, { order: order!, pictures: new Map(), staffNotes: [] }, country).isAbroad).toBe(
        isAbroad,
      )
    }
  })

  test('from a shop elsewhere is estimated for its place, where a pickup is taxed', async () => {
    await set(ZONES)
    await setHome(
      { country: 'CA', region: 'Nunavut' },
      { mode: 'by-destination', registrations: ['gst-hst CA', 'pst CA Saskatchewan'] },
    )
    const preview = await previewCart(shop, { items: items(), destination: null })
    expect(preview.shipping.offers).toMatchObject([{ id: 'plane', price: 90_00 }])
    const collected = await previewCart(shop, {
      items: items(),
      destination: CUSTOMER,
      ...choosing({ shippingMethod: 'pickup' }),
    })
    expect(
      collected.totals.adjustments.map(({ label, amount }) => [labelText(label, totalWords), Number(amount)]),
    ).toEqual([
      ['GST (5%)', 4_00],
      ['Pickup in Saskatoon', 0],
    ])
  })

  test('of an order in person is where the shop is: elsewhere it has no Canadian duty', async () => {
    const duty = { ...US, country: 'CA' }
    await set({ ...ZONES, duties: [duty] })
    await setHome({ country: 'US', region: 'California' })
    const { totals } = await priceManualOrder(shop, {
      lines: [{ productId: product.id, size: 'M', quantity: 1, unitPrice: null, reason: '' }],
      delivery: 'in-person',
      shipping: false,
      shippingMethod: null,
      customer: CUSTOMER,
    })
    expect(totals.adjustments.filter(({ kind }) => kind === 'duty')).toEqual([])
  })

  test('to the US has a packing slip with what customs ask for, for each line and in total', async () => {
    await set(ZONES)
    const number = await paid({ customer: AMERICAN, items: [one(product, 'M', 2)] })
    const [order] = await findPackingOrders(shop.database.db, [number])
    expect(slipView(shop, order!, 'CA').customs).toEqual({
      lines: [
        {
          position: 0,
          contents: `${product.name}, size M`,
          hsCode: '610910',
          origin: 'China',
          quantity: 2,
          weight: '1.2',
          value: 'C$160.00',
        },
      ],
      total: 'C$160.00',
      weight: '1.2',
      terms: 'DDP: duties and taxes are paid by the sender',
    })
    const fields = [
      'weight',
      'hs-codes',
      'origins',
      'item-values',
      'item-weights',
      'duty',
      'shipping',
    ] as const
    const columns = fields.map((field) => ({ heading: field, cell: { field } }))
    expect(carrierRows([order!], columns)).toEqual([['1.2', '610910', 'CN', '160.00', '1.2', 'DDP', 'air']])
  })

  test('of a placed order keeps its method and rates, whatever the setting is now', async () => {
    await set(ZONES)
    const number = await paid(choosing({ shippingMethod: 'express' }))
    const { total } = await found(number)
    const [canada, ...others] = ZONES.zones
    await set({ ...ZONES, zones: [{ ...canada!, methods: [method('other', 99_00)] }, ...others] }, 1)
    const by = { by: ADA.email, permissions: permissionsOf('owner'), number }
    const { email: _email, ...here } = CUSTOMER
    const regina = { ...here, city: 'Regina', postal: 'S4P 3Y2' }
    expect(await priceAddress(shop, { ...by, recipient: regina })).toEqual({
      kind: 'address-priced',
      difference: 0,
    })
    const iqaluit = { ...here, city: 'Iqaluit', region: 'Nunavut', postal: 'X0A 0H0' }
    const priced = await priceAddress(shop, { ...by, recipient: iqaluit })
    expect(priced).toEqual({ kind: 'address-priced', difference: 50_00 })
    const { version } = await found(number)
    const changed = await changeAddress(shop, {
      ...by,
      version,
      recipient: iqaluit,
      difference: 50_00,
      increase: { method: 'waive', words: 'Our mistake' },
    })
    expect(changed).toEqual({ kind: 'address-changed' })
    const moved = await found(number)
    expect(moved.shipping).toMatchObject({ method: 'plane' })
    expect(await versionOf(moved.id)).toBe(1)
    expect(moved.total).toBe(total)
    const paris = { ...here, city: 'Paris', country: 'FR', region: '', postal: '75001' }
    expect(await priceAddress(shop, { ...by, recipient: paris })).toMatchObject({
      kind: 'invalid-address',
      errors: { country: 'The shipping zones of this order don’t cover the address.' },
    })
  })

  test('of an order that staff make can be chosen too, at the price of the checkout', async () => {
    await set(ZONES)
    const asked = {
      lines: [{ productId: product.id, size: 'M' as const, quantity: 1, unitPrice: null, reason: '' }],
      delivery: 'ship' as const,
      shipping: true,
      shippingMethod: 'express' as string | null,
      customer: CUSTOMER as Customer,
    }
    const make = (changes: Partial<typeof asked>, total: number) =>
      createManualOrder(shop, {
        ...asked,
        ...changes,
        orderKey: randomUUID(),
        note: '',
        method: 'cash',
        reference: '',
        total: cents(total),
        by: ADA.email,
        permissions: permissionsOf('owner'),
      })
    const priced = await priceManualOrder(shop, asked)
    expect(priced.offers.map(({ id }) => id)).toEqual(['post', 'express', 'pickup'])
    const preview = { items: items(), destination: CUSTOMER, ...choosing({ shippingMethod: 'express' }) }
    expect(priced.totals).toEqual((await previewCart(shop, preview)).totals)
    const made = await make({}, priced.totals.total)
    const order = await found(made.kind === 'created' ? made.number : '')
    expect(order).toMatchObject({ delivery: 'ship', shipping: { method: 'express' } })
    expect(await versionOf(order.id)).toBe(1)

    const collected = await make({ shippingMethod: 'pickup' }, 81_60)
    expect(await found(collected.kind === 'created' ? collected.number : '')).toMatchObject({
      delivery: 'pickup',
      fulfilment: 'unfulfilled',
      total: 81_60,
    })
    const american = { customer: AMERICAN, shippingMethod: null }
    expect((await priceManualOrder(shop, { ...asked, ...american })).totals.adjustments).toContainEqual(
      expect.objectContaining({ kind: 'duty', amount: 13_20 }),
    )
    expect(await make({ shippingMethod: 'air' }, 96_60)).toEqual({ kind: 'shipping-changed' })
    const french = { ...CUSTOMER, country: 'FR', region: '', postal: '75001' }
    expect(await make({ customer: french }, 81_60)).toEqual({ kind: 'not-served', problem: 'country' })
  })

  test('to everywhere else can be a separate zone', async () => {
    const rest = { name: 'Rest', places: [placeIn(EVERYWHERE)], methods: [method('sea', 60_00)] }
    await set({ ...ZONES, zones: [...ZONES.zones, rest] })
    const french = { ...CUSTOMER, country: 'FR', region: '', postal: '75001' }
    expect((await previewCart(shop, { items: items(), destination: french })).shipping.method?.id).toBe('sea')
  })
})
