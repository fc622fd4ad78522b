import { afterEach, beforeEach, expect, test } from 'vitest'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { findReceived } from '#db/checkout/payments.ts'
import { readRefundLedger } from '#db/refunds/refund-ledger.ts'
import { eraseOrder } from '#db/orders/erase-order.ts'
import { transact } from '#db/engine/transact.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { Size } from '#domain/catalog/size.ts'
import { addCents, cents } from '#domain/money.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { changeAddress } from '#operations/orders/change-address.ts'
import { changeItems, priceItemChange, type ItemChangeRequest } from '#operations/orders/change-items.ts'
import { createManualOrder } from '#operations/orders/create-manual-order.ts'
import { priceManualOrder } from '#operations/orders/price-manual-order.ts'
import { claimOrder, renewClaim } from '#operations/packing/claim-order.ts'
import { packOrder } from '#operations/packing/pack-order.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { findOrderView } from '#web/views/orders/order-view.server.ts'
import { gatewayTotals, stockOf } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, orderDesk, TWO_HOODIES } from '#test/support/order-desk.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('the items of an order', (open) => {
  afterEach(async () => expect(await findLedgerDifferences(open().db)).toEqual([]))

  let shop: TestShop
  let product: Product
  let tee: Product
  const { paid, found, seen, settled, refundOf, stateOf, refundsOf, subjects } = orderDesk(() => ({
    shop,
    product,
  }))

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie({ stock: 10 }))
    tee = await shop.catalog.add(hoodie({ name: 'Emblem Tee', price: cents(58_00), stock: 3 }))
  })

  const to = (which: Product, size: Size, quantity: number) => ({ productId: which.id, size, quantity })
  const change = async (
    number: string,
    [position, quantity]: [number, number],
    wanted: ReturnType<typeof to>,
    more: Partial<ItemChangeRequest> = {},
  ) =>
    changeItems(shop, {
      ...(await seen(number)),
      change: { position, quantity, to: wanted },
      difference: 0,
      ...more,
    })
  const sums = async (number: string) => {
    const order = await found(number)
    const added = addCents([order.subtotal, ...order.adjustments.map(({ amount }) => amount)])
    expect(added).toBe(order.total)
    return order
  }

  test('in another size cost the same: stock moves, the customer is emailed, and nothing is refunded', async () => {
    const { number } = await paid()
    expect(await change(number, [0, 1], to(product, 'S', 1))).toEqual({ kind: 'items-changed' })
    await settled()
    const order = await sums(number)
    expect(order.lines.map(({ size, quantity }) => [size, quantity])).toEqual([
      ['M', 1],
      ['S', 1],
    ])
    expect(order.total).toBe(TWO_HOODIES)
    expect(await stockOf(shop, product)).toEqual({ stock: 8, held: 0 })
    expect(await refundsOf(number)).toEqual([])
    expect(subjects()).toEqual([`ada: Your Redemption order ${number} has changed`])
    expect(JSON.stringify(shop.mails[0])).toContain('1 x Emblem Hoodie, S, instead of 1 x Emblem Hoodie, M')
    const view = await findOrderView(shop, number, PERMISSIONS)
    expect(view?.history[0]?.words).toBe(
      'Changed the items: 1 x Emblem Hoodie, S, instead of 1 x Emblem Hoodie, M',
    )
  })

  test('that cost less return the difference through the gateway, once', async () => {
    const { number } = await paid()
    const fall = 60_00 * 2 + 2_40
    const asked = { ...(await seen(number)), change: { position: 0, quantity: 2, to: to(tee, 'M', 2) } }
    expect(await priceItemChange(shop, asked)).toEqual({
      kind: 'items-priced',
      before: TWO_HOODIES,
      after: TWO_HOODIES - fall,
      difference: -fall,
      packing: null,
    })
    expect(await changeItems(shop, { ...asked, difference: -1 })).toEqual({ kind: 'price-changed' })
    expect(await changeItems(shop, { ...asked, difference: -fall })).toEqual({ kind: 'items-changed' })
    expect(await changeItems(shop, { ...asked, difference: -fall })).toEqual({ kind: 'changed-meanwhile' })
    await settled()
    expect((await sums(number)).total).toBe(TWO_HOODIES - fall)
    expect((await gatewayTotals(shop)).returned).toBe(fall)
    expect(await stateOf(number)).toBe('refunded-in-part')
    expect(await stockOf(shop, product)).toEqual({ stock: 10, held: 0 })
    expect(await stockOf(shop, tee)).toEqual({ stock: 1, held: 0 })
    const view = await findOrderView(shop, number, PERMISSIONS)
    expect(view?.refundable?.left).toBe(TWO_HOODIES - fall)
  })

  test('divide in their refunds the same once the customer was erased', async () => {
    const { number } = await paid()
    await refundOrder(shop, await refundOf(number, { amount: cents(5_00) }))
    await settled()
    shop.pass(1_000)
    const changed = await change(number, [0, 1], to(tee, 'M', 1), { difference: -(60_00 + 1_20) })
    expect(changed).toEqual({ kind: 'items-changed' })
    await settled()
    const { id } = await found(number)
    const before = await readRefundLedger(shop.database.db, await found(number))
    await transact(shop.database, (tx) =>
      eraseOrder(tx, { id, number, why: 'request', by: 'ada', now: shop.now() }),
    )
    expect(await readRefundLedger(shop.database.db, await found(number))).toEqual(before)
  })

  test('that cost more are waived for a reason, or paid outside the shop, and nothing changes before that', async () => {
    const { number } = await paid()
    const increase = 118_00 + 2_36
    const three = to(product, 'M', 3)
    const before = await found(number)
    expect(await change(number, [0, 2], three, { difference: increase })).toEqual({
      kind: 'costs-more',
      by: increase,
    })
    expect(await found(number)).toEqual(before)
    expect(await stockOf(shop, product)).toEqual({ stock: 8, held: 0 })
    const waived = { difference: increase, increase: { method: 'waive', words: 'Our mistake' } } as const
    expect(await change(number, [0, 2], three, waived)).toEqual({ kind: 'items-changed' })
    expect((await sums(number)).total).toBe(TWO_HOODIES)
    const cash = { difference: increase, increase: { method: 'cash', words: 'Receipt 9' } } as const
    expect(await change(number, [0, 3], to(product, 'M', 4), cash)).toEqual({ kind: 'items-changed' })
    expect((await sums(number)).total).toBe(TWO_HOODIES + increase)
    const view = (await findOrderView(shop, number, PERMISSIONS))!
    expect(new Set(view.payments.map(({ gateway }) => gateway))).toEqual(new Set(['Test gateway', 'Cash']))
    expect(view.history[0]?.words).toContain('; the extra C$120.36 was paid, cash (Receipt 9)')
    expect(view.history[1]?.words).toContain('; the extra C$120.36 is waived (Our mistake)')
    // What was waived is charged before anything is refunded.
    expect(await change(number, [0, 4], to(product, 'M', 3))).toEqual({ kind: 'items-changed' })
    expect((await sums(number)).adjustments.map(({ kind }) => kind)).toEqual(['tax', 'shipping'])
    await cancelOrder(shop, { ...(await seen(number)), restock: true, reason: '' })
    await settled()
    expect((await gatewayTotals(shop)).returned).toBe(TWO_HOODIES)
    expect(await stockOf(shop, product)).toEqual({ stock: 10, held: 0 })
    expect(await stateOf(number)).toBe('cancelled')
  })

  test('that are sold out are refused with the number left, and the order’s own units count as available', async () => {
    const { number } = await paid()
    expect(await change(number, [0, 2], to(tee, 'M', 4))).toEqual({
      kind: 'item-unavailable',
      problem: { kind: 'sold-out', left: 3 },
    })
    expect(await change(number, [0, 2], to(product, 'M', 11))).toEqual({
      kind: 'item-unavailable',
      problem: { kind: 'sold-out', left: 10 },
    })
    const all = { difference: 8 * (118_00 + 2_36), increase: { method: 'waive', words: 'A prize' } } as const
    expect(await change(number, [0, 2], to(product, 'S', 10), all)).toEqual({ kind: 'items-changed' })
    expect(await stockOf(shop, product)).toEqual({ stock: 0, held: 0 })
    await shop.catalog.archive(tee.id)
    expect(await change(number, [0, 1], to(tee, 'M', 1))).toMatchObject({ problem: { kind: 'gone' } })
  })

  test('that were refunded or sent cannot be changed, and the others can', async () => {
    const { number } = await paid()
    await refundOrder(
      shop,
      await refundOf(number, { amount: { items: [{ position: 0, quantity: 1 }], shipping: false } }),
    )
    await settled()
    expect(await change(number, [0, 2], to(product, 'S', 2))).toEqual({ kind: 'units-not-open' })
    expect(await change(number, [0, 1], to(product, 'S', 1), { difference: 0 })).toEqual({
      kind: 'items-changed',
    })
    expect(await change(number, [0, 1], to(product, 'L', 1))).toEqual({ kind: 'units-not-open' })
    expect((await found(number)).lines).toMatchObject([
      { size: 'M', quantity: 1 },
      { size: 'S', quantity: 1 },
    ])
    const rest = { items: [{ position: 1, quantity: 1 }], shipping: true }
    await refundOrder(shop, await refundOf(number, { amount: rest }))
    await settled()
    expect((await gatewayTotals(shop)).returned).toBe(TWO_HOODIES)
    const sent = await paid()
    await claimOrder(shop, { number: sent.number, bench: 'bench-1', takeOver: null, ...ADA_AS_OWNER })
    const packed = { ...(await seen(sent.number)), bench: 'bench-1', carrier: '', trackingNumber: '' }
    expect(await packOrder(shop, packed)).toEqual({ kind: 'packed' })
    expect(await change(sent.number, [0, 1], to(tee, 'M', 1))).toMatchObject({ kind: 'not-possible' })
  })

  test('are not packed as they were: the bench gets an error when it keeps or packs the order', async () => {
    const { number, version } = await paid()
    const bench = { number, bench: 'bench-1', ...ADA_AS_OWNER }
    await claimOrder(shop, { ...bench, takeOver: null })
    expect(await renewClaim(shop, { ...bench, version })).toEqual({ kind: 'kept' })
    const asked = { ...(await seen(number)), change: { position: 0, quantity: 2, to: to(product, 'S', 2) } }
    expect(await priceItemChange(shop, asked)).toMatchObject({ packing: ADA_AS_OWNER.by })
    expect(await changeItems(shop, { ...asked, difference: 0 })).toEqual({ kind: 'items-changed' })
    expect(await renewClaim(shop, { ...bench, version })).toEqual({ kind: 'changed-meanwhile' })
    const packed = { ...bench, version, carrier: '', trackingNumber: '' }
    expect(await packOrder(shop, packed)).toEqual({ kind: 'changed-meanwhile' })
    const again = await claimOrder(shop, { ...bench, takeOver: null })
    expect(again).toMatchObject({ kind: 'claimed', order: { items: [{ size: 'S', quantity: 2 }] } })
  })

  test('end in one of two simultaneous changes, and no unit is taken twice', async () => {
    const { number } = await paid()
    const asked = { ...(await seen(number)), change: { position: 0, quantity: 2, to: to(product, 'S', 2) } }
    const kinds = await Promise.all([
      changeItems(shop, { ...asked, difference: 0 }),
      changeItems(shop, { ...asked, difference: 0 }),
    ])
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['changed-meanwhile', 'items-changed'])
    expect(await stockOf(shop, product)).toEqual({ stock: 8, held: 0 })
  })

  test('an address that costs more is settled in the same ways', async () => {
    const { number } = await paid()
    const tariff = {
      taxes: [
        { label: 'Tax', milliPercent: 2_000, within: null },
        { label: 'QST', milliPercent: 10_000, within: { country: 'CA', region: 'Quebec' } },
      ],
      shipping: cents(25_00),
    }
    const recipient = { ...CUSTOMER, city: 'Montreal', region: 'Quebec', postal: 'H2X 1Y4' }
    const asked = { ...(await seen(number)), recipient, difference: 23_60 }
    expect(await changeAddress(shop, asked, tariff)).toEqual({ kind: 'address-costs-more', by: 23_60 })
    const increase = { method: 'bank-transfer', words: 'Transfer 7' } as const
    expect(await changeAddress(shop, { ...asked, increase }, tariff)).toEqual({ kind: 'address-changed' })
    expect((await sums(number)).total).toBe(TWO_HOODIES + 23_60)
    expect(await findReceived(shop.database.db, (await found(number)).id)).toBe(TWO_HOODIES + 23_60)
  })

  test.each([1, 2, 3, 4])('a random walk keeps stock and money to the cent (walk %i)', async (seed) => {
    let state = seed * 7_919
    const roll = (sides: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * sides)
    }
    const numbers: string[] = []
    numbers.push((await paid()).number)
    for (let made = 0; made < 2; made += 1) {
      const order = {
        lines: [
          { ...to(product, 'M', 1 + roll(2)), unitPrice: null, reason: '' },
          {
            ...to(tee, 'S', 1),
            unitPrice: [null, cents(roll(40_00))][roll(2)] ?? null,
            reason: 'Stall price',
          },
        ],
        delivery: 'ship' as const,
        shippingMethod: null,
        shipping: roll(2) === 0,
        customer: CUSTOMER,
      }
      const { total } = (await priceManualOrder(shop, order)).totals
      const outcome = await createManualOrder(shop, {
        ...order,
        ...ADA_AS_OWNER,
        orderKey: `walk-order-${seed}-${made}`,
        note: '',
        method: 'cash',
        reference: '',
        total,
      })
      if (outcome.kind === 'created') numbers.push(outcome.number)
    }
    for (let step = 0; step < 14; step += 1) {
      const number = numbers[roll(numbers.length)] ?? ''
      const order = await found(number)
      const position = roll(order.lines.length)
      if (roll(5) === 0) {
        const amount = cents(1 + roll(10_00))
        await refundOrder(shop, await refundOf(number, { amount }))
      } else {
        const quantity = 1 + roll(order.lines[position]?.quantity ?? 1)
        const wanted = to([product, tee][roll(2)] ?? tee, (['S', 'M'] as const)[roll(2)] ?? 'M', 1 + roll(3))
        const asked = { ...(await seen(number)), change: { position, quantity, to: wanted } }
        const priced = await priceItemChange(shop, asked)
        if (priced.kind !== 'items-priced') continue
        const increase = { method: (['waive', 'cash'] as const)[roll(2)] ?? 'cash', words: 'As agreed' }
        const outcome = await changeItems(shop, { ...asked, difference: priced.difference, increase })
        expect(outcome.kind).toBe('items-changed')
      }
      await settled()
    }
    for (const number of numbers) await balanced(number)
    const sold = (await Promise.all(numbers.map(found))).flatMap(({ lines }) => lines)
    for (const [which, stock] of [
      [product, 10],
      [tee, 3],
    ] as const) {
      const out = sold.filter(({ productId }) => productId === which.id)
      const units = out.reduce((sum, { quantity, restocked }) => sum + quantity - restocked, 0)
      expect(await stockOf(shop, which)).toEqual({ stock: stock - units, held: 0 })
    }
    expect(shop.failures).toEqual([])
  })

  /** What was received, without what a change returned, is the total. */
  async function balanced(number: string) {
    const order = await sums(number)
    const received = await findReceived(shop.database.db, order.id)
    const refunds = await findRefunds(shop.database.db, order.id)
    const fell = refunds.filter(({ cause }) => cause === 'items')
    expect(received - fell.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.total)
    expect(refunds.every(({ state }) => state === 'done')).toBe(true)
  }
})
