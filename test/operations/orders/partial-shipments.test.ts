import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { findLineProgress } from '#db/refunds/fulfilment-status.ts'
import type { Product } from '#domain/catalog/product.ts'
import { toRefundId } from '#domain/ids.ts'
import type { LineUnits } from '#domain/orders/fulfilment.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { changeItems } from '#operations/orders/change-items.ts'
import { changeTracking } from '#operations/orders/change-tracking.ts'
import { exportOrders, orderColumns } from '#operations/orders/export-orders.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { listOrders } from '#operations/orders/list-orders.ts'
import { resendMail } from '#operations/orders/resend-mail.ts'
import { undoFulfilment } from '#operations/orders/undo-fulfilment.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, BY, orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const SECOND = { ...TRACKING, trackingNumber: 'CP 2', trackingLink: 'https://track.example/CP2' }
const EVERYTHING = { q: '', from: '', to: '', page: 1 } as const

describeOnEachDatabase('an order that is sent in parts', (open) => {
  afterEach(async () => expect(await findLedgerDifferences(open().db)).toEqual([]))

  let shop: TestShop
  let product: Product
  let sock: Product
  const { found, seen, settled, refundOf, stateOf, subjects } = orderDesk(() => ({ shop, product }))

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie())
    sock = await shop.catalog.add(hoodie({ name: 'Crew Sock' }))
  })

  /** A paid order of two hoodies and one sock. */
  async function paid(): Promise<string> {
    const request = orderFor([product, sock], [one(product, 'M', 2), one(sock)])
    const { clientSecret, orderNumber } = await place(shop, request)
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await settled()
    shop.mails.length = 0
    return orderNumber
  }
  const units = (position: number, quantity = 1): LineUnits => ({ position, quantity })
  const send = async (number: string, items?: LineUnits[], tracking = TRACKING) =>
    fulfilOrder(shop, { ...(await seen(number)), ...tracking, items })
  const undo = async (number: string, shipment: number) =>
    undoFulfilment(shop, { ...(await seen(number)), shipment, reason: 'A mistake' })
  const refund = async (number: string, ...items: (LineUnits & { sent?: number })[]) =>
    refundOrder(
      shop,
      await refundOf(number, {
        refundId: toRefundId(randomUUID()),
        amount: { items, shipping: false },
        restock: items,
      }),
    )
  const standings = async (number: string) =>
    (await findLineProgress(shop.database.db, (await found(number)).id)).map(
      ({ shipped, removed, open: left }) => `${shipped} sent, ${removed} removed, ${left} open`,
    )
  const statusOf = async (number: string) => {
    const { state, fulfilment } = await found(number)
    return `${state}, ${fulfilment}`
  }
  const toFulfil = async () =>
    (await listOrders(shop, { ...EVERYTHING, state: 'to-fulfil' })).rows.map(({ number }) => number)
  const stockOf = async ({ id }: Product) => (await shop.catalog.find(id))?.stock

  test('waits to be fulfilled until all of it is sent, and each mail says what is in its parcel', async () => {
    const number = await paid()
    expect(await send(number, [units(0)])).toEqual({ kind: 'fulfilled' })
    await settled()
    expect(await statusOf(number)).toBe('paid, partially-fulfilled')
    expect(await toFulfil()).toEqual([number])
    const [first] = shop.mails
    expect(subjects()).toEqual([`ada: Part of your Redemption order ${number} is on its way`])
    expect(first?.text).toContain(
      'The rest will follow in another parcel: 1 x Emblem Hoodie, M; 1 x Crew Sock, M.',
    )
    expect(first?.text).toMatch(/1x Emblem Hoodie \(Size: M\)/)
    expect(first?.text).toContain(TRACKING.trackingLink)
    expect(first?.text).not.toContain('1x Crew Sock')

    expect(await send(number, undefined, SECOND)).toEqual({ kind: 'fulfilled' })
    await settled()
    expect(await statusOf(number)).toBe('fulfilled, fulfilled')
    expect(await toFulfil()).toEqual([])
    expect((await found(number)).shipments).toMatchObject([
      { number: 1, by: BY, ...TRACKING, units: [units(0)] },
      { number: 2, by: BY, ...SECOND, units: [units(0), units(1)] },
    ])
    const last = shop.mails[1]
    expect(subjects()[1]).toBe(`ada: The rest of your Redemption order ${number} is on its way`)
    expect(last?.text).toContain('This parcel completes your order.')
    expect(last?.text).toContain('1x Crew Sock (Size: M)')
    expect(last?.text).toContain(SECOND.trackingLink)
    expect(await send(number)).toEqual({ kind: 'not-possible', state: 'fulfilled' })
    await settled()
    expect(shop.mails).toHaveLength(2)
    expect(await stockOf(product)).toBe(8)
  })

  test('has mails that each name their parcel, even when the next parcel was sent before they were', async () => {
    const number = await paid()
    await send(number, [units(0, 2)])
    await send(number, [units(1)], SECOND)
    await settled()
    // They may be sent at the same time.
    const [part = '', rest = ''] = shop.mails.map(({ text }) => text).toSorted()
    expect(part).toContain('The rest will follow in another parcel: 1 x Crew Sock, M.')
    expect(rest).toContain('This parcel completes your order.')
    expect(new Set(shop.mails.map(({ id }) => id)).size).toBe(2)
  })

  test('is never sent twice: of two members who send the same units, one must reload', async () => {
    const number = await paid()
    const change = { ...(await seen(number)), ...TRACKING, items: [units(1)] }
    const outcomes = await Promise.all([fulfilOrder(shop, change), fulfilOrder(shop, change)])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['changed-meanwhile', 'fulfilled'])
    expect(await standings(number)).toEqual(['0 sent, 0 removed, 2 open', '1 sent, 0 removed, 0 open'])
    expect(await send(number, [units(1)])).toEqual({ kind: 'not-open' })
    expect(await send(number, [units(0, 3)])).toEqual({ kind: 'not-open' })
    expect(await send(number, [units(7)])).toEqual({ kind: 'not-open' })
    expect(await send(number, [])).toEqual({ kind: 'nothing-to-ship' })
    await settled()
    expect(shop.mails).toHaveLength(1)
  })

  test('is complete once the rest is refunded, and the rest is back in stock', async () => {
    const number = await paid()
    await send(number, [units(0)])
    expect(await refund(number, units(0), units(1))).toEqual({ kind: 'requested' })
    expect(await statusOf(number)).toBe('fulfilled, fulfilled')
    expect(await toFulfil()).toEqual([])
    expect({ hoodies: await stockOf(product), socks: await stockOf(sock) }).toEqual({ hoodies: 9, socks: 10 })
    await settled()
    expect(await statusOf(number)).toBe('refunded-in-part, fulfilled')
    expect(await standings(number)).toEqual(['1 sent, 1 removed, 0 open', '0 sent, 1 removed, 0 open'])
    expect(await send(number)).toEqual({ kind: 'not-possible', state: 'refunded-in-part' })
  })

  test('still has its open units to send when a unit that was sent is returned', async () => {
    const number = await paid()
    await send(number, [units(0)])
    expect(await refund(number, { ...units(0), sent: 1 })).toEqual({ kind: 'requested' })
    await settled()
    expect(await standings(number)).toEqual(['1 sent, 0 removed, 1 open', '0 sent, 0 removed, 1 open'])
    expect(await statusOf(number)).toBe('refunded-in-part, partially-fulfilled')
    expect(await toFulfil()).toEqual([number])
    const view = await findOrderView(shop, number, PERMISSIONS)
    expect(view?.lines[0]).toMatchObject({ left: 1, leftSent: 0, shipped: 1, open: 1 })
    expect(view?.refundable?.lines.map(({ sent }) => sent)).toEqual([0, 0])
    expect(await refund(number, { ...units(0), sent: 1 })).toEqual({ kind: 'too-many-units' })
    await send(number)
    expect(await statusOf(number)).toBe('refunded-in-part, fulfilled')
  })

  test('has the rest to send again when its refund fails and staff accept the order', async () => {
    const number = await paid()
    await send(number, [units(0, 2)])
    const repair = shop.gateway.transport.disturb('refund', async () => {
      throw new GatewayError('The card account is closed.', false)
    })
    await refundOrder(shop, await refundOf(number, { amount: { items: [units(1)], shipping: false } }))
    expect(await statusOf(number)).toBe('fulfilled, fulfilled')
    await settled()
    repair()
    shop.failures.length = 0
    expect(await statusOf(number)).toBe('needs-attention, partially-fulfilled')
    await resolveAttention(shop, { ...(await seen(number)), outcome: 'stands', note: '' })
    expect(await statusOf(number)).toBe('paid, partially-fulfilled')
    expect(await toFulfil()).toEqual([number])
    await send(number)
    expect(await statusOf(number)).toBe('fulfilled, fulfilled')
  })

  test('of which every item was refunded does not wait to be sent', async () => {
    const number = await paid()
    await refund(number, units(0, 2), units(1))
    expect(await toFulfil()).toEqual([])
    expect(await statusOf(number)).toBe('paid, nothing-to-fulfil')
    await settled()
    expect(await statusOf(number)).toBe('refunded-in-part, nothing-to-fulfil')
    expect(await toFulfil()).toEqual([])
  })

  test('has each parcel undone separately, with its mail', async () => {
    const number = await paid()
    await send(number, [units(0)])
    await settled()
    await send(number, undefined, SECOND)
    expect(await undo(number, 2)).toEqual({ kind: 'fulfilment-undone' })
    await settled()
    expect(subjects()).toHaveLength(1)
    expect(await statusOf(number)).toBe('paid, partially-fulfilled')
    expect(await undo(number, 2)).toEqual({ kind: 'unknown-shipment' })
    await send(number, [units(1)], SECOND)
    expect((await found(number)).shipments.map((shipment) => shipment.number)).toEqual([1, 3])
    expect(await undo(number, 1)).toEqual({ kind: 'fulfilment-undone' })
    expect(await standings(number)).toEqual(['0 sent, 0 removed, 2 open', '1 sent, 0 removed, 0 open'])
    const view = await findOrderView(shop, number, PERMISSIONS)
    expect(view?.history.slice(0, 2).map(({ words }) => words)).toEqual([
      'Marked parcel 1 as not sent (A mistake)',
      'Sent parcel 3: 1 x Crew Sock, M, with Canada Post, tracking number CP 2',
    ])
    const mail = view?.mails.find(({ state, name }) => state === 'sent' && name.startsWith('Order on'))
    expect(await resendMail(shop, { number, mailId: mail?.id ?? 0, ...ADA_AS_OWNER })).toMatchObject({
      kind: 'not-possible',
    })
  })

  test('has the tracking of one parcel corrected, and the mail names its items', async () => {
    const number = await paid()
    await send(number, [units(0, 2)])
    await send(number, undefined, SECOND)
    await settled()
    shop.mails.length = 0
    const corrected = { ...SECOND, trackingNumber: 'CP 3' }
    const change = { ...(await seen(number)), ...corrected, tellCustomer: true }
    expect(await changeTracking(shop, { ...change, shipment: 9 })).toEqual({ kind: 'unknown-shipment' })
    expect(await changeTracking(shop, { ...change, shipment: 2 })).toEqual({ kind: 'tracking-changed' })
    await settled()
    expect((await found(number)).shipments).toMatchObject([TRACKING, corrected])
    expect(shop.mails[0]?.text).toContain('The tracking for this parcel of order')
    expect(shop.mails[0]?.text).toContain('1x Crew Sock (Size: M)')
    expect(shop.mails[0]?.text).not.toContain('Emblem Hoodie')
  })

  test('has the items changed that are still to be sent, and no others', async () => {
    const number = await paid()
    await send(number, [units(0)])
    const change = async (position: number, quantity: number) =>
      changeItems(shop, {
        ...(await seen(number)),
        change: { position, quantity, to: { productId: product.id, size: 'S', quantity } },
        difference: 0,
      })
    expect(await change(0, 2)).toEqual({ kind: 'units-not-open' })
    expect(await change(0, 1)).toEqual({ kind: 'items-changed' })
    expect(await change(0, 1)).toEqual({ kind: 'units-not-open' })
    expect(
      (await findLineProgress(shop.database.db, (await found(number)).id)).map(({ open: left }) => left),
    ).toEqual([0, 1, 1])
    await send(number, undefined, SECOND)
    expect(await stateOf(number)).toBe('fulfilled')
  })

  test('is neither cancelled nor exported as fulfilled, and its lines say how much was sent', async () => {
    const number = await paid()
    await send(number, [units(0)])
    expect(await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })).toEqual({
      kind: 'partly-sent',
    })
    const columns = ['Tracking number', 'Fulfilled', 'Quantity sent'].map((name) =>
      orderColumns().indexOf(name),
    )
    const exported = async () => {
      const rows = (await Array.fromAsync(exportOrders(shop, { ...EVERYTHING, state: '' }))).flat()
      return rows.map((row) => columns.map((at) => row[at]))
    }
    expect(await exported()).toEqual([
      ['CP 1', null, 1],
      ['CP 1', null, 0],
    ])
    await send(number, undefined, SECOND)
    expect(await exported()).toEqual([
      ['CP 1; CP 2', new Date(shop.now()).toISOString(), 2],
      ['CP 1; CP 2', new Date(shop.now()).toISOString(), 1],
    ])
    expect(await stateOf(number)).toBe('fulfilled')
  })
})
