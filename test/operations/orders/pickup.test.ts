import { beforeEach, expect, test } from 'vitest'
import type { Product } from '#domain/catalogue/product.ts'
import { DEFAULT_SHIPPING, type ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import { UNDO_FULFILMENT_MS } from '#domain/orders/fulfilment.ts'
import { cents } from '#domain/money.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { changeTracking } from '#operations/orders/change-tracking.ts'
import { exportOrders, ORDER_COLUMNS } from '#operations/orders/export-orders.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { countOrderTabs, listOrders } from '#operations/orders/list-orders.ts'
import { pickUpOrder, undoPickup } from '#operations/orders/pickup/pick-up-order.ts'
import { undoFulfilment } from '#operations/orders/undo-fulfilment.ts'
import { fulfilParcels } from '#operations/packing/fulfil-parcels.ts'
import { previewTracking } from '#operations/packing/preview-tracking.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { saveSetting } from '#operations/settings/save-setting.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const NO_TRACKING = { carrier: '', trackingNumber: '', trackingLink: '' }
const ALL = { q: '', state: '', from: '', to: '', page: 1 } as const
const PICKUP_ONLY: ShippingTariff = {
  ...DEFAULT_SHIPPING,
  pickupPlace: '12 Broadway Ave',
  zones: DEFAULT_SHIPPING.zones.map((zone) => ({
    ...zone,
    methods: zone.methods.map((method) => ({
      ...method,
      id: 'pickup',
      name: 'Pickup in Saskatoon',
      kind: 'pickup' as const,
      steps: [],
    })),
  })),
}

describeOnEachDatabase('an order for pickup', (open) => {
  let shop: TestShop
  let product: Product
  const { found, seen, settled, subjects, refundOf, stateOf } = orderDesk(() => ({ shop, product }))

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie({ stock: 100 }))
    await shop.identity.addMember(ADA)
    const [member] = await shop.identity.people.list()
    const editor = { memberId: member!.id, permissions: PERMISSIONS }
    const saved = await saveSetting(shop, SHIPPING, { version: 0, value: PICKUP_ONLY }, editor)
    expect(saved.kind).toBe('saved')
  })

  async function paid(): Promise<string> {
    const order = orderFor([product], [one(product, 'M', 2)], { shippingMethod: 'pickup' })
    const { items, customer: destination } = order
    const { totals } = await previewCart(shop, { items, destination, shippingMethod: 'pickup' })
    const { clientSecret, orderNumber } = await place(shop, { ...order, amount: totals.total })
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await settled()
    shop.mails.length = 0
    return orderNumber
  }
  const ready = async () => {
    const number = await paid()
    expect(await fulfilOrder(shop, { ...(await seen(number)), ...NO_TRACKING })).toEqual({
      kind: 'fulfilled',
    })
    await settled()
    shop.mails.length = 0
    return number
  }
  const pickUp = async (number: string, tellCustomer = false) =>
    pickUpOrder(shop, { ...(await seen(number)), tellCustomer })
  const undo = async (number: string) =>
    undoPickup(shop, { ...(await seen(number)), reason: 'Another order' })
  const view = async (number: string) => (await findOrderView(shop, number, PERMISSIONS))!
  const newestWords = async (number: string) => (await view(number)).history[0]?.words
  const cell = async (number: string, column: string) => {
    for await (const rows of exportOrders(shop, ALL)) {
      const row = rows.find(([order]) => order === number)
      if (row) return row[ORDER_COLUMNS.indexOf(column)]
    }
    return expect.fail('The export lacks the order')
  }
  const waiting = async () => (await countOrderTabs(shop, 9))['ready-for-pickup']

  test('is ready, waits in a list of its own, and is picked up at last, without a mail', async () => {
    const number = await ready()
    expect(await waiting()).toBe(1)
    expect((await listOrders(shop, { ...ALL, state: 'ready-for-pickup' })).rows).toMatchObject([{ number }])
    expect((await view(number)).may).toMatchObject({ 'pick-up': true, tracking: false })
    expect(await cell(number, 'State')).toBe('Ready for pickup')

    const version = await seen(number)
    expect(await pickUp(number)).toEqual({ kind: 'picked-up-now' })
    expect(await pickUpOrder(shop, { ...version, tellCustomer: false })).toEqual({
      kind: 'changed-meanwhile',
    })
    expect(await pickUp(number)).toEqual({ kind: 'not-possible', state: 'fulfilled' })
    await settled()
    expect(shop.mails).toEqual([])
    expect(await waiting()).toBe(0)
    expect(await newestWords(number)).toBe('Handed the order over to the customer')
    expect(await cell(number, 'State')).toBe('Picked up')
    expect(await cell(number, 'Delivery')).toBe('Pickup')
    expect(await cell(number, 'Picked up')).toBe(new Date((await found(number)).pickedUpAt!).toISOString())
    expect(await stateOf(number)).toBe('fulfilled')
  })

  test('tells the customer on request, once, and not when it is undone first', async () => {
    const number = await ready()
    await pickUp(number, true)
    expect(await undo(number)).toEqual({ kind: 'pickup-undone' })
    await settled()
    expect(shop.mails).toEqual([])
    expect(await newestWords(number)).toBe(
      'Marked the order as not picked up (Another order); its email was withdrawn',
    )
    expect(await waiting()).toBe(1)
    await pickUp(number, true)
    await settled()
    expect(subjects()).toEqual([`ada: You've picked up your Redemption order ${number}`])
    expect((await view(number)).mails[0]).toMatchObject({ name: 'Picked up', state: 'sent' })
    expect(shop.mails[0]?.text).not.toMatch(/parcel|track|ship|deliver/i)
  })

  test('is undone for seven days, and stays ready meanwhile', async () => {
    const number = await ready()
    await pickUp(number)
    const change = { ...(await seen(number)), shipment: 1, reason: 'Not packed' }
    expect(await undoFulfilment(shop, change)).toEqual({ kind: 'picked-up' })
    shop.pass(UNDO_FULFILMENT_MS)
    expect(await undo(number)).toEqual({ kind: 'too-late' })
    expect((await view(number)).may['undo-pickup']).toBe(false)
  })

  test('is picked up only when all of it is ready', async () => {
    const number = await paid()
    expect(await pickUp(number)).toEqual({ kind: 'not-possible', state: 'paid' })
    const items = [{ position: 0, quantity: 1 }]
    await fulfilOrder(shop, { ...(await seen(number)), ...NO_TRACKING, items })
    expect(await newestWords(number)).toMatch(/^Marked 1 x .+ as ready for pickup$/)
    expect(await pickUp(number)).toEqual({ kind: 'not-possible', state: 'paid' })
    await settled()
    const mails = (await view(number)).mails.map(({ name }) => name)
    expect(mails).toContain('Ready for pickup')
    expect(mails.join()).not.toContain('parcel')
  })

  test('that is partly refunded says so beside, and can still be picked up', async () => {
    const number = await ready()
    await refundOrder(shop, await refundOf(number, { amount: cents(10_00) }))
    await settled()
    expect(await waiting()).toBe(1)
    expect(await pickUp(number)).toEqual({ kind: 'picked-up-now' })
    expect(await view(number)).toMatchObject({ state: 'refunded-in-part', pickedUp: expect.anything() })
    expect(await waiting()).toBe(0)
  })

  test('takes no tracking, wherever it is typed', async () => {
    const number = await paid()
    const kind = 'tracked-pickup'
    expect(await fulfilOrder(shop, { ...(await seen(number)), ...TRACKING })).toEqual({ kind })
    const [row] = await previewTracking(shop, `${number}, CP 1`)
    expect(row?.problem).toBe('pickup')
    const parcel = { number, carrier: '', trackingNumber: 'CP 1' }
    expect(await fulfilParcels(shop, { ...ADA_AS_OWNER, parcels: [parcel] })).toEqual({
      kind: 'refused',
      refused: [{ number, obstacle: 'pickup' }],
    })
    const untracked = { ...parcel, trackingNumber: '' }
    expect(await fulfilParcels(shop, { ...ADA_AS_OWNER, parcels: [untracked] })).toMatchObject({
      fulfilled: 1,
    })
    const change = { ...(await seen(number)), shipment: 1, ...TRACKING, tellCustomer: true }
    expect(await changeTracking(shop, change)).toEqual({ kind: 'not-possible', state: 'fulfilled' })
  })

  test('that is cancelled says that there is nothing to pick up', async () => {
    const number = await paid()
    await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    await settled()
    const text = shop.mails.map((mail) => mail.text).join()
    expect(text).toContain('there is nothing to pick up')
    expect(text).not.toContain('nothing will be sent')
  })
})
