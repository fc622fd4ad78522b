import { expect, test } from 'vitest'
import { writeItemCode } from '#db/packing/item-codes.ts'
import type { Product } from '#domain/catalog/product.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { carrierRows } from '#operations/packing/carrier-file.ts'
import { fulfilParcels } from '#operations/packing/fulfil-parcels.ts'
import { previewTracking } from '#operations/packing/preview-tracking.ts'
import { readPackingOrder } from '#operations/packing/read-packing-order.ts'
import { readBatch } from '#operations/packing/read-batch.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { slipView } from '#web/views/packing/slip-view.server.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, orderDesk, TRACKING, TWO_HOODIES } from '#test/support/order-desk.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

const UNKNOWN = 'R-0000-0000'

describeOnEachDatabase('a batch of orders', (open) => {
  let shop: TestShop
  let product: Product
  const { placed, paid, found, seen, settled, refundOf, stateOf, historyOf, subjects } = orderDesk(() => ({
    shop,
    product,
  }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: null }))

  const parcel = (number: string, trackingNumber = '', carrier = '') => ({ number, trackingNumber, carrier })
  const fulfil = (...parcels: ReturnType<typeof parcel>[]) =>
    fulfilParcels(shop, { parcels, ...ADA_AS_OWNER })

  test('has the chosen orders that can be packed, and names the others with the reason', async () => {
    const first = await paid()
    shop.pass(1_000)
    const { orderNumber: unpaid } = await placed()
    const sent = await paid()
    await fulfilOrder(shop, { ...sent, ...TRACKING })
    const cancelled = await paid()
    await cancelOrder(shop, { ...cancelled, restock: true, reason: '' })
    await settled()
    const last = await paid()
    const waiting = await paid()
    await refundOrder(shop, await refundOf(waiting.number, { amount: TWO_HOODIES }))
    const numbers = [last, first, sent, cancelled, waiting, first].map(({ number }) => number)
    const batch = await readBatch(shop, { numbers: [...numbers, unpaid, UNKNOWN] })
    expect(batch.orders.map(({ number }) => number)).toEqual([first.number, last.number])
    expect(Object.fromEntries(batch.leftOut.map(({ number, obstacle }) => [number, obstacle]))).toEqual({
      [UNKNOWN]: 'unknown',
      [unpaid]: 'pending',
      [sent.number]: 'fulfilled',
      [cancelled.number]: 'cancelled',
      [waiting.number]: 'waiting',
    })
  })

  test('leaves out what was returned to stock, and knows bin and barcode of a size', async () => {
    const { number } = await paid()
    await writeItemCode(shop.database.db, {
      productId: product.id,
      size: 'M',
      bin: 'A1',
      barcode: '0123',
      sku: '',
    })
    await refundOrder(shop, await refundOf(number, { restock: [{ position: 0, quantity: 1 }] }))
    await settled()
    const { orders } = await readBatch(shop, { numbers: [number] })
    expect(orders[0]?.items).toMatchObject([
      { name: 'Emblem Hoodie', size: 'M', quantity: 1, bin: 'A1', barcode: '0123' },
    ])
  })

  test('is fulfilled in one step, each order with its tracking number and its mail', async () => {
    const [one, two] = [await paid(), await paid()]
    const parcels = [parcel(two.number, 'CP2', 'Canada Post'), parcel(one.number)]
    expect(await fulfil(...parcels)).toEqual({ kind: 'fulfilled', fulfilled: 2, already: 0, added: 0 })
    await settled()
    expect(await found(two.number)).toMatchObject({
      state: 'fulfilled',
      shipments: [{ carrier: 'Canada Post', trackingNumber: 'CP2' }],
    })
    expect(await stateOf(one.number)).toBe('fulfilled')
    expect(subjects().toSorted()).toEqual(
      [one, two].map(({ number }) => `ada: Your Redemption order ${number} is on its way`).toSorted(),
    )
    expect(await fulfil(...parcels)).toEqual({ kind: 'fulfilled', fulfilled: 0, already: 2, added: 0 })
    await settled()
    expect(shop.mails).toHaveLength(2)
    expect((await historyOf(one.number)).filter((kind) => kind === 'fulfilled')).toHaveLength(1)
  })

  test('has only what is still to be sent, and fulfils the rest of an order that was sent in part', async () => {
    const { number } = await paid()
    const first = { ...TRACKING, items: [{ position: 0, quantity: 1 }] }
    await fulfilOrder(shop, { ...(await seen(number)), ...first })
    await settled()
    const { orders, leftOut } = await readBatch(shop, { numbers: [number] })
    expect({ leftOut, items: orders[0]?.items }).toMatchObject({
      leftOut: [],
      items: [{ quantity: 1, shipped: 1 }],
    })
    expect(slipView(shop, orders[0]!, 'CA')).toMatchObject({ units: 1, sentBefore: 1, isToBeSent: true })
    const columns = [{ heading: 'What', cell: { field: 'contents' } }] as const
    expect(carrierRows(orders, columns)).toEqual([['1 x Emblem Hoodie, M']])
    // The tracking numbers of the first parcel, submitted again, do not send the rest.
    expect(await fulfil(parcel(number, TRACKING.trackingNumber))).toEqual({
      kind: 'fulfilled',
      fulfilled: 0,
      already: 1,
      added: 0,
    })
    expect(await previewTracking(shop, `${number},${TRACKING.trackingNumber}`)).toMatchObject([
      { problem: 'sent' },
    ])
    expect(await fulfil(parcel(number, 'CP2'))).toEqual({
      kind: 'fulfilled',
      fulfilled: 1,
      already: 0,
      added: 0,
    })
    await settled()
    expect(await found(number)).toMatchObject({
      state: 'fulfilled',
      shipments: [{ trackingNumber: 'CP 1' }, { trackingNumber: 'CP2' }],
    })
    expect(subjects()[1]).toBe(`ada: The rest of your Redemption order ${number} is on its way`)
    const sent = await readPackingOrder(shop, number)
    expect(slipView(shop, sent!, 'CA')).toMatchObject({ units: 2, isToBeSent: false })
  })

  test('leaves out an order of which nothing is left to send', async () => {
    const { number } = await paid()
    const all = { items: [{ position: 0, quantity: 2 }], shipping: false }
    await refundOrder(shop, await refundOf(number, { amount: all }))
    await settled()
    const { orders, leftOut } = await readBatch(shop, { numbers: [number] })
    expect({ orders, leftOut }).toEqual({ orders: [], leftOut: [{ number, obstacle: 'nothing-open' }] })
  })

  test('is fulfilled as a whole or not at all', async () => {
    const [one, other] = [await paid(), await paid()]
    await fulfilOrder(shop, { ...other, ...TRACKING })
    await settled()
    shop.mails.length = 0
    const parcels = [parcel(one.number, 'CP2'), parcel(other.number, 'CP3'), parcel(UNKNOWN)]
    const outcome = await fulfil(...parcels)
    expect(
      outcome.kind === 'refused' && outcome.refused.toSorted((a, b) => (a.number < b.number ? -1 : 1)),
    ).toEqual(
      [
        { number: UNKNOWN, obstacle: 'unknown' },
        { number: other.number, obstacle: 'fulfilled' },
      ].toSorted((a, b) => (a.number < b.number ? -1 : 1)),
    )
    await settled()
    expect(await stateOf(one.number)).toBe('paid')
    expect(shop.mails).toEqual([])
  })

  test('that overlaps with another, fulfilled at the same moment, sends one mail for each order', async () => {
    const orders = [await paid(), await paid(), await paid()].map(({ number }) => parcel(number))
    const outcomes = await Promise.all([fulfil(...orders), fulfil(...orders.toReversed())])
    const sums = outcomes.map((outcome) => (outcome.kind === 'fulfilled' ? outcome.fulfilled : outcome))
    expect(sums.toSorted()).toEqual([0, 3])
    await settled()
    expect(shop.mails).toHaveLength(3)
  })

  test('a number that comes after its parcel was sent is added to it and mailed once, with the carrier and link that it tells', async () => {
    const [late, tracked] = [await paid(), await paid()]
    await fulfil(parcel(late.number), parcel(tracked.number, 'CP2', 'Canada Post'))
    await settled()
    shop.mails.length = 0
    const label = '1Z999AA10123456784'
    expect(await previewTracking(shop, `${late.number},${label}`)).toMatchObject([
      { problem: null, isLate: true },
    ])
    expect(await previewTracking(shop, `${tracked.number},CP3`)).toMatchObject([
      { problem: 'fulfilled', isLate: false },
    ])
    const added = { kind: 'fulfilled', fulfilled: 0, already: 0, added: 1 }
    expect(await fulfil(parcel(late.number, label))).toEqual(added)
    await settled()
    const link = `https://www.ups.com/track?tracknum=${label}`
    expect((await found(late.number)).shipments).toMatchObject([
      { carrier: 'UPS', trackingNumber: label, trackingLink: link },
    ])
    expect(shop.mails).toHaveLength(1)
    expect(shop.mails[0]?.text).toContain(link)
    expect(await fulfil(parcel(late.number, label))).toEqual({ ...added, already: 1, added: 0 })
    await settled()
    expect(shop.mails).toHaveLength(1)
  })

  test('the preview of tracking numbers names the problem of each row', async () => {
    const [one, sent] = [await paid(), await paid()]
    await fulfilOrder(shop, { ...sent, ...TRACKING })
    const { orderNumber: unpaid } = await placed()
    const rows = await previewTracking(
      shop,
      [
        `${one.number}\tCP2`,
        `${one.number}\tCP9`,
        `${sent.number}\tCP3`,
        `${sent.number.toLowerCase()}\t${TRACKING.trackingNumber}x`,
        `${unpaid}\tCP5`,
        `${UNKNOWN}\tCP6`,
        'Ada\tCP7',
      ].join('\n'),
    )
    expect(rows.map(({ problem }) => problem)).toEqual([
      null,
      'doubled-order',
      'fulfilled',
      'doubled-order',
      'pending',
      'unknown',
      'no-order',
    ])
    const again = await previewTracking(shop, `${sent.number},${TRACKING.trackingNumber}`)
    expect(again).toMatchObject([{ customer: 'Ada Prairie', problem: 'sent' }])
    expect((await seen(one.number)).version).toBe(one.version)
  })

  test('the carrier file has a row per order, with contents and value', async () => {
    const { number } = await paid()
    const { orders } = await readBatch(shop, { numbers: [number] })
    const columns = [
      { heading: 'Reference', cell: { field: 'order' } },
      { heading: 'Weight', cell: { text: '0.5' } },
      { heading: 'What', cell: { field: 'contents' } },
      { heading: 'Value', cell: { field: 'value' } },
      { heading: 'To', cell: { field: 'country-name' } },
    ] as const
    expect(carrierRows(orders, columns)).toEqual([
      [number, '0.5', '2 x Emblem Hoodie, M', '236.00', 'Canada'],
    ])
  })
})
