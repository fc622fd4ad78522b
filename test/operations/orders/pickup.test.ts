import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { IS_PARTLY_PICKED_UP } from '#db/orders/order-list.ts'
import type { Product } from '#domain/catalog/product.ts'
import { DEFAULT_SHIPPING, type ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import { UNDO_FULFILMENT_MS } from '#domain/orders/fulfilment.ts'
import { orderStateWords, pickupStatus } from '#domain/orders/order.ts'
import { cents } from '#domain/money.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { changeTracking } from '#operations/orders/change-tracking.ts'
import { exportOrders, orderColumns } from '#operations/orders/export-orders.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { countOrderTabs, listOrders } from '#operations/orders/list-orders.ts'
import { pickUpOrder, undoPickup } from '#operations/orders/pickup/pick-up-order.ts'
import { undoFulfilment } from '#operations/orders/undo-fulfilment.ts'
import { fulfilParcels } from '#operations/packing/fulfil-parcels.ts'
import { readBatch } from '#operations/packing/read-batch.ts'
import { previewTracking } from '#operations/packing/preview-tracking.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { saveSetting } from '#operations/settings/save-setting.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { choosing, deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
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
    const order = orderFor([product], [one(product, 'M', 3)], choosing({ shippingMethod: 'pickup' }))
    const { items, customer: destination, choices } = order
    const { totals } = await previewCart(shop, { items, destination, choices })
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
  const makeReady = async (number: string, quantity: number) =>
    fulfilOrder(shop, { ...(await seen(number)), ...NO_TRACKING, items: [{ position: 0, quantity }] })
  const take = async (number: string, quantity: number, tellCustomer = false) => {
    const items = quantity === 0 ? [] : [{ position: 0, quantity }]
    return pickUpOrder(shop, { ...(await seen(number)), items, tellCustomer })
  }
  const undo = async (number: string) =>
    undoPickup(shop, { ...(await seen(number)), reason: 'Another order' })
  const view = async (number: string) => (await findOrderView(shop, number, PERMISSIONS))!
  const newestWords = async (number: string) => (await view(number)).history[0]?.words
  const cell = async (number: string, column: string) => {
    for await (const rows of exportOrders(shop, ALL)) {
      const row = rows.find(([order]) => order === number)
      if (row) return row[orderColumns().indexOf(column)]
    }
    return expect.fail('The export lacks the order')
  }
  const waiting = async () => (await countOrderTabs(shop, 9))['ready-for-pickup']

  test('is ready, waits in a separate list, and is then picked up, without a mail', async () => {
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

  test('emails the customer on request, once, and not when it is undone first', async () => {
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

  test('can be undone for seven days, and stays ready until then', async () => {
    const number = await ready()
    await pickUp(number)
    const change = { ...(await seen(number)), shipment: 1, reason: 'Not packed' }
    expect(await undoFulfilment(shop, change)).toEqual({ kind: 'picked-up' })
    shop.pass(UNDO_FULFILMENT_MS)
    expect(await undo(number)).toEqual({ kind: 'too-late' })
    expect((await view(number)).may['undo-pickup']).toBe(false)
  })

  test('is picked up in parts that are ready, and mails name what is left', async () => {
    const number = await paid()
    expect(await pickUp(number)).toEqual({ kind: 'not-possible', state: 'paid' })
    await makeReady(number, 2)
    expect(await newestWords(number)).toMatch(/^Marked 2 x .+ as ready for pickup$/)
    expect(await waiting()).toBe(1)
    await settled()
    shop.mails.length = 0

    expect(await take(number, 3)).toEqual({ kind: 'not-ready' })
    expect(await take(number, 0)).toEqual({ kind: 'nothing-to-ship' })
    expect(await take(number, 1, true)).toEqual({ kind: 'picked-up-now' })
    await settled()
    expect(await newestWords(number)).toBe(
      `Handed 1 x ${product.name}, M over to the customer, who was emailed`,
    )
    expect(subjects()).toEqual([`ada: You've picked up part of your Redemption order ${number}`])
    expect(shop.mails[0]?.text).toContain(`Ready and waiting for you: 1 x ${product.name}, M.`)
    expect(shop.mails[0]?.text).toContain(`We'll email you when the rest is ready: 1 x ${product.name}, M.`)
    expect(await waiting()).toBe(1)
    expect(await view(number)).toMatchObject({
      pickup: 'partly-picked-up',
      lines: [{ shipped: 2, waiting: 1, open: 1 }],
      pickups: [{ number: 1, items: [{ quantity: 1 }] }],
      may: { 'pick-up': true, 'undo-pickup': true, fulfil: true, 'undo-fulfilment': true },
    })

    expect(await pickUp(number)).toEqual({ kind: 'picked-up-now' })
    expect(await waiting()).toBe(0)
    expect((await view(number)).may['pick-up']).toBe(false)
    expect(await cell(number, 'Picked up')).toBeNull()
    await makeReady(number, 1)
    expect(await waiting()).toBe(1)
    shop.mails.length = 0
    expect(await pickUp(number, true)).toEqual({ kind: 'picked-up-now' })
    await settled()
    expect(subjects()).toContain(`ada: You've picked up the rest of your Redemption order ${number}`)
    expect(await view(number)).toMatchObject({ pickup: 'picked-up', pickups: [{}, {}, { number: 3 }] })
    expect(await cell(number, 'State')).toBe('Picked up')
    expect(shop.mails.map(({ text }) => text).join()).not.toMatch(/parcel|track|ship|deliver/i)
  })

  test('of which the customer has a part is shown as such in lists, filter, export and activity, until they have all', async () => {
    const [member] = await shop.identity.people.list()
    shop.author = { id: member!.id, email: ADA.email, address: '', userAgent: '' }
    const [number, other] = [await ready(), await ready()]
    const partly = async () =>
      (await listOrders(shop, { ...ALL, state: 'partly-picked-up' })).rows.map((row) => row.number)
    const label = async () => {
      const { state, fulfilment, delivery, pickup } = await view(number)
      const words = orderStateWords(state, fulfilment, { delivery, pickup })
      const { rows } = await listOrders(shop, ALL)
      const row = rows.find((one) => one.number === number)!
      const listed = pickupStatus({ ...row, hasPickups: row.hasPickups === 1 })
      expect(orderStateWords(row.state, row.fulfilment, { delivery: row.delivery, pickup: listed })).toBe(
        words,
      )
      return words
    }
    expect({ label: await label(), partly: await partly() }).toEqual({
      label: 'Ready for pickup',
      partly: [],
    })
    await take(number, 1)
    expect({ label: await label(), partly: await partly() }).toEqual({
      label: 'Partly picked up',
      partly: [number],
    })
    expect(await cell(number, 'State')).toBe('Partly picked up')
    expect(await waiting()).toBe(2)
    const { changes } = await shop.database.db
      .selectFrom('audit_events')
      .select('changes')
      .where('subject_id', '=', number)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(changes).toContain('partly-picked-up')
    const { leftOut } = await readBatch(shop, { numbers: [number, other] })
    expect(leftOut.map(({ obstacle }) => obstacle)).toEqual(['partly-picked-up', 'ready'])

    await undo(number)
    expect({ label: await label(), partly: await partly() }).toEqual({
      label: 'Ready for pickup',
      partly: [],
    })
    await take(number, 1)
    await refundOrder(shop, await refundOf(number, { amount: cents(1_00) }))
    await settled()
    expect({ label: await label(), partly: await partly() }).toEqual({
      label: 'Partially refunded, partly picked up',
      partly: [number],
    })
    await pickUp(number)
    expect({ label: await label(), partly: await partly() }).toEqual({
      label: 'Partially refunded, picked up',
      partly: [],
    })
  })

  test('of which only a part was ready and picked up is partly picked up, too', async () => {
    const number = await paid()
    await makeReady(number, 1)
    expect(await cell(number, 'State')).toBe('Paid')
    await pickUp(number)
    expect(await cell(number, 'State')).toBe('Partly picked up')
    expect((await listOrders(shop, { ...ALL, state: 'partly-picked-up' })).rows).toMatchObject([{ number }])
    const query = sql`select orders.id from orders where ${IS_PARTLY_PICKED_UP}
      order by orders.created_at desc, orders.id desc limit 25`
    const plan = await shop.database.db.transaction().execute(async (tx) => {
      if (shop.database.engine === 'sqlite') return (await sql`explain query plan ${query}`.execute(tx)).rows
      await sql`set local enable_seqscan = off`.execute(tx) // the table is small
      return (await sql`explain ${query}`.execute(tx)).rows
    })
    expect(JSON.stringify(plan)).toContain('orders_partly_picked_up')
    expect(JSON.stringify(plan)).not.toMatch(/B-TREE|Sort/)
  })

  test('can have each picked-up part undone, and its email is withdrawn', async () => {
    const number = await paid()
    await makeReady(number, 3)
    await settled()
    shop.mails.length = 0
    await take(number, 1, true)
    await take(number, 2, true)
    expect(await waiting()).toBe(0)
    const undone = { ...(await seen(number)), pickup: 1, reason: 'Wrong size' }
    expect(await undoPickup(shop, undone)).toEqual({ kind: 'pickup-undone' })
    expect(await newestWords(number)).toBe(
      `Marked 1 x ${product.name}, M as not picked up (Wrong size); its email was withdrawn`,
    )
    expect(await undoPickup(shop, { ...undone, ...(await seen(number)) })).toEqual({ kind: 'unknown-pickup' })
    await settled()
    expect(subjects()).toEqual([`ada: You've picked up part of your Redemption order ${number}`])
    expect(await waiting()).toBe(1)
    expect((await view(number)).lines).toMatchObject([{ waiting: 1 }])
    expect(await undo(number)).toEqual({ kind: 'pickup-undone' })
    expect((await view(number)).pickups).toEqual([])
  })

  test('keeps no unit waiting that was refunded before the customer collected it', async () => {
    const number = await ready()
    const items = [{ position: 0, quantity: 1, sent: 1 }]
    await refundOrder(shop, await refundOf(number, { amount: { items, shipping: false }, restock: items }))
    await settled()
    expect((await view(number)).lines).toMatchObject([{ shipped: 3, waiting: 2 }])
    expect(await take(number, 3)).toEqual({ kind: 'not-ready' })
    expect(await pickUp(number)).toEqual({ kind: 'picked-up-now' })
    expect((await view(number)).pickups).toMatchObject([{ items: [{ quantity: 2 }] }])
    expect((await found(number)).pickedUpAt).toBe(shop.now())
    expect(await waiting()).toBe(0)
  })

  test('is over when the customer leaves an item at the counter and is refunded for it', async () => {
    const number = await ready()
    await take(number, 2)
    expect(await waiting()).toBe(1)
    shop.pass(1)
    const items = [{ position: 0, quantity: 1, sent: 1 }]
    await refundOrder(shop, await refundOf(number, { amount: { items, shipping: false }, restock: items }))
    expect((await view(number)).lines).toMatchObject([{ waiting: 0 }])
    expect((await found(number)).pickedUpAt).not.toBeNull()
    expect(await waiting()).toBe(0)
  })

  test('still waits in part when the customer returns an item that was collected earlier', async () => {
    const number = await paid()
    await makeReady(number, 2)
    await take(number, 2)
    shop.pass(1)
    const items = [{ position: 0, quantity: 1, sent: 1 }]
    await refundOrder(shop, await refundOf(number, { amount: { items, shipping: false }, restock: items }))
    shop.pass(1)
    await makeReady(number, 1)
    expect((await view(number)).lines).toMatchObject([{ shipped: 3, waiting: 1 }])
    expect(await take(number, 1)).toEqual({ kind: 'picked-up-now' })
  })

  test('has a part marked as not ready only while the customer has nothing of it', async () => {
    const number = await paid()
    await makeReady(number, 1)
    await makeReady(number, 2)
    await take(number, 2)
    const notReady = async (shipment: number) =>
      undoFulfilment(shop, { ...(await seen(number)), shipment, reason: 'Not packed' })
    expect(await notReady(2)).toEqual({ kind: 'picked-up' })
    expect(await notReady(1)).toEqual({ kind: 'fulfilment-undone' })
    expect((await view(number)).lines).toMatchObject([{ shipped: 2, waiting: 0, open: 1 }])
    expect(await waiting()).toBe(0)
  })

  test.each([1, 2, 3])('loses no unit in any sequence: seed %i', { timeout: 120_000 }, async (seed) => {
    const random = dice(seed)
    const met = new Set<string>()
    const numbers = [await paid(), await paid()]
    const steps = [
      (number: string) => makeReady(number, 1 + random(2)),
      (number: string) => take(number, 1 + random(2), random(2) === 0),
      (number: string) => pickUp(number),
      async (number: string) =>
        undoPickup(shop, { ...(await seen(number)), pickup: 1 + random(3), reason: 'Mistake' }),
      async (number: string) =>
        undoFulfilment(shop, { ...(await seen(number)), shipment: 1 + random(4), reason: 'Mistake' }),
      async (number: string) => {
        const items = [{ position: 0, quantity: 1 }]
        const amount = { items, shipping: false }
        return random(4) === 0 ? refundOrder(shop, await refundOf(number, { amount, restock: items })) : null
      },
    ]
    for (let step = 0; step < 60; step += 1) {
      shop.pass(1)
      const number = numbers[random(2)]!
      met.add((await steps[random(steps.length)]!(number))?.kind ?? '')
      if (step % 10 === 9) await settled()
      let lists = 0
      for (const one of numbers) {
        const order = await found(one)
        const [line] = (await view(one)).lines
        const taken = order.pickups
          .flatMap(({ units }) => units)
          .reduce((sum, unit) => sum + unit.quantity, 0)
        const refunded = order.readyRefunds
          .flatMap(({ units }) => units)
          .reduce((sum, unit) => sum + unit.quantity, 0)
        const gone = line!.shipped - taken - line!.waiting
        expect(gone).toBeGreaterThanOrEqual(0)
        expect(gone).toBeLessThanOrEqual(refunded)
        const isOver = line!.shipped > 0 && line!.waiting === 0 && taken + refunded > 0
        expect(order.pickedUpAt !== null).toBe(isOver)
        const isPartly = taken > 0 && !(order.fulfilment === 'fulfilled' && line!.waiting === 0)
        expect((await view(one)).pickup === 'partly-picked-up').toBe(isPartly)
        const listed = (await listOrders(shop, { ...ALL, state: 'partly-picked-up' })).rows
        const mayBeListed = ['paid', 'fulfilled', 'refunded-in-part'].includes(order.state)
        expect(listed.some(({ number: found }) => found === one)).toBe(isPartly && mayBeListed)
        const isListed = ['paid', 'fulfilled', 'refunded-in-part'].includes(order.state)
        if (isListed && line!.waiting > 0) lists += 1
      }
      expect(await waiting()).toBe(lists)
    }
    expect([...met]).toEqual(
      expect.arrayContaining(['fulfilled', 'picked-up-now', 'pickup-undone', 'picked-up', 'requested']),
    )
  })

  test('that is partly refunded shows that as well, and can still be picked up', async () => {
    const number = await ready()
    await refundOrder(shop, await refundOf(number, { amount: cents(10_00) }))
    await settled()
    expect(await waiting()).toBe(1)
    expect(await pickUp(number)).toEqual({ kind: 'picked-up-now' })
    expect(await view(number)).toMatchObject({ state: 'refunded-in-part', pickup: 'picked-up' })
    expect(await waiting()).toBe(0)
  })

  test('appears as ready and picked up in the activity and the batch, not as fulfilled', async () => {
    const [member] = await shop.identity.people.list()
    shop.author = { id: member!.id, email: ADA.email, address: '', userAgent: '' }
    const number = await paid()
    await makeReady(number, 1)
    await take(number, 1)
    await makeReady(number, 2)
    await pickUp(number)
    const rows = await shop.database.db
      .selectFrom('audit_events')
      .select(['action', 'changes'])
      .where('subject_id', '=', number)
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual([
      'order-ready',
      'order-picked-up',
      'order-ready',
      'order-picked-up',
    ])
    expect(rows.map(({ changes }) => changes).join()).not.toContain('fulfilled')
    expect(rows.at(-1)!.changes).toContain('picked-up')
    const { leftOut } = await readBatch(shop, { numbers: [number] })
    expect(leftOut).toEqual([{ number, obstacle: 'picked-up' }])
  })

  test('accepts no tracking, wherever it is typed', async () => {
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

/** A seeded generator: a failure can be reproduced. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
