import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transact } from '#db/engine/transact.ts'
import { findOrderByNumber } from '#db/orders/orders.ts'
import { recordDispute } from '#db/refunds/disputes.ts'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import type { Product } from '#domain/catalog/product.ts'
import { toDeliveryId, toDisputeId } from '#domain/ids.ts'
import { manualOrderSchema } from '#domain/checkout/manual-order.ts'
import { priceCart, shownPrice } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { cents } from '#domain/money.ts'
import type { Dispute } from '#domain/refunds/dispute.ts'
import { english } from '#words/en/english.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { createManualOrder } from '#operations/orders/create-manual-order.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { keepOwnPreorder, readOwnPreorder, refundOwnPreorder } from '#operations/orders/own-preorder.ts'
import { saveDelivery } from '#operations/stock/save-delivery.ts'
import { releasePreorders, savePreorder } from '#operations/stock/save-preorder.ts'
import { gatewayTotals, one, orderFor, stockOf } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, ONE_HOODIE, orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const BY = 'ada@redemption.example'
const DAY = 24 * 3_600_000
const [FIRST, LATER] = ['2099-02-01', '2099-03-01']

describeOnEachDatabase('Units that are sold before they are made', (open) => {
  let shop: TestShop
  let product: Product
  const { paid, found, settled, stateOf, subjects } = orderDesk(() => ({ shop, product }), 1)

  beforeEach(async () => {
    shop = await openTestShop(open())
    const sizes = [
      { size: 'S', stock: 2 },
      { size: 'M', stock: 0 },
    ]
    product = await shop.catalog.add(hoodie({ stock: 2, sizes }))
  })
  afterEach(async () => expect(await findLedgerDifferences(open().db)).toEqual([]))

  const plan = (size: string, before: number, units: number, shipsOn = FIRST) =>
    savePreorder(shop, { id: product.id, shipsOn, sizes: [{ size, before, units }], by: BY })
  const receive = (units: number, size = 'M') =>
    saveDelivery(shop, {
      id: toDeliveryId(randomUUID()),
      version: 0,
      name: 'Second run',
      supplier: '',
      note: '',
      by: BY,
      lines: [{ productId: product.id, size, units }],
    })
  const counts = async () => {
    const sizes = (await shop.catalog.find(product.id))?.sizes ?? []
    return sizes.map(({ size, stock, preorder }) => `${size} ${stock}, ${preorder?.units ?? 0} to come`)
  }
  const isHeld = async (number: string) => {
    const { id } = await found(number)
    const hold = shop.database.db.selectFrom('order_holds').select('reason').where('order_id', '=', id)
    return (await hold.executeTakeFirst())?.reason
  }

  test('are charged at once and never more than the cap, whoever of 200 comes first', async () => {
    await plan('M', 0, 30)
    const buy = () => placeOrder(shop, orderFor([product], [one(product)]))
    const outcomes = await Promise.all(Array.from({ length: 200 }, buy))
    const kinds = Map.groupBy(outcomes, ({ kind }) => kind)
    expect(kinds.get('placed')).toHaveLength(30)
    expect(kinds.get('cart-changed')).toHaveLength(170)
    expect(await stockOf(shop, product)).toEqual({ stock: 2, held: 30 })
    expect(await plan('M', 30, 29)).toMatchObject({ kind: 'not-possible' })
    expect(await plan('M', 29, 40)).toEqual({ kind: 'changed-meanwhile' })
  })

  test('are on hold until a delivery brings them, who paid first before others', async () => {
    await plan('M', 0, 3)
    const numbers: string[] = []
    for (let at = 0; at < 3; at += 1) {
      numbers.push((await paid()).number)
      shop.pass(1_000)
    }
    const [first = '', second = '', third = ''] = numbers
    const held = () => Promise.all(numbers.map(isHeld))
    const order = await found(first)
    expect(order.lines[0]).toMatchObject({ shipsOn: FIRST, isAwaited: true })
    expect(order.state).toBe('paid')
    await releasePreorders(shop)
    expect(await held()).toEqual(['preorder', 'preorder', 'preorder'])
    const send = async (number: string) =>
      (await fulfilOrder(shop, { number, ...ADA_AS_OWNER, ...TRACKING })).kind
    expect(await send(first)).toBe('on-hold')
    await receive(2)
    expect(await counts()).toEqual(['S 2, 0 to come', 'M 0, 1 to come'])
    expect(await releasePreorders(shop)).toBe(2)
    expect(await held()).toEqual([undefined, undefined, 'preorder'])
    expect(await send(first)).toBe('fulfilled')
    // What the second gives back is the third's.
    expect(await refundOwnPreorder(shop, await found(second))).toBe(true)
    await settled()
    expect(await releasePreorders(shop)).toBe(1)
    expect(await send(third)).toBe('fulfilled')
    await receive(5)
    expect(await counts()).toEqual(['S 2, 0 to come', 'M 5, 0 to come'])
    expect((await found((await paid()).number)).lines[0]).not.toHaveProperty('shipsOn')
  })

  test('are given back by one tap until the day, exactly what they cost, and with the shipping when nothing else is sent', async () => {
    await plan('M', 0, 5)
    const alone = await found((await paid()).number)
    expect((await readOwnPreorder(shop, alone)).refund).toMatchObject({ amount: ONE_HOODIE, shipping: true })
    expect(await refundOwnPreorder(shop, alone)).toBe(true)
    expect(await refundOwnPreorder(shop, alone)).toBe(false)
    await settled()
    expect(await stateOf(alone.number)).toBe('refunded')
    expect((await gatewayTotals(shop)).returned).toBe(ONE_HOODIE)
    expect(subjects().join()).toContain(`order ${alone.number}`)
    const items = [one(product, 'S'), one(product)]
    const { amount } = orderFor([product], items)
    const mixed = await found((await paid(undefined, { items, amount })).number)
    expect((await readOwnPreorder(shop, mixed)).refund).toMatchObject({
      amount: cents(118_00 + 2_36),
      units: [{ position: 1, quantity: 1 }],
      shipping: false,
    })
    expect(await isHeld(mixed.number)).toBe('preorder')
    expect(await refundOwnPreorder(shop, mixed)).toBe(true)
    await settled()
    await releasePreorders(shop)
    expect(await isHeld(mixed.number)).toBeUndefined()
    expect(await stateOf(mixed.number)).toBe('refunded-in-part')
    expect(await counts()).toEqual(['S 1, 0 to come', 'M 5, 5 to come'])
    // On the day they ship they are no longer given back, once they have come in.
    const last = await found((await paid()).number)
    await receive(5)
    await releasePreorders(shop)
    shop.pass(Date.parse(`${FIRST}T18:00Z`) - shop.now() - DAY)
    expect((await readOwnPreorder(shop, await found(last.number))).refund).not.toBeNull()
    shop.pass(DAY)
    expect(await readOwnPreorder(shop, await found(last.number))).toEqual({ refund: null, later: [] })
    expect(await refundOwnPreorder(shop, await found(last.number))).toBe(false)
  })

  test('are given back by staff alone where they were paid in cash, or while the order is disputed or set aside', async () => {
    await plan('M', 0, 5)
    const refunds = async (number: string) => {
      const order = await found(number)
      expect(await readOwnPreorder(shop, order)).toMatchObject({ refund: null })
      return refundOwnPreorder(shop, order)
    }
    const asked = v.parse(manualOrderSchema, {
      orderKey: 'at-the-market',
      lines: [{ productId: product.id, size: 'M', quantity: 1 }],
      delivery: 'ship',
      shipping: true,
      customer: CUSTOMER,
      method: 'cash',
      reference: 'Receipt 12',
      total: ONE_HOODIE,
    })
    const inCash = await createManualOrder(shop, { ...asked, ...ADA_AS_OWNER })
    if (inCash.kind !== 'created') throw new Error(inCash.kind)
    expect((await found(inCash.number)).lines[0]).toMatchObject({ isAwaited: true })
    expect(await refunds(inCash.number)).toBe(false)
    const { number, intentId } = await paid()
    const { id } = await found(number)
    const dispute = { id: toDisputeId('dp_1'), amount: ONE_HOODIE, currency: 'cad', reason: 'fraudulent' }
    const isNow = (state: Dispute['state']) =>
      transact(shop.database, (tx) => recordDispute(tx, id, { ...dispute, intentId, state }, shop.now()))
    await isNow('open')
    expect(await refunds(number)).toBe(false)
    await isNow('won')
    const orders = shop.database.db.updateTable('orders').where('id', '=', id)
    await orders.set({ state: 'needs-attention' }).execute()
    expect(await refunds(number)).toBe(false)
    await orders.set({ state: 'paid' }).execute()
    expect(await refundOwnPreorder(shop, await found(number))).toBe(true)
  })

  test('that ship later than promised are mailed with a choice, to be kept or given back', async () => {
    await plan('M', 0, 5)
    const { number } = await paid()
    await plan('M', 5, 5, '2099-01-01')
    await settled()
    expect(subjects()).toEqual([])
    await plan('M', 5, 5, LATER)
    await plan('M', 5, 5, LATER)
    await settled()
    expect(subjects()).toEqual([`ada: Your pre-order in ${number} ships later`])
    expect(shop.mails.at(-1)?.text).toContain('March 1, 2099')
    const order = await found(number)
    expect((await readOwnPreorder(shop, order)).later).toEqual([{ position: 0, shipsOn: LATER }])
    expect(await keepOwnPreorder(shop, order)).toBe(true)
    expect(await keepOwnPreorder(shop, order)).toBe(false)
    const kept = await found(number)
    expect(kept.lines[0]?.shipsOn).toBe(LATER)
    expect((await readOwnPreorder(shop, kept)).later).toEqual([])
  })

  test('are not sold to a shopper who was not told from when they ship', async () => {
    await plan('M', 0, 5)
    const request = orderFor([product], [one(product)])
    const lines = [{ price: product.price, quantity: 1 }]
    const totals = priceCart(lines, { destination: null, tariff: TARIFF })
    const refused = await placeOrder(shop, { ...request, shown: shownPrice(totals, null, english.totals) })
    if (refused.kind !== 'amount-differs') throw new Error(refused.kind)
    expect(refused.cart.items).toMatchObject([{ status: 'ok', shipsOn: FIRST }])
    const dutyNote =
      "Pre-order: Emblem Hoodie (Size: M) ships from February 1, 2099. You pay now, and can cancel it for a refund until then, on your order's page."
    const placed = await placeOrder(shop, { ...request, shown: shownPrice(totals, dutyNote, english.totals) })
    expect(placed.kind).toBe('placed')
    if (placed.kind !== 'placed') return
    expect((await findOrderByNumber(shop.database.db, placed.orderNumber))?.lines[0]?.shipsOn).toBe(FIRST)
  })
})
